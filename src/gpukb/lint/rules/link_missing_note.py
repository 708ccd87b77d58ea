"""A link names a note that does not exist.

The reader meets a dead end and the graph loses an edge. A link written to another note's alias is one of these too: Obsidian does not
follow aliases (see `link-alias-target`).

Bad:  see [[Wrap scheduler]]
Good: see [[Warp scheduler]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.missing import card_of
from gpukb.lint.rule import Report, Rule


def check(context: Context) -> Iterator[Report]:
    """Each link whose note is not there, with names that come close."""
    for edge in context.facts.missing["note"]:
        near = (edge.alias_of.removesuffix(".md"),) if edge.alias_of else context.facts.names.near(edge.link.target)
        alias = ", which is an alias: link-alias-target says how to mend it" if edge.alias_of else ""
        yield Report(edge.source, edge.link.span, f"no note is called {edge.link.target!r}{card_of(edge)}{alias}", near)


RULE = Rule("KB001", "link-missing-note", "error", check, over="vault")
