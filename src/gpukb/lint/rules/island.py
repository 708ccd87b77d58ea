"""Some notes lead to one another and to no other.

Nobody comes upon them from the rest of the vault, nor from them upon the rest. Sections that only repeat the graph do not count.

Bad:  two notes that link each other and nothing else
Good: a link from the rest of the vault to one of them
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.graph.graph import component
from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule

MAIN = 0.5  # share of all notes that hang together before the others are islands and not just a vault in parts
SHOWN = 5


def check(context: Context) -> Iterator[Report]:
    """Each group of two or more notes apart from the main one, at its first note."""
    groups = _groups(context)
    largest = max(groups, key=len, default=[])
    if len(largest) < MAIN * sum(map(len, groups)):
        return
    for group in groups:
        notes = [path for path in group if path in context.graph.notes]
        if group is not largest and len(notes) > 1:
            more = f" and {len(notes) - SHOWN} more" if len(notes) > SHOWN else ""
            message = f"these {len(notes)} notes hang together and with no other: {', '.join(notes[:SHOWN])}{more}"
            yield Report(notes[0], None, message)


def _groups(context: Context) -> list[list[str]]:
    """The notes that hang together by links in any direction, each group by path."""
    leads, led_from = context.edges.leads, context.edges.led_from
    neighbours = {path: leads.get(path, set()) | led_from.get(path, set()) for path in leads.keys() | led_from.keys()}
    shown = {note.path for note in context.facts.shown}
    groups: list[list[str]] = []
    seen: set[str] = set()
    for path in sorted(shown):
        if path not in seen:
            together = component(path, neighbours)
            seen |= together
            groups.append(sorted(together & shown))
    return groups


RULE = Rule("KB043", "island", "warning", check, over="vault")
