"""How something is done → the steps of the note that tells it, in the asker's language.

Where the best steps stand in another language, the note's version in the asker's own tells the same ones. Where what was found is just too
weak for an answer, but a note that is all about doing something is among the nearest, its steps are shown as what comes closest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gpukb.answer.evidence import WEAK, Evidence
from gpukb.answer.pieces import Piece, pieces_of
from gpukb.answer.procedure import procedure
from gpukb.answer.question import Question
from gpukb.answer.rank import Ranked
from gpukb.answer.sources import Found, Source

PRACTICE: Final = "practice"  # the type of notes that tell how something is done
ALMOST_WEAK: Final = 0.4  # confidence from which on the nearest such note is shown: of our 19 unanswerable questions for a way none has .25
NEAREST: Final = 3  # best pieces of which one must be of such a note


def steps_told(
    question: Question, found: Found, ranked: Sequence[Ranked], evidence: Evidence, lang: str
) -> tuple[tuple[Piece, ...], Evidence]:
    """The steps and how sure they are; none where no way is asked for, or where the ranked pieces tell it as it should be."""
    if question.kind != "how" or not question.wants_list or not ranked:
        return (), evidence
    if evidence.outcome != "none":
        best = ranked[0].piece
        return (_steps(best.source, found, lang) if best.source.lang != lang and _is_way(best, found) else ()), evidence
    near = next((one.piece.source for one in ranked[:NEAREST] if one.piece.source.note.type == PRACTICE), None)
    if near is None or evidence.barred or evidence.confidence < ALMOST_WEAK:
        return (), evidence
    steps = _steps(near, found, lang)
    return steps, replace(evidence, outcome="weak", confidence=WEAK) if steps else evidence


def _is_way(piece: Piece, found: Found) -> bool:
    """Whether the piece is a step, or of a note that tells how something is done."""
    note = piece.source.note
    return note.type == PRACTICE or bool(procedure(piece, found.text_of(note.id), found.sources))


def _steps(source: Source, found: Found, lang: str) -> tuple[Piece, ...]:
    """The first numbered steps of the source's note, in its version in this language; none where there is no such version."""
    passages = [one for one in found.version_of(source.note.id, lang) if not one.generated]
    told = (
        procedure(piece, found.text_of(piece.source.note.id), passages)
        for passage in sorted(passages, key=lambda one: one.start)
        for piece in pieces_of(passage)
        if piece.kind in ("list", "item")
    )
    return tuple(next((steps for steps in told if steps), ()))
