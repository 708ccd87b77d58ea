"""A note → its passages in order: the lead, then each section's."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from gpukb.config import VaultConfig
from gpukb.note import Note, Span
from gpukb.passages.atoms import Atom, atoms_of
from gpukb.passages.lead import find_lead
from gpukb.passages.passage import Passage, PassageKind, passage_id
from gpukb.passages.sections import Section, sections_of
from gpukb.passages.size import Size

_LINE_END_RE: Final = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A passage without its name."""

    section: Section
    start: int
    end: int
    kind: PassageKind
    continued: bool = False


def split(note: Note, config: VaultConfig) -> tuple[Passage, ...]:
    """The passages of a note: the lead first, the rest in the order of the text. A canvas has none."""
    if note.kind == "canvas":
        return ()
    sections = list(sections_of(note, config))
    lead = find_lead(note.text, sections)
    pieces = [] if lead is None else [_Piece(lead.section, lead.start, lead.end, "lead")]
    for section in sections:
        for run in section.runs:
            pieces.extend(_pack(note.text, section, list(atoms_of(note.text, run))))
    return tuple(_named(note, pieces))


def _named(note: Note, pieces: Sequence[_Piece]) -> Iterator[Passage]:
    lines = [0, *(match.end() for match in _LINE_END_RE.finditer(note.text))]
    equals: Counter[tuple[tuple[str, ...], str]] = Counter()
    for ordinal, piece in enumerate(pieces):
        text = note.text[piece.start : piece.end]
        path = piece.section.heading_path
        equal = equals[path, text]
        equals[path, text] += 1
        span = Span(piece.start, piece.end, bisect_right(lines, piece.start))
        yield Passage(
            passage_id(note.id, path, text, equal), note.path, ordinal, path, piece.section.anchor, piece.kind, note.lang,
            span, bisect_right(lines, piece.end - 1), text, piece.continued,
        )  # fmt: skip


def _pack(text: str, section: Section, atoms: Sequence[Atom]) -> Iterator[_Piece]:
    """Atoms joined to passages of about the same length, near the target."""
    total = sum((atom.size for atom in atoms), Size())
    room = 1.0 if total.fits else total.share / ceil(total.share)
    group: list[Atom] = []
    size = Size()
    for atom in atoms:
        together = size + atom.size
        enough = not total.fits and any(a.says for a in group) and atom.says and size.share + atom.size.share / 2 > room
        if group and (enough or not together.fits):
            yield from _piece(text, section, group)
            group, size = [], Size()
        group.append(atom)
        size += atom.size
    yield from _piece(text, section, group)


def _piece(text: str, section: Section, group: Sequence[Atom]) -> Iterator[_Piece]:
    """The passage of these atoms, if they say anything."""
    kinds = {atom.kind for atom in group if atom.says}
    if kinds:
        start, end = group[0].start, group[-1].end
        raw = text[start:end]
        start, end = start + len(raw) - len(raw.lstrip()), end - (len(raw) - len(raw.rstrip()))
        yield _Piece(section, start, end, kinds.pop() if len(kinds) == 1 else "section", group[0].continued)
