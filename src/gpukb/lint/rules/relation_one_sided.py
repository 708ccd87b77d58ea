"""A relation is told on one side and missing or other on the other side.

A section that repeats the graph ("Where it appears") lacks a note of its language that links here, or lists one that does not. Or a note
names some of those that relate to it by the inverse relation and not all. Who writes neither is fine: gpukb works out the other side, and a
glossary that lists the note need not be named.

Bad:  `Where it appears` lists two notes, and a third one links here too
Good: it lists all three, or the note has no such section
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.graph import LISTS
from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.markdown import normalize_heading
from gpukb.note import Note, Span

SHOWN = 5


def check(context: Context) -> Iterator[Report]:
    """Each section and each set of inverse relations that is out of step with the graph."""
    for note in context.notes:
        if note.kind == "note" and not note.hidden:
            yield from _sections(context, note)
            yield from _inverses(context, note)


def _sections(context: Context, note: Note) -> Iterator[Report]:
    graph = context.graph
    derived = [edge for edge in graph.edges(note.path) if graph.is_derived(edge)]
    listed = {edge.path for edge in derived}
    if not derived:
        return
    linking = {edge.source for edge in graph.incoming(note.path) if not graph.is_derived(edge)}
    only_lists = linking - {edge.source for edge in graph.incoming(note.path) if not graph.is_derived(edge) and edge.link.relation != LISTS}
    missing = sorted(path for path in linking - listed - only_lists if _belongs(context, note, graph.notes[path]))
    if missing:
        yield Report(note.path, _heading(context, note), f"the section lacks {_some(missing)}, which link here")
    for edge in derived:
        if edge.path in graph.notes and edge.path not in linking:
            yield Report(note.path, edge.link.span, f"{edge.path} is listed and does not link here")


def _belongs(context: Context, note: Note, source: Note) -> bool:
    """Whether the section should list this note: one of the vault's types, in the same language. Indexes link everything."""
    return source.path != note.path and source.lang == note.lang and source.type in context.config.types and not source.hidden


def _heading(context: Context, note: Note) -> Span | None:
    names = {normalize_heading(name) for rule in context.config.relations.values() if rule.derived for name in rule.headings}
    return next((heading.span for heading in note.headings if normalize_heading(heading.text) in names), None)


def _inverses(context: Context, note: Note) -> Iterator[Report]:
    graph = context.graph
    for rule in context.config.relations.values():
        if not rule.inverse or rule.inverse == rule.name:
            continue
        named = [edge for edge in graph.edges(note.path) if edge.link.relation == rule.inverse]
        sources = {edge.source for edge in graph.incoming(note.path) if edge.link.relation == rule.name}
        missing = sorted(sources - {edge.path for edge in named}) if named else []
        if missing:
            yield Report(note.path, named[-1].link.span, f"{rule.inverse!r} lacks {_some(missing)}, which say {rule.name!r} of this note")


def _some(paths: list[str]) -> str:
    more = f" and {len(paths) - SHOWN} more" if len(paths) > SHOWN else ""
    return ", ".join(paths[:SHOWN]) + more


RULE = Rule("KB022", "relation-one-sided", "warning", check)
