"""A note → the notes beside it that a reader may want next, each with why: a relation, links in common, a definition near in meaning."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.fusion import weight_of
from gpukb.index.find_links import TRANSLATION

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

INDEX = "index"  # lists of notes are beside everything
NEAREST = 60  # leads looked at by each encoder: four versions of fifteen concepts
LINKED = 0.35  # for a link between the two: as much as a lead half-way from the farthest to the nearest looked at
TYPED = 0.15  # more where the link says how they belong together
SHARED = 0.35  # at most, for notes that both are linked with, the rare ones counting more (Adamic and Adar 2003)
PLAIN = frozenset({"mentions", "embeds"})


@dataclass(frozen=True, slots=True)
class Related:
    """A note, how strongly it belongs beside the other, and why. `nearness` is 0 to 1 among what was looked at."""

    note: NoteRow
    score: float
    relations: tuple[str, ...]
    linked: bool
    shared: tuple[NoteRow, ...]
    nearness: float


def related(snapshot: Snapshot, note: NoteRow, limit: int) -> tuple[Related, ...]:
    """The notes nearest to this one, one of each concept, the note's own language first; its own versions are left out."""
    links = _Links(snapshot, note.number)
    near = _nearness(snapshot, note.number)
    rows = snapshot.notes_by_number({*links.direct, *links.common, *near})
    concepts = snapshot.concepts([note.number, *rows])
    scored = [
        (links.score(number) + near.get(number, 0.0), number)
        for number, row in rows.items()
        if number != note.number and not row.hidden and row.type != INDEX and concepts[number] != concepts[note.number]
    ]
    scored.sort(key=lambda pair: (-pair[0], rows[pair[1]].lang != note.lang, rows[pair[1]].path))
    best = _own_versions(scored, concepts, rows, note.lang)[:limit]
    common = snapshot.notes_by_number({other for _, number in best for other in links.common.get(number, ())})
    return tuple(
        Related(
            rows[number],
            round(score, 4),
            tuple(sorted(links.direct.get(number, set()) - PLAIN)),
            number in links.direct,
            tuple(sorted((common[other] for other in links.common.get(number, ())), key=lambda row: row.path)),
            round(near.get(number, 0.0), 4),
        )
        for score, number in best
    )


def _own_versions(
    scored: list[tuple[float, int]], concepts: dict[int, int], rows: dict[int, NoteRow], lang: str
) -> list[tuple[float, int]]:
    """The best version of each concept, in this language where there is one, at the place of the concept's best."""
    versions: dict[int, list[tuple[float, int]]] = {}
    for pair in scored:
        versions.setdefault(concepts[pair[1]], []).append(pair)
    chosen = []
    for pairs in versions.values():
        own = [pair for pair in pairs if rows[pair[1]].lang == lang] or pairs
        chosen.append((pairs[0][0], own[0][1]))
    return sorted(chosen, key=lambda pair: (-pair[0], rows[pair[1]].path))


class _Links:
    """What ties a note to others: relations of direct links, and the notes that both are linked with."""

    def __init__(self, snapshot: Snapshot, number: int) -> None:
        self.direct: dict[int, set[str]] = {}
        for edge in snapshot.neighbours([number]).edges:
            if edge.relation != TRANSLATION:
                self.direct.setdefault(edge.target if edge.source == number else edge.source, set()).add(edge.relation)
        rows = snapshot.notes_by_number(self.direct)
        self.direct = {other: found for other, found in self.direct.items() if rows[other].type != INDEX}
        around = snapshot.neighbours(self.direct)
        self._degrees = around.degrees
        self.common: dict[int, set[int]] = {}
        for edge in around.edges:
            for middle, far in ((edge.source, edge.target), (edge.target, edge.source)):
                if middle in self.direct and far != number and edge.relation != TRANSLATION:
                    self.common.setdefault(far, set()).add(middle)

    def score(self, number: int) -> float:
        shared = sum(1 / math.log2(2 + self._degrees.get(middle, 1)) for middle in self.common.get(number, ()))
        relations: Collection[str] = self.direct.get(number, ())
        typed = TYPED if any(relation not in PLAIN for relation in relations) else 0.0
        return (LINKED if relations else 0.0) + typed + SHARED * min(1.0, shared)


def _nearness(snapshot: Snapshot, number: int) -> dict[int, float]:
    """The notes with the nearest leads: 1 for the nearest, 0 for the farthest looked at, the encoders' opinions weighed."""
    lead = snapshot.leads([number]).get(number)
    if lead is None:
        return {}
    total = 0.0
    found: dict[int, float] = {}
    for status in snapshot.vector_status():
        vector = snapshot.vectors(status.encoder, "lead", [lead.number]).get(lead.number)
        if vector is None:
            continue
        weight = weight_of(status.encoder).weight
        total += weight
        near = [pair for pair in snapshot.vector_search(status.encoder, vector.reshape(-1), "lead", NEAREST) if pair[0] != lead.number]
        low, high = (min(c for _, c in near), max(c for _, c in near)) if near else (0.0, 0.0)
        notes = snapshot.notes_of(passage for passage, _ in near)
        for passage, cosine in near:
            share = weight * (cosine - low) / ((high - low) or 1.0)
            found[notes[passage]] = found.get(notes[passage], 0.0) + share
    return {note: share / total for note, share in found.items()}
