"""A note that the asker's language lacks → whether it answers, where the asker's own notes are only near.

Every other note is answered by its version in the asker's language: its words are the better witness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gpukb.answer.evidence import Evidence
from gpukb.answer.held_names import absent_names
from gpukb.answer.pieces import Piece
from gpukb.answer.question import Question
from gpukb.answer.rank import Ranked
from gpukb.answer.sources import Found, Source

# Fitted on the older sets of `bench/sets`: four questions more across languages find their note, none within a language loses its own.
# LIKE, ALIKE and SAYING may be moved by a tenth at the cost of two questions at most, AHEAD may be halved.
AHEAD: Final = 0.1  # by which the best piece there must be nearer to the question than the best here
LIKE: Final = 1.25  # nearness of a title there that asks or does about what the question does, where no sentence here says much of it
ALIKE: Final = 1.5  # and whatever the sentences here say
SAYING: Final = 1.05  # agreement of words and meaning in one sentence here, from which on it says much of what is asked
NAME_PIECES: Final = 5  # best pieces here of which one should hold all names and numbers of the question

Judged = tuple[tuple[Ranked, ...], Evidence]


def lacking(question: Question, found: Found, here: Judged, others: Sequence[Source]) -> tuple[Source, ...]:
    """The sources that only other languages have, where one of them may answer better than the asker's own; else none."""
    alone = tuple(source for source in others if source.untranslated)
    if not found.vectors or here[1].outcome == "none":
        return ()
    return alone if any(source.title >= LIKE for source in alone) or _misses_names(question, found, here[0]) else ()


def is_told_elsewhere(question: Question, found: Found, here: Judged, there: Judged) -> bool:
    """Whether what the asker's language lacks says what is asked, and its own notes only something near."""
    ranked, evidence = there
    if not ranked or not here[0] or evidence.outcome == "none":
        return False
    best, own = ranked[0], here[0][0]
    if best.parts["nearness"] - own.parts["nearness"] < AHEAD or _missed(question, found, best.piece):
        return False
    title = best.piece.source.title
    if title >= ALIKE or (title >= LIKE and here[1].strength.agreement < SAYING):
        return True
    return evidence.outcome == "enough" and _misses_names(question, found, here[0])


def _misses_names(question: Question, found: Found, ranked: Sequence[Ranked]) -> bool:
    """Whether each of the best pieces misses a name or number of the question: QLoRA with 65B, 8B without QLoRA."""
    return all(_missed(question, found, one.piece) for one in ranked[:NAME_PIECES])


def _missed(question: Question, found: Found, piece: Piece) -> tuple[str, ...]:
    """The names and numbers of the question that stand neither in the piece nor in its note's names and headings."""
    return absent_names(question, replace(piece.source, text=piece.told), found)
