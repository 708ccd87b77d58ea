"""Embeds lead back to where they began.

A note shows another one, which shows the first: Obsidian stops after some rounds, an export may never end. Only what is really shown
counts: the whole note, or the section or block that the embed names.

Bad:  A has ![[B]], and B has ![[A]]
Good: A has ![[B]], and B has [[A]]
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator

from gpukb.graph import ResolvedLink
from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.note import Note

Shown = tuple[str, int, float]  # a note's path, and from where to where an embed shows it


def check(context: Context) -> Iterator[Report]:
    """One finding for each loop, at its first embed."""
    done: set[tuple[str, int]] = set()
    for loop in _Walk(context).loops():
        keys = {_key(each) for each in loop}
        if done.isdisjoint(keys):
            done |= keys
            chain = " → ".join((*(each.source for each in loop), loop[0].source))
            yield Report(loop[0].source, loop[0].link.span, f"this embed comes round to itself: {chain}")


def _embeds(context: Context) -> dict[str, list[ResolvedLink]]:
    """The embeds of notes in the bodies of notes, in their order."""
    notes = {path for path, note in context.graph.notes.items() if note.kind == "note"}
    found: dict[str, list[ResolvedLink]] = defaultdict(list)
    for edge in sorted(context.edges.embeds, key=_key):
        if edge.link.span and edge.resolved and edge.path in notes and edge.source in notes:
            found[edge.source].append(edge)
    return dict(found)


def _key(edge: ResolvedLink) -> tuple[str, int]:
    return edge.source, edge.link.span.start if edge.link.span else -1


class _Walk:
    """A walk from embed to embed that enters each shown part of a note once: it takes time as the embeds that these parts hold."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._embeds = _embeds(context)
        self._starts = {path: [_key(edge)[1] for edge in found] for path, found in self._embeds.items()}
        self._ends: dict[str, dict[int, float]] = {}

    def loops(self) -> Iterator[list[ResolvedLink]]:
        """Every way that comes back to a part it is still in, beginning with its first embed."""
        left: set[Shown] = set()
        for path in sorted(self._embeds):
            for edge in self._embeds[path]:
                yield from self._from(edge, left)

    def _from(self, start: ResolvedLink, left: set[Shown]) -> Iterator[list[ResolvedLink]]:
        way = [start]
        inside = {self._shown(start): 0}  # the parts on the way, each with the place in it of the embed that led there
        todo = [self._within(self._shown(start))] if self._shown(start) not in left else []
        while todo:
            edge = next(todo[-1], None)
            if edge is None:
                todo.pop()
                part = self._shown(way.pop())
                del inside[part]
                left.add(part)
                continue
            part = self._shown(edge)
            if part in inside:
                loop = [*way[inside[part] + 1 :], edge]
                first = loop.index(min(loop, key=_key))
                yield loop[first:] + loop[:first]
            elif part not in left:
                inside[part] = len(way)
                way.append(edge)
                todo.append(self._within(part))

    def _within(self, part: Shown) -> Iterator[ResolvedLink]:
        path, first, last = part
        starts = self._starts.get(path, [])
        return iter(self._embeds.get(path, [])[bisect_left(starts, first) : bisect_left(starts, last)])

    def _shown(self, edge: ResolvedLink) -> Shown:
        path, place = edge.path or "", self._context.graph.place(edge)
        if place is None:
            return path, 0, float("inf")
        if edge.link.block is not None:
            return path, _line_start(self._context.page(path).text, place.start), place.end
        ends = self._ends.get(path) or self._ends.setdefault(path, _ends_of(self._context.graph.notes[path]))
        return path, place.start, ends[place.start]


def _ends_of(note: Note) -> dict[int, float]:
    """Where the section of each heading, by its start, ends: at the next heading that is no deeper."""
    ends: dict[int, float] = {}
    opened: list[tuple[int, int]] = []
    for heading in note.headings:
        while opened and opened[-1][1] >= heading.level:
            ends[opened.pop()[0]] = heading.span.start
        opened.append((heading.span.start, heading.level))
    return ends | {start: float("inf") for start, _ in opened}


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


RULE = Rule("KB023", "embed-loop", "error", check, over="vault")
