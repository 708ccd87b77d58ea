"""A note and the part of a link after `#` → the heading or block it names."""

from __future__ import annotations

from collections.abc import Sequence

from gpukb.markdown import normalize_heading
from gpukb.note import Block, Heading


class Anchors:
    """The headings and blocks of one note, as links name them. Made once a note, since names are normalised."""

    __slots__ = ("_blocks", "_headings")

    def __init__(self, headings: Sequence[Heading], blocks: Sequence[Block]) -> None:
        self._headings = [(normalize_heading(heading.text), heading) for heading in headings]
        self._blocks: dict[str, Block] = {}
        for block in blocks:
            self._blocks.setdefault(block.id.lower(), block)

    def heading(self, chain: str) -> Heading | None:
        """The first heading that fits `A`, or the last one of a path `A#B`: each part after the one before, and deeper."""
        parts = [part for part in map(normalize_heading, chain.split("#")) if part]
        if not parts:
            wanted = normalize_heading(chain)
            return next((heading for name, heading in self._headings if name == wanted), None)
        return self._under(parts, 0, 0)

    def _under(self, parts: list[str], at: int, level: int) -> Heading | None:
        for part in parts:
            found = next(
                (i for i in range(at, len(self._headings)) if self._headings[i][0] == part and self._headings[i][1].level > level), None
            )
            if found is None:
                return None
            at, level = found + 1, self._headings[found][1].level
        return self._headings[at - 1][1]

    def block(self, block_id: str) -> Block | None:
        """The first block with this id, in any case."""
        return self._blocks.get(block_id.lower())
