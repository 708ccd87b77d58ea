"""Rows of plain values ⇄ the links of a note, which are made only where somebody looks at them.

A large vault has a hundred thousand links, and whoever asks where they lead needs the target of each and no more of most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from gpukb.note import Link, Span, Where
from gpukb.quickly import quickly

Row = Sequence[Any]  # Any: what JSON has
_RARE = (None, None, None, False, False, "body", None, None, True)
_WHOLE: tuple[list[Any], ...] = ([], [None], [None, False])  # a row's block and embed, where it has nothing of either
_span, _link = quickly(Span), quickly(Link)


# What tells most links: the target, the relation, the text, and whether it is a link to the file as a whole that embeds nothing.
Shape = tuple[str, str, str | None, bool]
Place = tuple[int | None, int | None, str]  # where a link starts and ends, and how it is written


class PackedLinks(Sequence[Link]):
    """The links in rows that `pack_links` made. ValueError, TypeError, IndexError while they are looked at: it did not."""

    __slots__ = ("_made", "_rows")

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._made: tuple[Link, ...] | None = None

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Link: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Link]: ...
    def __getitem__(self, at: int | slice) -> Link | Sequence[Link]:
        return self._all()[at] if isinstance(at, slice) or self._made else _read(*self._rows[at])

    def __iter__(self) -> Iterator[Link]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, PackedLinks) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def _all(self) -> tuple[Link, ...]:
        if self._made is None:
            self._made = tuple([_read(*row) for row in self._rows])
        return self._made

    def shapes(self) -> Iterator[Shape]:
        """The shape of each link."""
        for row in self._rows:
            if len(row) < 8:
                yield row[1], row[5], row[6] if len(row) == 7 else None, True
            else:
                yield row[1], row[5], row[6], row[7] is None and row[8:10] in _WHOLE

    def places(self) -> Iterator[Place]:
        """The place of each link."""
        return ((row[2], row[3], row[0]) for row in self._rows)


def shapes(links: Sequence[Link]) -> Iterable[Shape]:
    """The shape of each of these links."""
    if isinstance(links, PackedLinks):
        return links.shapes()
    whole = ((link, link.heading is None and link.block is None and not link.embed) for link in links)
    return ((link.target, link.relation, link.alias, is_whole) for link, is_whole in whole)


def places(links: Sequence[Link]) -> Iterable[Place]:
    """The place of each of these links."""
    if isinstance(links, PackedLinks):
        return links.places()
    return ((link.span.start, link.span.end, link.raw) if link.span else (None, None, link.raw) for link in links)


def pack_links(links: Sequence[Link]) -> list[Row]:
    """The rows of these links: what most lack stands at the end, and is left out."""
    return [_row(link) for link in links]


def _row(link: Link) -> Row:
    span = (link.span.start, link.span.end, link.span.line) if link.span else (None, None, None)
    rare = [link.alias, link.heading, link.block, link.embed, link.markdown, link.where, link.key, link.node, link.verbatim]
    while rare and rare[-1] == _RARE[len(rare) - 1]:
        rare.pop()
    return [link.raw, link.target, *span, link.relation, *rare]


def _read(
    raw: str,
    target: str,
    start: int | None,
    end: int,
    line: int,
    relation: str,
    alias: str | None = None,
    heading: str | None = None,
    block: str | None = None,
    embed: bool = False,
    markdown: bool = False,
    where: Where = "body",
    key: str | None = None,
    node: str | None = None,
    verbatim: bool = True,
) -> Link:
    span = None if start is None else _span(start, end, line)
    return _link(raw, target, heading, block, alias, embed, relation, where, span, markdown, key, node, verbatim)
