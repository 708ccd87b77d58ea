"""A note's text and links in it → its lines, and the items of a list that hold the links."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from gpukb.graph import ResolvedLink
from gpukb.note import fold

_BREAK = re.compile(r"\r\n?|\n")
_MARKER = re.compile(r"[ \t>]*(?:[-*+]|\d+[.)])[ \t]+(?:\[.\][ \t]+)?")
_NUMBERS = re.compile(r"(\d+)")


class Lines:
    """The lines of a text, by a place in them. `ending` is how most of them end."""

    def __init__(self, text: str) -> None:
        self.text = text
        breaks = list(_BREAK.finditer(text))
        self._starts = [0, *(match.end() for match in breaks)]
        self._ends = [*(match.start() for match in breaks), len(text)]
        most = Counter(match[0] for match in breaks).most_common(1)
        self.ending = most[0][0] if most else "\n"

    def number(self, at: int) -> int:
        """The line of a place, counted from 1."""
        return bisect_right(self._starts, at)

    def start(self, at: int) -> int:
        """Where the line of a place starts."""
        return self._starts[self.number(at) - 1]

    def end(self, at: int) -> int:
        """Where it ends, without its line break."""
        return self._ends[self.number(at) - 1]

    def next(self, at: int) -> int:
        """Where the next line starts; the text's end for the last one."""
        number = self.number(at)
        return self._starts[number] if number < len(self._starts) else len(self.text)

    def end_with_children(self, at: int) -> int:
        """Where the last of the lines ends that are indented under this one."""
        number = self.number(at)
        depth, last = self._indent(number), number
        while last < len(self._starts) and self._indent(last + 1) > depth:
            last += 1
        return self._ends[last - 1]

    def _indent(self, number: int) -> int:
        """How far a line is indented; a blank one is under nothing."""
        line = self.text[self._starts[number - 1] : self._ends[number - 1]]
        return len(line) - len(line.lstrip(" \t>")) if line.strip(" \t>") else -1


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list and the link in it: where the link stands, where the item starts and ends, and what opens its line."""

    at: int
    start: int
    end: int
    marker: str
    edge: ResolvedLink

    @property
    def path(self) -> str:
        """The note that it lists."""
        return self.edge.path or ""


def items_in(lines: Lines, edges: Iterable[ResolvedLink]) -> list[Item]:
    """The items that hold these links, in order; one for each line, and none for a link that stands in no list."""
    found: dict[int, Item] = {}
    for edge in edges:
        span = edge.link.span
        if span is None or edge.link.where != "body" or edge.path is None:
            continue
        start = lines.start(span.start)
        marker = _MARKER.match(lines.text, start, span.start)
        if marker:
            found.setdefault(start, Item(span.start, start, lines.end_with_children(start), marker[0], edge))
    return list(found.values())


def without_marker(line: str) -> str:
    """What a line says behind the mark of a list."""
    marker = _MARKER.match(line)
    return line[marker.end() :] if marker else line


def order(path: str) -> tuple[list[str | int], str]:
    """What notes are sorted by in a list: their names, with numbers as numbers."""
    name = fold(path.rpartition("/")[2])
    return [int(part) if part.isdecimal() else part for part in _NUMBERS.split(name)], path


def place_of(items: list[Item], path: str) -> Item | None:
    """The item that a new one for this note stands behind: by name among the notes of its folder, or the last; None: before all."""
    folder = path.rpartition("/")[0]
    like = [item for item in items if item.path.rpartition("/")[0] == folder]
    if not like:
        return items[-1]
    if any(order(one.path) > order(other.path) for one, other in pairwise(like)):
        return like[-1]
    smaller = [item for item in like if order(item.path) < order(path)]
    if smaller:
        return smaller[-1]
    at = items.index(like[0])
    return items[at - 1] if at else None
