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

SHOWN = 8  # lines in one message


def check(context: Context) -> Iterator[Report]:
    """Each link to a heading that stands more than once, with the lines."""
    known: dict[str, dict[str, list[int]]] = {}
    for edge in context.edges.headed:
        heading, note = edge.link.heading, context.graph.notes.get(edge.path or "")
        if heading is None or edge.link.block is not None or note is None or not edge.resolved or "#" in heading:
            continue
        if note.path not in known:
            known[note.path] = _apart(note.headings)
        lines = known[note.path].get(normalize_heading(heading), ())
        if len(lines) > 1:
            shown = ", ".join(map(str, lines[:SHOWN])) + (f" and {len(lines) - SHOWN} more" if len(lines) > SHOWN else "")
            yield Report(edge.source, edge.link.span, f"{note.path} has {heading!r} in lines {shown}; the first one is opened")


def _apart(headings: Sequence[Heading]) -> dict[str, list[int]]:
    """The lines of the headings by name, without those below the first of a name: who means the chapter is led to it."""
    found: dict[str, list[int]] = {}
    first: dict[str, int] = {}
    above: list[tuple[int, int]] = []  # number and level of the headings that this one is below
    for number, heading in enumerate(headings):
        while above and heading.level <= above[-1][1]:
            above.pop()
        name = normalize_heading(heading.text)
        at = first.setdefault(name, number)
        if not any(one == at for one, _ in above):
            found.setdefault(name, []).append(heading.span.line)
        above.append((number, heading.level))
    return found


RULE = Rule("KB026", "heading-duplicate", "warning", check, over="vault")
