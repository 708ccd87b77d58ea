"""A claim and the numbered sentences that it cites → a verdict. Pure: words and meaning come in as functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz

from gpukb.function_words import FUNCTION_WORDS
from gpukb.verify.names import addresses, codes, lacks_code, latin, opening, proper
from gpukb.verify.negation import SAME_CLAUSE, Clause, clauses, denies
from gpukb.verify.normal import plain
from gpukb.verify.numbers import missing, numbers_in
from gpukb.verify.opposites import poles, says_opposite
from gpukb.verify.units import unit_at

# Measured on tests/verify/claims.jsonl, see there.
WORDS: Final = 0.5  # share of the claim's content words that stand in what it cites
WORDS_WITH_MEANING: Final = 0.3  # and where an encoder finds both near
MEANING: Final = 0.5  # nearness (0 unrelated, 1 a translation) that a claim in another language needs
ADDED: Final = 3  # content words of a clause that is a claim of its own
SPELT_ALIKE: Final = 75.0  # rapidfuzz's 0 to 100: Кантор and Cantor, Эйнштейн and Einstein

Words = Callable[[str, str], frozenset[str]]  # (text, language) → its stems
Near = Callable[[str, str, str, str], "float | None"]  # two texts, each with its language → how near; None: cannot be told


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence that may be cited. `around` is what it is understood with: title, headings, the table's header."""

    text: str
    lang: str
    around: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the claim may be shown, why not, and how well it stood (0 to 1)."""

    supported: bool
    reason: str = ""
    score: float = 0.0


def verify(claim: str, lang: str, markers: Sequence[str], evidence: Mapping[str, Cited], words: Words, near: Near | None = None) -> Verdict:
    """Whether what is cited says what the claim says. `evidence` holds the sentences by their markers."""
    if not markers:
        return Verdict(False, "no source named")
    if any(marker not in evidence for marker in markers):
        return Verdict(False, "no such source")
    cited = [evidence[marker] for marker in dict.fromkeys(markers)]
    known = frozenset(name for one in evidence.values() for name in proper(plain(one.text), one.lang))
    spelt = [Cited(plain(one.text), one.lang, plain(one.around)) for one in cited]
    return _verify(plain(claim), lang, spelt, words, near, known)


def _verify(claim: str, lang: str, cited: Sequence[Cited], words: Words, near: Near | None, known: frozenset[str]) -> Verdict:
    reason = _wrong_number(claim, lang, cited) or _wrong_name(claim, lang, cited, words, known)
    if reason:
        return Verdict(False, reason)
    if says_opposite(poles(claim, lang, words), [pole for one in cited for pole in poles(one.text, one.lang, words)]):
        return Verdict(False, "opposite of source")
    same = [one for one in cited if one.lang == lang]
    if not same:
        return _across(claim, lang, cited, near)
    content = _content(claim, lang, words)
    if not content:
        return Verdict(False, "says nothing")
    held = frozenset[str]().union(*(words(f"{one.around} . {one.text}", one.lang) for one in cited))
    score = len(content & held) / len(content)
    if _contradicts(claim, lang, same, words):
        return Verdict(False, "negation differs from source")
    if _adds(claim, lang, words, held):
        return Verdict(False, "not what the source says", round(score, 4))
    if score >= WORDS or (score >= WORDS_WITH_MEANING and _nearness(claim, lang, cited, near) >= MEANING):
        return Verdict(True, score=round(score, 4))
    return Verdict(False, "not what the source says", round(score, 4))


def _adds(claim: str, lang: str, words: Words, held: frozenset[str]) -> bool:
    """Whether a whole clause of the claim has not one word in common with what is cited."""
    contents = [_content(clause.text, lang, words) for clause in clauses(claim, lang)]
    return any(len(content) >= ADDED and not content & held for content in contents)


def _across(claim: str, lang: str, cited: Sequence[Cited], near: Near | None) -> Verdict:
    score = _nearness(claim, lang, cited, near)
    if denies(claim, lang) != any(denies(one.text, one.lang) for one in cited):
        return Verdict(False, "negation differs from source")
    return Verdict(score >= MEANING, "" if score >= MEANING else "not what the source says", round(min(1.0, max(0.0, score)), 4))


def _nearness(claim: str, lang: str, cited: Sequence[Cited], near: Near | None) -> float:
    found = [near(claim, lang, one.text, one.lang) for one in cited] if near else []
    return max((value for value in found if value is not None), default=0.0)


def _wrong_number(claim: str, lang: str, cited: Sequence[Cited]) -> str:
    source = [number for one in cited for number in (*numbers_in(one.text, one.lang), *numbers_in(one.around, one.lang))]
    around = " ".join(f"{one.around} {one.text}" for one in cited)
    wrong = missing(numbers_in(claim, lang), source, units_in(around))
    return wrong[1] if wrong else ""


def units_in(text: str) -> frozenset[str]:
    """The units that stand alone in a text, as in a table's header."""
    starts = [0, *(at + 1 for at, letter in enumerate(text) if letter in " (,/:")]
    return frozenset(found[0] for at in starts if (found := unit_at(text, at)))


def _wrong_name(claim: str, lang: str, cited: Sequence[Cited], words: Words, known: frozenset[str]) -> str:
    source = " . ".join(f"{one.around} . {one.text}" for one in cited)
    if any(address.casefold() not in source.casefold() for address in addresses(claim)):
        return "address not in source"
    claim = _without_numbers(claim, lang)
    if any(lacks_code(code, source) for code in codes(claim)):
        return "name not in source"
    held = frozenset[str]().union(*(words(f"{one.around} . {one.text}", one.lang) for one in cited))
    names = [name for name in proper(claim, lang) if not codes(name)]
    first = opening(claim)
    foreign = first is not None and lang in ("ru", "zh") and first.isascii()
    if first and first not in names and (first in known or foreign or _replaces_name(claim, first, lang, held, cited, words)):
        names.append(first)
    return "name not in source" if any(_lacks_name(name, lang, held, cited, words) for name in names) else ""


def _replaces_name(claim: str, first: str, lang: str, held: frozenset[str], cited: Sequence[Cited], words: Words) -> bool:
    """Whether the word that opens the claim is all that the source does not say, and the claim has none of the source's names."""
    rest = _content(claim, lang, words) - words(first, lang) - words(first, "en")
    texts = [_without_numbers(one.text, lang) for one in cited if one.lang == lang]
    names = {name for text in texts for name in (*proper(text, lang), *codes(text))}
    said = words(claim, lang)
    return bool(names) and bool(rest) and rest <= held and not any(words(name, lang) & said for name in names)


def _without_numbers(text: str, lang: str) -> str:
    """The text with blanks where numbers and their units stand: `80 GB` names nothing."""
    for number in numbers_in(text, lang):
        if re.match(r"[._-]?[A-Za-z0-9]", text[number.end :]):
            continue  # 3g.40gb and 80GB-SXM are names after all
        text = text[: number.start] + " " * (number.end - number.start) + text[number.end :]
    return text


def _lacks_name(name: str, lang: str, held: frozenset[str], cited: Sequence[Cited], words: Words) -> bool:
    if words(name, lang) & held or words(name, "en") & held:
        return False
    spelt = latin(name)
    others = [latin(word) for one in cited if one.lang != lang for word in f"{one.around} {one.text}".split()]
    return not any(fuzz.ratio(spelt, other.strip(".,;:()«»\"'")) >= SPELT_ALIKE for other in others)


def _content(text: str, lang: str, words: Words) -> frozenset[str]:
    """The stems of the words that carry a topic."""
    stop = _stop(lang, words)
    return frozenset(word for word in words(text, lang) if word not in stop and not (lang == "zh" and len(word) == 1))


def _stop(lang: str, words: Words) -> frozenset[str]:
    return words(" . ".join(sorted(FUNCTION_WORDS.get(lang, frozenset()))), lang)


def _contradicts(claim: str, lang: str, cited: Sequence[Cited], words: Words) -> bool:
    """Whether the claim says what the source denies, or denies what it does not deny."""
    mine = clauses(claim, lang)
    theirs = [clause for one in cited for clause in clauses(one.text, lang)]
    if any(clause.denied for clause in mine) and not any(clause.denied for clause in theirs):
        return True
    return _outdenied(theirs, mine, lang, words) or _outdenied(mine, theirs, lang, words)


def _outdenied(denying: Sequence[Clause], other: Sequence[Clause], lang: str, words: Words) -> bool:
    """Whether something is denied in the one and said with fewer negations in the other."""
    theirs = [(len(clause.denied), _content(clause.text, lang, words)) for clause in other]
    for clause in denying:
        refused = _content(" . ".join(clause.denied), lang, words)
        met = [count for count, content in theirs if refused & content]
        if met and max(met) < len(clause.denied):
            return True
        whole = _content(clause.text, lang, words)
        said = frozenset[str]().union(*(content for _, content in theirs))
        if clause.denied and not any(count for count, _ in theirs) and whole and len(whole & said) / len(whole) >= SAME_CLAUSE:
            return True
    return False
