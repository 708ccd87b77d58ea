"""A note links nowhere.

The reader who comes here has no way on but back. Links in properties count, sections that only repeat the graph do not.

Bad:  a definition that names three other terms and links none
Good: the same, with its terms linked
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.lint.rules.orphan import ENTRIES
from gpukb.note import fold


def check(context: Context) -> Iterator[Report]:
    """Each note of which no link leads to another file. A broken link is none of these: it is meant to lead on."""
    closed = context.edges.closed
    for note in context.notes:
        if note.kind == "note" and not note.hidden and fold(note.name) not in ENTRIES and note.path in closed:
            yield Report(note.path, None, "no link leads on from here")


RULE = Rule("KB041", "dead-end", "info", check, over="vault")
