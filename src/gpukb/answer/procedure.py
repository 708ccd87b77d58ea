"""A piece of a note → the procedure it belongs to: its numbered steps from the first on, each with the code and words that stand under it.

What stands between two numbered lists of one section goes with the step before it, so nothing is told out of order and nothing is left out:
where the procedure is too long it is cut before a step, and a last piece of kind `rest` says which steps are not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gpukb.answer.pieces import Piece, PieceKind
from gpukb.answer.sources import Source
from gpukb.markdown import BlockRange, blocks_of

STEPS_CHARS: Final = 4000  # of a procedure told whole: the longest of our specs has 1,450
_NUMBER_RE: Final = re.compile(r"(\d{1,9})[.)]")
_KINDS: Final[dict[str, PieceKind]] = {
    "list": "list",
    "code": "code",
    "table": "table",
    "paragraph": "sentence",
    "quote": "sentence",
    "math": "sentence",
}


@dataclass(frozen=True, slots=True)
class _Part:
    """A step's item, or a block that goes with it; `block` is the list or block that it is cut from."""

    step: int
    start: int
    end: int
    block: BlockRange


def procedure(piece: Piece, text: str, sources: Sequence[Source]) -> list[Piece]:
    """The pieces of the procedure that this piece is a part of; none where it is no part of one. `text` is all of its note."""
    parts = next((run for run in _runs(text, piece.start) if run[0].start <= piece.start < run[-1].end), [])
    if not parts:
        return []
    told = _told(parts)
    pieces = [_piece(kind, start, end, piece, text, sources) for kind, start, end in _merged(told)]
    left = parts[len(told) :]
    if left:
        first, last = left[0].step, left[-1].step
        rest = _piece("rest", left[0].start, left[-1].end, piece, text, sources)
        pieces.append(replace(rest, header=f"{first}" if first == last else f"{first}–{last}"))
    return pieces


def _runs(text: str, at: int) -> Iterator[list[_Part]]:
    """The procedures of the section that holds this place."""
    run: list[_Part] = []
    loose: list[BlockRange] = []  # blocks since the last step: they go with it if another step follows, else those that lean on it
    for block in _steps_apart(_section(blocks_of(text, 0), at), text):
        first = _NUMBER_RE.match(text, block.start, block.end) if block.kind == "list" else None
        if first is None:
            loose += [block] if run else []
            continue
        if run and int(first[1]) == 1 and (not loose or len(_leaning(loose, text)) < len(loose)):
            yield [*run, *_parts_of(_leaning(loose, text), run)]
            run, loose = [], []
        number = int(first[1]) if not run or int(first[1]) > run[-1].step else run[-1].step + 1
        run += _parts_of(loose, run)
        run += [_Part(number + n, item.start, item.end, block) for n, item in enumerate(block.children)]
        loose = []
    if run:
        yield [*run, *_parts_of(_leaning(loose, text), run)]


def _section(blocks: Sequence[BlockRange], at: int) -> Sequence[BlockRange]:
    """The blocks between the headings before and after this place."""
    first = max((n + 1 for n, block in enumerate(blocks) if block.kind == "heading" and block.start <= at), default=0)
    last = next((n for n, block in enumerate(blocks) if block.kind == "heading" and block.start > at), len(blocks))
    return blocks[first:last]


def _steps_apart(blocks: Sequence[BlockRange], text: str) -> Iterator[BlockRange]:
    """The same, but a paragraph under a step ends where a line begins with the next step's number.

    CommonMark reads on there, since only a 1 may break a paragraph; whoever wrote the steps without blank lines meant another step.
    """
    step = 0
    for block in blocks:
        if block.kind == "list" and (first := _NUMBER_RE.match(text, block.start, block.end)):
            step = int(first[1]) + len(block.children) - 1
        start = block.start
        while step and block.kind == "paragraph" and (cut := re.search(rf"\n[ \t]*(?={step + 1}[.)][ \t])", text[start : block.end])):
            yield _part_of(block, start, start + cut.start())
            start, step = start + cut.end(), step + 1
        yield _part_of(block, start, block.end) if start > block.start else block


def _part_of(block: BlockRange, start: int, end: int) -> BlockRange:
    """A part of a paragraph; a step where it begins with a number and is not the first."""
    if start == block.start:
        return BlockRange("paragraph", start, end)
    return BlockRange("list", start, end, children=(BlockRange("item", start, end),))


def _leaning(blocks: Sequence[BlockRange], text: str) -> list[BlockRange]:
    """Those from the first on that go with the step before: code, and what is indented."""
    end = next(
        (n for n, one in enumerate(blocks) if one.kind != "code" and text[one.start - 1 : one.start] not in (" ", "\t")), len(blocks)
    )
    return list(blocks[:end])


def _parts_of(blocks: Sequence[BlockRange], run: Sequence[_Part]) -> list[_Part]:
    return [_Part(run[-1].step, block.start, block.end, block) for block in blocks if block.kind in _KINDS]


def _told(parts: Sequence[_Part]) -> Sequence[_Part]:
    """The steps that fit, the first in any case."""
    if parts[-1].end - parts[0].start <= STEPS_CHARS:
        return parts
    last = max((one.step for one in parts if _end_of(one.step, parts) - parts[0].start <= STEPS_CHARS), default=parts[0].step)
    return [one for one in parts if one.step <= last]


def _end_of(step: int, parts: Sequence[_Part]) -> int:
    return max(one.end for one in parts if one.step == step)


def _merged(parts: Sequence[_Part]) -> Iterator[tuple[PieceKind, int, int]]:
    """The parts as blocks: items of one list together."""
    start = parts[0].start
    for one, after in zip(parts, [*parts[1:], None], strict=True):
        if after is None or after.block is not one.block:
            yield _KINDS[one.block.kind], start, one.end
            start = after.start if after else 0


def _piece(kind: PieceKind, start: int, end: int, piece: Piece, text: str, sources: Sequence[Source]) -> Piece:
    """The range as a piece of the passage that holds it, or of the first piece's where none that was found does."""
    same = (one for one in sources if one.note.id == piece.source.note.id and one.heading_path == piece.source.heading_path)
    holder = next((one for one in same if one.start <= start and end <= one.end), None)
    return Piece(holder or replace(piece.source, start=0, text=text), start, end, kind)
