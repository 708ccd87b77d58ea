"""A run of blocks → atoms: the pieces that stay whole, each small enough for a passage."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gpukb.markdown import BlockRange
from gpukb.passages.passage import PassageKind
from gpukb.passages.sections import Run
from gpukb.passages.size import Size, size_of
from gpukb.sentences import split_sentences

_KINDS: Final[dict[str, PassageKind]] = {"list": "list", "table": "table", "code": "code"}
CUT_WINDOW: Final = 2400  # characters: more than fit into any passage
CUT_BACK: Final = 0.6  # a cut is looked for in the last two fifths of what fits
_CUTS: Final = (re.compile(r"[.!?;。！？；…]+\s*"), re.compile(r"[,:，、：]+\s*|\n"), re.compile(r"\s+"))
_SAYS_RE: Final = re.compile(r"[^\W_]")
_HIDDEN_RES: Final = ((re.compile(r"<!--.*?-->", re.DOTALL), "-->"), (re.compile(r"%%.*?%%", re.DOTALL), "%%"))


@dataclass(frozen=True, slots=True)
class Atom:
    """A piece that stays whole. `continued`: it begins where something too long was cut. `says`: a reader sees something worth finding."""

    start: int
    end: int
    kind: PassageKind
    size: Size
    says: bool
    continued: bool = False


def atoms_of(text: str, run: Run) -> Iterator[Atom]:
    """The atoms of a run, in order and without a gap."""
    edges = [run.start, *(block.start for block in run.blocks[1:]), run.end]
    if not run.blocks:
        yield from _whole(text, run.start, run.end, "section", ())
    for block, start, end in zip(run.blocks, edges, edges[1:], strict=False):
        yield from _whole(text, start, end, _KINDS.get(block.kind, "section"), (block,))


def _whole(text: str, start: int, end: int, kind: PassageKind, blocks: Sequence[BlockRange]) -> Iterator[Atom]:
    """The stretch as one atom if it fits, else in the pieces that its blocks give."""
    size = size_of(text[start:end])
    speaks = says(text[start:end]) or kind == "code"
    if size.fits or not speaks:
        yield Atom(start, end, kind, size, speaks)
        return
    children = blocks[0].children if len(blocks) == 1 else blocks
    if len(children) > 1:
        edges = [start, *(child.start for child in children[1:]), end]
        for child, first, last in zip(children, edges, edges[1:], strict=False):
            yield from _whole(text, first, last, kind, (child,))
    elif len(children) == 1:
        yield from _whole(text, start, end, kind, children)
    elif kind == "code" or (blocks and blocks[0].kind == "code"):
        yield from _pieces(text, _lines(text, start, end), kind)
    else:
        yield from _pieces(text, _sentences(text, start, end), kind)


def says(text: str) -> bool:
    """Whether a reader sees a word in it: rules and comments say nothing."""
    for hidden, closer in _HIDDEN_RES:
        last = text.rfind(closer)
        if last >= 0:  # behind it nothing is closed, and each opener there would be read to the end
            last += len(closer)
            text = hidden.sub("", text[:last]) + text[last:]
    return _SAYS_RE.search(text) is not None


def _pieces(text: str, ranges: Iterable[tuple[int, int]], kind: PassageKind) -> Iterator[Atom]:
    for start, end in ranges:
        size = size_of(text[start:end])
        if size.fits:
            yield Atom(start, end, kind, size, says(text[start:end]))
            continue
        for number, (first, last) in enumerate(_cut(text, start, end)):
            piece = text[first:last]
            yield Atom(first, last, kind, size_of(piece), says(piece), continued=number > 0)


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for line in text[start:end].splitlines(keepends=True):
        yield start, start + len(line)
        start += len(line)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences, each with what stands before the next."""
    found = split_sentences(text[start:end], start)
    edges = [start, *(first for first, _ in found[1:]), end]
    yield from pairwise(edges)


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Pieces that fit, cut behind the last mark, else comma or line, else space in reach, else anywhere."""
    while start < end:
        stop = start + _fitting(text[start : min(end, start + CUT_WINDOW)])
        if stop < end:
            least = start + int((stop - start) * CUT_BACK)
            cuts = ([m.end() for m in pattern.finditer(text, least, stop)] for pattern in _CUTS)
            stop = next((found[-1] for found in cuts if found), stop)
        yield start, stop
        start = stop


def _fitting(window: str) -> int:
    """How many characters of the window fit into a passage; at least one."""
    if size_of(window).fits:
        return len(window)
    return max(1, bisect_left(range(1, len(window) + 1), True, key=lambda length: not size_of(window[:length]).fits))
