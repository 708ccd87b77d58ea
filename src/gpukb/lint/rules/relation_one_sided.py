"""A relation is told on one side and missing or other on the other side.

A section that repeats the graph ("Where it appears") lacks a note of its language that links here, or lists one that does not. Or a note
names some of those that relate to it by the inverse relation and not all. Who writes neither is fine: gpukb works out the other side, and a
glossary that lists the note need not be named, nor a saved answer that cites it. `gpukb fix backlinks` brings the sections in step.

Bad:  `Where it appears` lists two notes, and a third one links here too
Good: it lists all three, or the note has no such section
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.derived import derived_heading, derived_headings, lacking, stale
from gpukb.lint.rule import Report, Rule
from gpukb.note import Heading, Note

SHOWN = 5


def check(context: Context) -> Iterator[Report]:
    """Each section and each set of inverse relations that is out of step with the graph."""
    names = derived_headings(context.config)
    inverse = {rule.inverse for rule in context.config.relations.values() if rule.inverse and rule.inverse != rule.name}
    naming = {edge.source for edge in context.edges.related if edge.link.relation in inverse}
    for note in context.notes:
        if note.kind == "note" and not note.hidden:
            if names and context.graph.anchors(note.path).has_any(names.keys()):
                yield from _sections(context, note, derived_heading(names, note))
            if note.path in naming:
                yield from _inverses(context, note)


def _sections(context: Context, note: Note, heading: Heading | None) -> Iterator[Report]:
    if heading is None:
        return
    missing = lacking(context.graph, note)
    if missing:
        yield Report(note.path, heading.span, f"the section lacks {_some(missing)}, which link here")
    for edge in stale(context.graph, note):
        yield Report(note.path, edge.link.span, f"{edge.path} is listed and does not link here")


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


RULE = Rule("KB022", "relation-one-sided", "warning", check, over="vault")
