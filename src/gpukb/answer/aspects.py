"""One side of a thing that is asked for → the section of its note: the drawbacks of MIG are its "Pitfalls".

That is where a question asks for one side of one named note and for nothing else. Which headings mean which side is told by a small
table in four languages and by the vault's templates: what stands at the same place as a heading of the table means the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from gpukb.answer.aspect_words import ASPECTS, Aspect
from gpukb.answer.pieces import Piece, pieces_of
from gpukb.answer.question import Question
from gpukb.answer.sources import Found, Source, Term
from gpukb.function_words import FUNCTION_WORDS, QUESTION_WORDS
from gpukb.markdown import normalize_heading

SECTION_CHARS: Final = 1200  # of a section told: the longest list of ours has 900, and a phone shows so much on two screens
TITLED: Final = 0.6  # of the words beside those for the side, that a title must hold to be what they mean


HINT: Final = 0.5  # weight of a word of the question from which on it is more than a hint


@dataclass(frozen=True, slots=True)
class Asked:
    """The side that a question asks for, the question's words for it, and the question without them."""

    aspect: Aspect
    words: str
    rest: str


@lru_cache(maxsize=64)
def aspect_of(question: Question) -> Asked | None:
    """The side that is asked for; None where none is."""
    low = question.text.casefold().rstrip(" ?？!！.。")
    for aspect in ASPECTS:
        pattern = aspect.asked.get(question.lang)
        words = [found.group() for found in re.finditer(pattern, low)] if pattern else []
        if pattern and words:
            return Asked(aspect, " ".join(words), without_function_words(re.sub(pattern, " ", low), question.lang))
    return None


def without_function_words(text: str, lang: str) -> str:
    """Chinese without the characters that ask and join, which would else be read together with those beside them."""
    if lang != "zh":
        return text
    words = sorted(FUNCTION_WORDS["zh"] | QUESTION_WORDS["zh"], key=len, reverse=True)
    return re.sub("|".join(map(re.escape, words)), " ", text)


def section_told(question: Question, found: Found, lang: str) -> list[Piece]:
    """The section of the one note whose side is asked for; none where the question asks for more, or where no such section is.

    In the asker's language where the note is there, else in the first that has it.
    """
    asked = aspect_of(question)
    if asked is None:
        return []
    named = found.named()
    if any(source.meant & found.tokens(asked.words, question.lang) for source in named):
        return []  # the word is a part of a name: 数据 of 数据并行
    notes: dict[str, list[Source]] = {}
    for source in named:
        if not source.generated and (_is_meant(source, asked.rest, found) or _is_titled(source, asked.rest, found)):
            notes.setdefault(source.note.id, []).append(source)
    order = sorted(notes.values(), key=lambda note: (not _is_meant(note[0], asked.rest, found), note[0].lang != lang))
    for note in order:
        for group in asked.aspect.headings:
            section = [source for source in note if source.kind != "lead" and stands_under(source.heading_path, group, found)]
            if section:
                return list(_told(section))
    return []


def stands_under_aspect(question: Question, heading_path: Sequence[str], found: Found) -> bool:
    """Whether the headings mean the side that the question asks for."""
    asked = aspect_of(question)
    return asked is not None and stands_under(heading_path, asked.aspect.headings[0], found)


def stands_under(heading_path: Sequence[str], group: str, found: Found) -> bool:
    """Whether one of these headings is of the group."""
    return any(normalize_heading(heading) in _headings(group, found.alike) for heading in heading_path)


def _is_meant(source: Source, rest: str, found: Found) -> bool:
    """Whether the question, without the words for the side, names this note and says no more."""
    return bool(source.meant) and all(term.held(source.meant) for term in _said(rest, found))


def _said(rest: str, found: Found) -> list[Term]:
    """The question's words that stand in the rest of it, without those that are only a hint."""
    return [term for term in found.terms if term.surface.casefold() in rest and max(term.forms.values()) >= HINT]


def _is_titled(source: Source, rest: str, found: Found) -> bool:
    """Whether the note's title is what the question asks a side of: "the risks of moving training to spot cards"."""
    terms = _said(rest, found)
    title = found.tokens(source.note.title, source.lang)
    return source.titled > 0 and sum(term.held(title) for term in terms) > TITLED * sum(term.weight for term in terms)


@cache
def _headings(group: str, alike: Collection[frozenset[str]]) -> frozenset[str]:
    """The headings of the table and those that the vault's templates have in their place."""
    known = frozenset(map(normalize_heading, group.split("|")))
    return known.union(*(place for place in alike if place & known))


def _told(section: Sequence[Source]) -> Iterator[Piece]:
    """The pieces of a section in order, lists and tables whole where they fit, as much as is read at once."""
    pieces = [piece for source in section for piece in pieces_of(source)]
    whole = [piece for piece in pieces if piece.is_whole]
    parts = [piece for piece in pieces if not any(one is not piece and one.start <= piece.start and piece.end <= one.end for one in whole)]
    end = length = 0
    for piece in sorted(parts, key=lambda piece: piece.start):
        if piece.start < end:
            continue  # two passages of one section overlap
        end = piece.end
        length += piece.end - piece.start
        if length > SECTION_CHARS and length > piece.end - piece.start:
            return
        yield piece
