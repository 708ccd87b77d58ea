"""Ranked pieces → the few to quote, in reading order: the defining sentence first, context for a sentence that leans on the one before."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from gpukb.answer.pieces import Piece
from gpukb.answer.procedure import procedure
from gpukb.answer.question import Question
from gpukb.answer.rank import Ranked, is_keyed, is_looked_up, is_step
from gpukb.answer.sources import Found

MOST: Final = 4  # sentences of an answer: more is reading the note
MOST_CHARS: Final = 900
CLOSE: Final = 0.9  # of the best score: what scores less is about something near, not about the question
CLOSE_BY: Final = 0.7  # where it stands in the best piece's note: the first sentence names the thing, another says what is asked of it
TITLED: Final = 0.3  # from which on a note's title is taken for the question, so that its thesis goes first
SIDES: Final = 2  # of a comparison
REPEATS: Final = 0.6  # share of a piece's words that were already said
THESIS_MORE: Final = 1  # sentences after the first of a note whose title is the question
DEFINITION_MORE: Final = 1  # sentences after the defining one, of the same section

# A sentence that opens so says little without the one before it.
_LEANS: Final = {
    "ru": r"(?:он|она|оно|они|его|её|ее|их|это|этот|эта|эти|этого|этой|такой|такая|такие|такое|при этом|поэтому|"
    r"однако|тогда|там|здесь|обе|оба)\b",
    "en": r"(?:it|its|they|their|this|these|those|such|he|she|his|her|however|therefore|then|there|both|here)\b",
    "pl": r"(?:on|ona|ono|oni|one|jego|jej|ich|to|ten|ta|te|tego|tej|taki|taka|takie|jednak|dlatego|wtedy|tam|oba|obie)\b",
    "zh": r"(?:它|其|这|该|此|他|她|因此|但|然而|同时|两者)",
}


def choose(question: Question, ranked: Sequence[Ranked], found: Found) -> list[Piece]:
    """The pieces to quote, in the order of the answer; none when nothing was ranked. One language: the first piece's."""
    if not ranked:
        return []
    best = ranked[0].piece
    ranked = [one for one in ranked if one.piece.source.lang == best.source.lang]
    if question.kind == "definition" and best.source.kind == "lead" and not question.numbers:
        return [best, *_following(best, ranked, DEFINITION_MORE)]
    steps = _steps(question, best, ranked, found)
    if steps:
        return steps
    if best.source.titled > TITLED:
        thesis = _thesis(question, best, ranked)
        if thesis:
            return thesis
    sides = _sides(question, best, ranked)
    if sides:
        return sides
    chosen = _in_order(_with_context(_picked(_looked_up(question, ranked, found), found), ranked, found))
    return _with_steps(question, chosen, found) if question.wants_list else chosen


def _thesis(question: Question, best: Piece, ranked: Sequence[Ranked]) -> list[Piece]:
    """The first sentences of the best piece's note, which say in short what its title asks, and the best that says more of the question."""
    of_note = [one.piece for one in ranked if one.piece.source.note.id == best.source.note.id and one.piece.kind == "sentence"]
    first = min(of_note, key=lambda piece: piece.start, default=None)
    if first is None:
        return []
    thesis = [first, *_following(first, ranked, THESIS_MORE)]
    of_thesis = max((one.parts["overlap"] for one in ranked if _inside(one.piece, thesis)), default=0.0)
    rest = [one for one in ranked if one.piece.source.note.id == best.source.note.id and not _inside(one.piece, thesis)]
    keyed = [one.piece for one in rest if is_keyed(question, one.piece)]
    more = next(iter([*keyed, *(one.piece for one in rest if one.parts["overlap"] > of_thesis)]), None)
    return thesis if more is None or more.is_whole else [*thesis, more]


def _steps(question: Question, best: Piece, ranked: Sequence[Ranked], found: Found) -> list[Piece]:
    """Where a procedure is asked for and the best piece or its note has one: all of it."""
    if question.kind != "how" or not question.wants_list:
        return []
    pieces = [best]
    if best.source.note.type == "practice" or best.source.titled > TITLED:
        of_note = (one.piece for one in ranked if one.piece.source.note.id == best.source.note.id and one.piece.kind in ("list", "item"))
        pieces += sorted(of_note, key=lambda piece: piece.start)
    text = found.text_of(best.source.note.id)
    return next((steps for piece in pieces if (steps := procedure(piece, text, found.sources))), [])


def _with_steps(question: Question, chosen: list[Piece], found: Found) -> list[Piece]:
    """The chosen, but in place of the first that is a step all of its procedure, and no step of another beside it."""
    out: list[Piece] = []
    steps: list[Piece] = []
    for piece in chosen:
        told = procedure(piece, found.text_of(piece.source.note.id), found.sources) if question.kind == "how" or is_step(piece) else []
        if told and not steps:
            steps = told
            out = [*(one for one in out if not _inside(one, steps)), *steps]
        elif not told and not _inside(piece, steps):
            out.append(piece)
    return out


def _sides(question: Question, best: Piece, ranked: Sequence[Ranked]) -> list[Piece]:
    """Where two notes are compared by their names and no table does it: the best piece and what each of them is."""
    if question.kind != "comparison" or best.is_whole or best.source.titled > TITLED:
        return []
    leads: dict[str, Piece] = {}
    for one in ranked:
        piece = one.piece
        if piece.source.kind == "lead" and piece.source.meant:
            leads.setdefault(piece.source.note.id, piece)
    names = {piece.source.meant for piece in leads.values()}
    if len(leads) != SIDES or len(names) != SIDES:
        return []
    return [best, *(piece for piece in leads.values() if not _inside(piece, [best]))]


def _looked_up(question: Question, ranked: Sequence[Ranked], found: Found) -> Sequence[Ranked]:
    """The same without the other rows of a table in which what the question names is looked up: Xid 74 says nothing of Xid 79."""
    rows = [one.piece for one in ranked if one.piece.kind == "row"]
    keyed = {(row.source.note.id, row.header_at, row.start) for row in rows if is_looked_up(question, row, found)}
    tables = {(note, table) for note, table, _ in keyed}
    return [
        one
        for one in ranked
        if one.piece.kind != "row"
        or (one.piece.source.note.id, one.piece.header_at) not in tables
        or (one.piece.source.note.id, one.piece.header_at, one.piece.start) in keyed
    ]


def _picked(ranked: Sequence[Ranked], found: Found) -> list[Piece]:
    """The best piece and those close behind it that say something else."""
    top = max(one.score for one in ranked)
    note = ranked[0].piece.source.note.id
    chosen: list[Piece] = []
    said: set[str] = set()
    for one in ranked:
        piece = one.piece
        if len(chosen) == MOST - 1:
            break
        if one.score < (CLOSE_BY if piece.source.note.id == note else CLOSE) * top:
            continue
        words = found.tokens(piece.raw, piece.source.lang)
        if piece.is_whole and _elsewhere(piece, chosen):
            continue  # one table or list answers; a second from another note is another answer
        if chosen and (_inside(piece, chosen) or _repeats(words, said) or _length(chosen) + len(piece.raw) > MOST_CHARS):
            continue
        chosen = [old for old in chosen if not _inside(old, [piece])]
        chosen.append(piece)
        said |= words
    return chosen


def _elsewhere(piece: Piece, chosen: Sequence[Piece]) -> bool:
    return any(other.is_whole and other.source.note.id != piece.source.note.id for other in chosen)


def _following(piece: Piece, ranked: Sequence[Ranked], most: int) -> list[Piece]:
    """The next sentences of the same note and heading."""
    after = [
        one.piece
        for one in ranked
        if one.piece.kind == "sentence"
        and one.piece.source.note.id == piece.source.note.id
        and one.piece.source.heading_path == piece.source.heading_path
        and one.piece.start >= piece.end
    ]
    return sorted(after, key=lambda p: p.start)[:most]


def _with_context(chosen: list[Piece], ranked: Sequence[Ranked], found: Found) -> list[Piece]:
    """The chosen and, before each that leans on another sentence, that sentence."""
    out: list[Piece] = []
    for piece in chosen:
        before = _before(piece, ranked, found) if _leans(piece) and len(chosen) < MOST else None
        if before and not _inside(before, [*out, *chosen]):
            out.append(before)
        out.append(piece)
    return out[:MOST]


def _before(piece: Piece, ranked: Sequence[Ranked], found: Found) -> Piece | None:
    """The sentence right before, with nothing but space and list marks between."""
    text = found.text_of(piece.source.note.id)
    nearest = None
    for one in ranked:
        other = one.piece
        if not other.is_whole and other.source.note.id == piece.source.note.id and other.end <= piece.start:
            nearest = other if nearest is None or other.end > nearest.end else nearest
    return nearest if nearest and re.fullmatch(r"[\s>]*", gap := text[nearest.end : piece.start]) and gap.count("\n") < 3 else None


def _leans(piece: Piece) -> bool:
    if piece.kind == "code":
        return True  # what the commands do is said before them
    pattern = _LEANS.get(piece.source.lang, _LEANS["en"])
    return piece.kind == "sentence" and bool(re.match(pattern, piece.shown, re.IGNORECASE))


def _in_order(pieces: Sequence[Piece]) -> list[Piece]:
    """The best piece first, behind the sentence that it leans on; then those of one section together and as they stand there."""
    if not pieces:
        return []
    first: dict[tuple[str, tuple[str, ...]], int] = {}
    for at, piece in enumerate(pieces):
        first.setdefault((piece.source.note.id, piece.source.heading_path), at)
    head = 2 if len(pieces) > 1 and _leans(pieces[1]) and pieces[0].end <= pieces[1].start else 1
    rest = sorted(pieces[head:], key=lambda p: (first[p.source.note.id, p.source.heading_path], p.start))
    return [*pieces[:head], *rest]


def _inside(piece: Piece, others: Sequence[Piece]) -> bool:
    return any(o.source.note.id == piece.source.note.id and o.start <= piece.start and piece.end <= o.end for o in others)


def _repeats(words: Collection[str], said: Collection[str]) -> bool:
    return bool(words) and sum(word in said for word in words) > REPEATS * len(words)


def _length(pieces: Sequence[Piece]) -> int:
    return sum(len(piece.raw) for piece in pieces)
