"""A link names a heading that its note has more than once.

Obsidian opens the first one. A chain of headings, `[[Note#Chapter#Heading]]`, says which one is meant, and a note with one of each says it
to readers too.

Bad:  [[Scheduling#Numbers]] where `## Numbers` stands under two chapters
Good: [[Scheduling#Of warps#Numbers]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.markdown import normalize_heading
from gpukb.note import Heading


def check(context: Context) -> Iterator[Report]:
    """Each link to a heading that stands more than once, with the lines."""
    for edge in context.edges:
        heading, note = edge.link.heading, context.graph.notes.get(edge.path or "")
        if heading is None or edge.link.block is not None or note is None or not edge.resolved or "#" in heading:
            continue
        name = normalize_heading(heading)
        lines = [str(each.span.line) for each in _apart(note.headings, name)]
        if len(lines) > 1:
            message = f"{note.path} has {heading!r} in lines {', '.join(lines)}; the first one is opened"
            yield Report(edge.source, edge.link.span, message)


def _apart(headings: Sequence[Heading], name: str) -> Iterator[Heading]:
    """The headings of this name, without those below the first: who means the chapter is led to it."""
    first: Heading | None = None
    below = False
    for heading in headings:
        below = below and first is not None and heading.level > first.level
        if normalize_heading(heading.text) == name and not below:
            yield heading
            if first is None:
                first, below = heading, True


RULE = Rule("KB026", "heading-duplicate", "warning", check, over="vault")
