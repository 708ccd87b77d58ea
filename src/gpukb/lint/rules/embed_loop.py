"""Embeds lead back to where they began.

A note shows another one, which shows the first: Obsidian stops after some rounds, an export may never end. Only what is really shown
counts: the whole note, or the section or block that the embed names.

Bad:  A has ![[B]], and B has ![[A]]
Good: A has ![[B]], and B has [[A]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.graph import Graph, ResolvedLink
from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.note import Note


def check(context: Context) -> Iterator[Report]:
    """One finding for each loop, at its first embed."""
    embeds = {path: found for path in context.graph.notes if (found := _embeds(context.graph, path))}
    done: set[tuple[str, int]] = set()
    for path in sorted(embeds):
        for edge in embeds[path]:
            loop = _loop(context, embeds, edge)
            if loop and not any(_key(each) in done for each in loop):
                done.update(map(_key, loop))
                chain = " → ".join((*(each.source for each in loop), loop[0].source))
                yield Report(edge.source, edge.link.span, f"this embed comes round to itself: {chain}")


def _embeds(graph: Graph, path: str) -> list[ResolvedLink]:
    """The embeds of notes in a note's body."""
    note = graph.notes[path]
    if note.kind != "note":
        return []
    return [e for e in graph.edges(path) if e.link.embed and e.link.span and e.resolved and e.path and _is_note(graph, e.path)]


def _is_note(graph: Graph, path: str) -> bool:
    return path in graph.notes and graph.notes[path].kind == "note"


def _key(edge: ResolvedLink) -> tuple[str, int]:
    return edge.source, edge.link.span.start if edge.link.span else -1


def _loop(context: Context, embeds: dict[str, list[ResolvedLink]], start: ResolvedLink) -> list[ResolvedLink]:
    """The embeds from this one back to it; empty when there is no way back."""
    todo: list[list[ResolvedLink]] = [[start]]
    seen: set[tuple[str, int]] = set()
    while todo:
        way = todo.pop()
        for edge in _shown_by(context, embeds, way[-1]):
            if _key(edge) == _key(start):
                return way
            if _key(edge) not in seen:
                seen.add(_key(edge))
                todo.append([*way, edge])
    return []


def _shown_by(context: Context, embeds: dict[str, list[ResolvedLink]], edge: ResolvedLink) -> Iterator[ResolvedLink]:
    """The embeds in what an embed shows."""
    path = edge.path or ""
    first, last = _range(context, context.graph.notes[path], edge)
    return (inner for inner in embeds.get(path, ()) if first <= _key(inner)[1] < last)


def _range(context: Context, note: Note, edge: ResolvedLink) -> tuple[int, float]:
    place = context.graph.place(edge)
    if place is None:
        return 0, float("inf")
    if edge.link.block is not None:
        return _line_start(context.page(note.path).text, place.start), place.end
    level = next(heading.level for heading in note.headings if heading.span == place)
    after = (h.span.start for h in note.headings if h.span.start > place.start and h.level <= level)
    return place.start, next(after, float("inf"))


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


RULE = Rule("KB023", "embed-loop", "error", check, over="vault")
