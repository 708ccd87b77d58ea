"""A note and the part of a link after `#` → the heading or block it names."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence, Set

from gpukb.markdown import normalize_heading
from gpukb.note import Block, Heading


class Anchors:
    """The headings and blocks of one note, as links name them. Made once a note, since names are normalised."""

    __slots__ = ("_blocks", "_headings", "_names", "_places")

    def __init__(self, headings: Sequence[Heading], blocks: Sequence[Block]) -> None:
        self._headings = headings
        self._places: dict[str, dict[int, list[int]]] = {}  # of each name, by level: where in the note's order
        for place, heading in enumerate(headings):
            self._places.setdefault(normalize_heading(heading.text), {}).setdefault(heading.level, []).append(place)
        self._names: dict[str, str] | None = None
        self._blocks: dict[str, Block] = {}
        for block in blocks:
            self._blocks.setdefault(block.id.lower(), block)

    @property
    def names(self) -> Mapping[str, str]:
        """The headings as they are written, by their names; of equal ones the last."""
        if self._names is None:
            self._names = {name: self._headings[max(map(max, levels.values()))].text for name, levels in self._places.items()}
        return self._names

    def has_any(self, names: Set[str]) -> bool:
        """Whether a heading has one of these names."""
        return not self._places.keys().isdisjoint(names)

    def heading(self, chain: str) -> Heading | None:
        """The first heading that fits `A`, or the last one of a path `A#B`: each part after the one before, and deeper."""
        parts = [part for part in map(normalize_heading, chain.split("#")) if part]
        after, level = -1, 0
        for part in parts or [normalize_heading(chain)]:
            found = self._first(part, after, level)
            if found is None:
                return None
            after, level = found, self._headings[found].level
        return self._headings[after]

    def _first(self, name: str, after: int, above: int) -> int | None:
        """The first heading of this name behind a place and deeper than a level."""
        levels = self._places.get(name, {}).items()
        behind = (places[i] for level, places in levels if level > above and (i := bisect_right(places, after)) < len(places))
        return min(behind, default=None)

    def block(self, block_id: str) -> Block | None:
        """The first block with this id, in any case."""
        return self._blocks.get(block_id.lower())
