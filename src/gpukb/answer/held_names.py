"""The names and numbers of a question: which of them stand in what was found, however they are written there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gpukb.answer.question import OTHER_SCRIPTS, Question
from gpukb.answer.rank import Ranked, is_keyed
from gpukb.answer.sources import Found, Source
from gpukb.function_words import FUNCTION_WORDS
from gpukb.lang import UNKNOWN
from gpukb.note import fold

NAME_DEPTH: Final = 5  # sources in which the question's names must stand
COMMON: Final = 1.6  # rarity of a word in a fifth of the passages: GPU among notes about GPUs goes without saying
_MEMBER_RE: Final = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{2,})[ -](\d+(?:\.\d+)*)(?![A-Za-z0-9])")


def missing_names(question: Question, sources: Sequence[Source], found: Found) -> tuple[str, ...]:
    """The names and numbers of the question that stand in none of the sources, of those that would stand there as they are written.

    Within a language that is all of them: on xquad some 1 % of the answerable questions name what their paragraph does not, and a third of
    the unanswerable. In another script a person or a city is spelt anew, while codes, numbers, and Latin names among Cyrillic or Han stay.
    """
    texts = [(_words_of(source), source.lang) for source in sources]
    common = {fold(term.surface) for term in found.terms if term.rarity < COMMON} if len(sources) >= NAME_DEPTH else set()
    names = (*(name for name in question.names if fold(name) not in common), *(number for number in question.numbers if len(number) > 1))
    return tuple(
        name
        for name in names
        if texts and not any(_stands(name, text, lang, question, found) for text, lang in texts) and _stays(name, question, sources)
    )


def absent_names(question: Question, source: Source, found: Found) -> tuple[str, ...]:
    """The names and numbers of the question that do not stand in the source, be they common or spelt anew in its script."""
    text = _words_of(source)
    return tuple(name for name in (*question.names, *question.numbers) if not _stands(name, text, source.lang, question, found))


def unheard_names(question: Question, found: Found, rivals: Sequence[Source]) -> tuple[str, ...]:
    """The names that stand in nothing found in any language; `rivals` are what was found in the asker's own, which would know them."""
    texts = [(_words_of(source), source.lang) for source in (*found.sources, *rivals)]
    return tuple(name for name in question.names if not any(_stands(name, text, lang, question, found) for text, lang in texts))


def unknown_members(question: Question, found: Found, ranked: Sequence[Ranked]) -> tuple[str, ...]:
    """The names with a number, like "Llama 4", that stand nowhere while others of the family do: Llama 3.

    A table of the family has the number alone in a row.
    """
    if any(is_keyed(question, one.piece) for one in ranked):
        return ()
    texts = [whole(source) for source in found.sources]
    return tuple(
        " ".join(pair)
        for pair in _MEMBER_RE.findall(question.text)
        if not any(fold(pair[0]) in words for words in FUNCTION_WORDS.values())
        and (family := [number for text in texts for number in _members_of(pair[0], text)])
        and pair[1] not in family
    )


def _members_of(name: str, text: str) -> Iterator[str]:
    """The numbers behind this name where it is written with a capital, of 5.0 also the 5."""
    for word, number in _MEMBER_RE.findall(text):
        if fold(word) == fold(name) and word != word.lower():
            yield from (number, number.partition(".")[0])


def stands_with_codes(question: Question, found: Found, one: Ranked) -> bool:
    """Whether every code of the question (H100, FP8) stands in the piece's passage or in its note's names and headings."""
    source = one.piece.source
    return all(_stands(name, _words_of(source), source.lang, question, found) for name in question.names if is_code(name))


def _stays(name: str, question: Question, sources: Sequence[Source]) -> bool:
    """Whether the name would be written alike in these sources."""
    if any(source.lang == question.lang for source in sources) or question.lang == UNKNOWN:
        return True
    initials = name.isascii() and name.isupper() and len(name) > 1  # TPU, SLA
    return name[0].isdigit() or is_code(name) or initials or (name.isascii() and question.lang in OTHER_SCRIPTS)


def _stands(name: str, text: str, lang: str, question: Question, found: Found) -> bool:
    folded = fold(name)
    if name[0].isdigit() and folded.endswith("b"):
        return bool(re.search(_billions(folded.rstrip("b")), text))
    if name[0].isdigit():
        return bool(re.search(rf"(?<![\d.,]){_number_in(folded, question)}(?!\d|[.,]\d)", text))
    if re.fullmatch(r"v\d[\d.]*", folded):  # RoCE v2 is also written RoCEv2
        return bool(re.search(rf"(?<![0-9]){re.escape(folded)}(?![0-9])", text))
    if is_code(name):
        pattern = re.escape(folded).replace(r"\-", "[-\u2010-\u2015 ]?")
        return bool(re.search(rf"(?<![a-z0-9]){pattern}(?![a-z0-9])", text))
    if folded[: max(3, len(folded) - 2)] in text:  # an inflected ending may differ
        return True
    return bool(found.tokens(name, question.lang) & found.tokens(text, lang))


def _number_in(number: str, question: Question) -> str:
    """A pattern for a number with either decimal mark, its thousands set apart or not: 16384 is also 16 384 and 16,384, 0.8 also 0,8.

    Behind a name it is a version and stands as it is written: vLLM 0.9.
    """
    if any(f"{name} {number}" in question.text for name in question.names):
        return re.escape(number)
    whole, mark, part = number.partition("." if "." in number else ",")
    if mark and not (len(part) == 3 and whole != "0"):
        return rf"{whole}[.,]{part}"
    digits = re.sub(r"\D", "", number)
    if len(digits) <= 3:
        return re.escape(number)
    first = len(digits) % 3 or 3
    return "[,. \u00a0\u202f]?".join([digits[:first], *re.findall(r"\d{3}", digits[first:])])


def _billions(count: str) -> str:
    """A pattern for so many billions, as models are called (8B) and as languages count (8 млрд, 80 亿)."""
    plain = rf"(?<![\d.,]){re.escape(count)}[\s-]?(?:b(?![a-z0-9])|billion|млрд|миллиард|mld|miliard)"
    return rf"{plain}|(?<![\d.,]){int(count)}0\s?亿" if count.isdigit() else plain


def is_code(name: str) -> bool:
    """Whether this is a name like H100, FP8 or v1.2.3, which every language writes alike."""
    return name.isascii() and any(c.isdigit() for c in name) and name[:1].isalpha()


def whole(source: Source) -> str:
    """The source's passage with its note's names and the headings it stands under."""
    return " . ".join((source.note.title, *source.names, *source.heading_path, source.text))


def _words_of(source: Source) -> str:
    """The source as names are looked for in it: folded, Chinese without the spaces some texts put between words."""
    text = fold(whole(source))
    return re.sub(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff0-9])|(?<=[0-9]) (?=[\u4e00-\u9fff])", "", text) if source.lang == "zh" else text
