"""An answer names no note that it stands on.

A note of type `answer` is a claim; without a link to what it rests on nobody can check it, and nothing tells when it grows old.

Bad:  an answer without a single link
Good: `## Sources`, and under it - [[Wiki/NVLink]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.graph.graph import TRANSLATION
from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule

ANSWER = "answer"


def check(context: Context) -> Iterator[Report]:
    """Each answer without a link to another note."""
    for note in context.notes:
        if note.type == ANSWER and note.kind == "note":
            edges = context.graph.edges(note.path)
            cited = {
                e.path
                for e in edges
                if e.link.relation != TRANSLATION and not context.graph.is_derived(e) and e.path in context.graph.notes
            }
            if not cited - {note.path}:
                yield Report(note.path, None, "the answer links no note that it stands on")


RULE = Rule("KB035", "answer-uncited", "warning", check, over="vault")
