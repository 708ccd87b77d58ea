"""A snapshot → a part of its graph: what lies around one note, or all that filters leave, with the links in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.query import Filters

if TYPE_CHECKING:
    from gpukb.index import Edge, NoteRow, Snapshot

MAX_NOTES = 5000  # more is no picture, and would be slow to draw


@dataclass(frozen=True, slots=True)
class Part:
    """Notes, the nearest first, the edges between them, and how far each is from the root (0 where there is none).

    `degrees` counts the notes of the whole vault that each is tied to. `truncated`: there are more notes than were asked for.
    """

    notes: tuple[NoteRow, ...]
    edges: tuple[Edge, ...]
    hops: dict[int, int]
    degrees: dict[int, int]
    truncated: bool

    def ties(self) -> Counter[int]:
        """How many others of this part each note is tied to."""
        pairs = {(min(edge.source, edge.target), max(edge.source, edge.target)) for edge in self.edges}
        return Counter(number for pair in pairs for number in pair)


def fitting(snapshot: Snapshot, filters: Filters, relations: Collection[str], limit: int) -> Part:
    """The notes that fit the filters, by path."""
    numbers = [note.number for note in snapshot.notes(filters, limit=limit + 1).notes]
    return _part(snapshot, dict.fromkeys(numbers, 0), relations, limit)


def around(snapshot: Snapshot, root: NoteRow, depth: int, filters: Filters, relations: Collection[str], limit: int) -> Part:
    """The notes within so many links of the root. Ways lead over notes that fit and links of these relations alone."""
    wanted = {note.number for note in snapshot.notes(filters, limit=MAX_NOTES).notes} if filters else None
    hops = {root.number: 0}
    ring: Collection[int] = hops
    for hop in range(1, depth + 1):
        ends = {end for edge in _of(snapshot.neighbours(ring).edges, relations) for end in (edge.source, edge.target)}
        ring = sorted(number for number in ends - hops.keys() if wanted is None or number in wanted)
        hops.update(dict.fromkeys(ring, hop))
        if not ring or len(hops) > limit:
            break
    return _part(snapshot, hops, relations, limit)


def relations_in(snapshot: Snapshot) -> list[tuple[str, int]]:
    """The relations of the vault's links between notes, with how many pairs each ties, most first."""

    def count() -> list[tuple[str, int]]:
        numbers = [note.number for note in snapshot.notes(limit=MAX_NOTES).notes]
        found = Counter(edge.relation for edge in snapshot.neighbours(numbers).edges)
        return sorted(found.items(), key=lambda one: (-one[1], one[0]))

    made: list[tuple[str, int]] = snapshot.once("relations", count)
    return made


def _part(snapshot: Snapshot, hops: dict[int, int], relations: Collection[str], limit: int) -> Part:
    numbers = list(hops)[:limit]
    shown = set(numbers)
    hood = snapshot.neighbours(shown)
    rows = snapshot.notes_by_number(shown)
    edges = tuple(edge for edge in _of(hood.edges, relations) if edge.source in shown and edge.target in shown)
    return Part(tuple(rows[number] for number in numbers), edges, hops, dict(hood.degrees), len(hops) > limit)


def _of(edges: Iterable[Edge], relations: Collection[str]) -> Iterable[Edge]:
    return (edge for edge in edges if not relations or edge.relation in relations)
