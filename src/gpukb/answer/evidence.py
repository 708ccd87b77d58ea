"""What was found for a question → how sure it is that the vault answers it, before a word is written.

The mix is logistic; its weights come from the removed-paragraph test (each question asked with its gold passages and without them), fitted
over all languages together by `bench/calibrate_answers.py`. The thresholds are one for all languages.
"""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final, Literal

from gpukb.answer.clues import NEEDED, SAID, is_in_words
from gpukb.answer.held_names import (
    NAME_DEPTH,
    absent_names,
    missing_names,
    stands_with_codes,
    unheard_names,
    unknown_members,
    whole,
)
from gpukb.answer.pieces import Piece
from gpukb.answer.question import Question
from gpukb.answer.question_words import BEST
from gpukb.answer.rank import Ranked, coverage
from gpukb.answer.sources import Found, Source
from gpukb.lang import UNKNOWN
from gpukb.names import name_key
from gpukb.note import fold

Outcome = Literal["none", "weak", "enough"]
OUTCOMES: Final[tuple[Outcome, ...]] = ("none", "weak", "enough")
DEPTH: Final = 10  # sources that the best sentence must stand out from
BACKGROUND: Final = 0.45  # nearness of a passage that is not there, for vaults of fewer than ten: that of the third to tenth on xquad
AGREEING: Final = 20  # best pieces in which words and meaning may agree
MEANT: Final = 0.5  # of nearness beside the share of words: both then have about the same spread
CLUE_DEPTH: Final = 3  # pieces of which one must hold what is asked for

ENOUGH: Final = 0.75
WEAK: Final = 0.5
PINNED: Final = 0.95  # a note bears the very name that is asked for
ENTITLED: Final = 0.8  # or its title is the question
DEFINED: Final = 0.7  # of the question's words that a sentence must hold to be taken for the definition of what is asked
BESIDE: Final = 0.8  # of that of the best pieces: what holds a sum or a length of time and less of the question tells it of another thing
SAID_OF: Final = 0.6  # of the question's words beside "until" or "always", which are said of anything; "long" itself seldom stands there
AS_GOOD: Final = 0.9  # of the greatest share of the question's words: sentences that hold less are about something near
ALMOST: Final = 0.74  # just below ENOUGH: the answer is shown, and marked as none that tells all that is asked
UNHEARD: Final = 0.75  # of the question's words, by rarity: "train a dog" where no note in the asker's language, of many, has a dog
LACKING: Final = 0.4  # of the confidence, so below WEAK: "H300" stands in nothing that was found, or no date does where one is asked for


@dataclass(frozen=True, slots=True)
class Strength:
    """What speaks for an answer.

    `coverage`: the share of the question's words in its best passage; `sentence`: in its best sentence; `nearness`: that of the sentence
    nearest in meaning; `agreement`: the greatest sum of both in one sentence; `standout`: how far the nearest is above the mean of the
    best sentences of the first ten passages; `gap`: how far the best concept's score is above the second's; `lead`: the same, as far as
    the question's words are covered, since one stray word may put a note far ahead of none; `names`: the share of the question's names
    and numbers that stand in the best sentence's passage.
    """

    coverage: float = 0.0
    sentence: float = 0.0
    nearness: float = 0.0
    agreement: float = 0.0
    standout: float = 0.0
    gap: float = 0.0
    lead: float = 0.0
    names: float = 0.0


# bias and weights. `same`: the best passage is in the question's language; `other`: it is not, so only the words that languages share
# (names, codes) say something: XQuAD has few of them, so the weight of `coverage` is by hand; `words`: no vectors. The biases make WEAK
# refuse 6 % of the answerable development questions, 20 % in another language, where vectors alone are a weaker witness.
MIXES: Final[Mapping[str, Mapping[str, float]]] = {
    "same": {"bias": -8.65, "agreement": 6.8, "standout": 2.9, "lead": 7.4, "names": 2.0},
    "other": {"bias": -4.0, "coverage": 1.0, "nearness": 1.5, "standout": 7.4, "gap": 2.2, "names": 1.5},
    "words": {"bias": -5.9, "sentence": 8.4, "lead": 6.8, "names": 2.0},
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """The verdict, the probability behind it, what it was made of, and the names that stand nowhere in what was found.

    `barred`: a rule above the mix speaks against an answer.
    """

    outcome: Outcome
    confidence: float
    strength: Strength
    mix: str
    missing: tuple[str, ...] = ()
    barred: bool = False


def weigh(question: Question, found: Found, ranked: Sequence[Ranked], mix: str, rivals: Sequence[Source] = ()) -> Evidence:
    """How well what was found answers the question. `rivals`: what else was found, in other languages, and not asked for an answer."""
    read = [*found.sources[:NAME_DEPTH], *(one.piece.source for one in ranked[:1])]
    missing = (*unknown_members(question, found, ranked), *missing_names(question, read, found))
    if mix == "other" and len(rivals) >= DEPTH:
        missing = tuple(dict.fromkeys((*missing, *unheard_names(question, found, rivals))))
    strength = measure(question, found, ranked, rivals)
    if not ranked:
        return Evidence("none", 0.0, strength, mix, missing)
    confidence = probability(strength, MIXES[mix])
    if question.kind == "definition" and any(source.pinned for source in found.sources):
        confidence = max(confidence, PINNED)
    if ranked:
        confidence = max(confidence, ENTITLED * ranked[0].piece.source.titled)
    lacking = _lacks_what_is_asked(question, found, ranked)
    worded = lacking and _says_in_words(question, found, ranked)
    unheard = _unheard_share(found, rivals) if mix == "other" else 0.0
    if worded or unheard or not _tells_all(question, found, ranked, mix):
        confidence = min(confidence, ALMOST)
    barred = (
        (question.bare and not _is_name(question, found))
        or question.now
        or bool(missing)
        or unheard >= UNHEARD
        or (lacking and not worded)
        or _lacks_definition(question, found, ranked, mix)
        or _lacks_choice(question, ranked, mix)
    )
    if barred:
        confidence *= LACKING
    outcome: Outcome = "enough" if confidence >= ENOUGH else "weak" if confidence >= WEAK else "none"
    return Evidence(outcome, confidence, strength, mix, missing, barred)


def _lacks_what_is_asked(question: Question, found: Found, ranked: Sequence[Ranked]) -> bool:
    """Whether a date, a number, a sum or a person is asked for and none of the best pieces holds one of the thing that is asked about."""
    if question.kind not in NEEDED:
        return False
    most = _most(ranked)
    return not any(one.parts["clue"] and _is_of_the_thing(question, found, one, most) for one in ranked[:CLUE_DEPTH])


def _is_of_the_thing(question: Question, found: Found, one: Ranked, most: float) -> bool:
    """Whether what the piece holds is told of what is asked about: the codes of the question stand with it in its passage.

    A quantity has all names and numbers of the question beside it, or about as much of its words as any of the best pieces.
    """
    if not stands_with_codes(question, found, one):
        return False
    if one.parts["clue"] == SAID:
        return one.parts["overlap"] >= SAID_OF
    return not question.quantity or one.parts["overlap"] >= BESIDE * most or _is_named_beside(question, found, one.piece)


def _is_named_beside(question: Question, found: Found, piece: Piece) -> bool:
    """Whether the names and numbers of the question, if any, stand in the piece or in its note's names and headings."""
    named = bool(question.names or question.numbers)
    return named and not absent_names(question, replace(piece.source, text=piece.told), found)


def _most(ranked: Sequence[Ranked]) -> float:
    """The greatest share of the question's words in one of the best pieces."""
    return max((one.parts["overlap"] for one in ranked[:CLUE_DEPTH]), default=0.0)


def _says_in_words(question: Question, found: Found, ranked: Sequence[Ranked]) -> bool:
    """Whether the best piece is about the very thing and says something of the quantity asked for, though not how much."""
    best = next(iter(ranked), None)
    if best is None or best.parts["overlap"] < max(DEFINED, AS_GOOD * _most(ranked)) or not stands_with_codes(question, found, best):
        return False
    source = best.piece.source
    return is_in_words(question, " . ".join((source.note.title, *source.heading_path, best.piece.told)), source.lang)


def _lacks_choice(question: Question, ranked: Sequence[Ranked], mix: str) -> bool:
    """Whether it is asked which of its kind is best, and no best piece holds all that it should be best in, nor a title asks that."""
    if mix == "other" or not re.search(BEST.get(question.lang, BEST["en"]), question.text.casefold()):
        return False
    return not any(one.parts["overlap"] >= AS_GOOD or one.piece.source.titled for one in ranked[:CLUE_DEPTH])


def _tells_all(question: Question, found: Found, ranked: Sequence[Ranked], mix: str) -> bool:
    """Whether the best pieces hold the thing that is counted, or, where it is asked how to do something, say how and not only what.

    Within a language only: across languages the words are others.
    """
    best = [one.piece for one in ranked[:CLUE_DEPTH] if one.parts["overlap"] >= AS_GOOD * _most(ranked)]
    if mix == "other" or any(piece.source.titled for piece in best):
        return True
    if question.counted and not question.quantity:
        named = set(map(fold, question.names))  # "how many NVLink links": NVLink is no link
        words = set(question.counted.split()) - named
        terms = [term for term in found.terms if fold(term.surface) in words]
        names = re.compile("|".join(map(re.escape, question.names)) or r"(?!)", re.IGNORECASE)
        return not terms or any(
            all(term.held(found.tokens(names.sub(" ", piece.told), piece.source.lang)) for term in terms) for piece in best
        )
    if question.kind == "how" and question.wants_list:
        return any(piece.kind != "sentence" or "`" in piece.raw or piece.source.note.type in ("practice", "answer") for piece in best)
    return True


def _lacks_definition(question: Question, found: Found, ranked: Sequence[Ranked], mix: str) -> bool:
    """Whether "what is X?" found no note called X and no sentence among the best that has X and says what something is.

    In another language X is called otherwise: there the defining sentence of a note will do.
    """
    if question.kind != "definition" or question.numbers or any(source.pinned for source in found.sources):
        return False
    best = ranked[:CLUE_DEPTH]
    if mix == "other" and any(one.piece.source.kind == "lead" for one in best):
        return False
    return not any(one.parts["clue"] and one.parts["overlap"] >= DEFINED for one in best)


def probability(strength: Strength, weights: Mapping[str, float]) -> float:
    """The logistic mix of the signals."""
    values = asdict(strength)
    total = weights["bias"] + sum(weight * values[name] for name, weight in weights.items() if name != "bias")
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))


def measure(question: Question, found: Found, ranked: Sequence[Ranked], rivals: Sequence[Source] = ()) -> Strength:
    """The signals. They are all 0 when nothing was found."""
    sources = found.sources
    if not sources:
        return Strength()
    nearest = [_nearness(source, question) for source in sources[:DEPTH]]
    field = nearest + [BACKGROUND] * (DEPTH - len(nearest) if found.vectors else 0)
    named = (*question.names, *question.numbers)
    best = [one.piece.source for one in ranked[:1]]
    covered = max(coverage(found.terms, found.tokens(whole(source), source.lang) | source.meant) for source in sources[:NAME_DEPTH])
    covered = max(covered, *(one.parts["overlap"] for one in ranked[:1]), 0.0)
    gap = _gap(sources, rivals)
    return Strength(
        coverage=covered,
        sentence=max((one.parts["overlap"] for one in ranked), default=0.0),
        nearness=max(nearest),
        agreement=max((one.parts["overlap"] + MEANT * one.parts["nearness"] for one in ranked[:AGREEING]), default=0.0),
        standout=max(nearest) - statistics.fmean(field),
        gap=gap,
        lead=min(gap, gap * covered),
        names=1 - _weight(missing_names(question, best, found), found) / (_weight(named, found) or 1.0),
    )


def _unheard_share(found: Found, rivals: Sequence[Source]) -> float:
    """The share of the question's words that no note has, by rarity, where the asker's language has much to say and would know them."""
    if len(rivals) < DEPTH:
        return 0.0
    return sum(term.weight for term in found.terms if not term.heard) / (sum(term.weight for term in found.terms) or 1.0)


def _weight(names: Sequence[str], found: Found) -> float:
    """How much these names say: a passage without GPU means little where most notes are about GPUs."""
    rarities = {fold(term.surface): term.rarity for term in found.terms}
    most = max(rarities.values(), default=1.0)
    return sum(rarities.get(fold(name), most) for name in names)


def _gap(sources: Sequence[Source], rivals: Sequence[Source]) -> float:
    """How far the best concept is ahead of any other: a note and its translations say the same and do not compete."""
    best: dict[str, float] = {}
    for source in (*sources, *rivals):
        best[_concept(source)] = max(best.get(_concept(source), 0.0), source.score)
    own = max(sources, key=lambda source: source.score)
    return best.pop(_concept(own)) - max(best.values(), default=0.0)


def _concept(source: Source) -> str:
    return source.concept or source.note.id


def _nearness(source: Source, question: Question) -> float:
    """The nearness of the source's nearest sentence, or of all of it where its sentences were not compared; across languages of both."""
    best = max(source.sentences.values(), default=source.nearness)
    return best if question.lang in (source.lang, UNKNOWN) else (best + source.nearness) / 2


def _is_name(question: Question, found: Found) -> bool:
    """Whether the question is, to the letter, what a note is called: a vault may have a note "Test"."""
    key = name_key(question.text)
    return any(key in map(name_key, (source.note.title, *source.names)) for source in found.sources)
