"""A link names a block id that its note does not have.

An id stands after a space at the end of a paragraph or a list item, or alone below a table, a quote or a list: ` ^id`, made of letters,
digits and `-`.

Bad:  [[Warp scheduler#^difinition]]
Good: [[Warp scheduler#^definition]]
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.missing import card_of
from gpukb.lint.names import nearest
from gpukb.lint.rule import Report, Rule


def check(context: Context) -> Iterator[Report]:
    """Each link whose block is not there, with ids that come close."""
    for edge in context.facts.missing["block"]:
        ids = {block.id.lower(): block.id for block in context.graph.notes[edge.path or edge.source].blocks}
        near = tuple(f"{edge.link.target}#^{ids[name]}" for name in nearest((edge.link.block or "").lower(), ids))
        yield Report(edge.source, edge.link.span, f"{edge.path} has no block ^{edge.link.block}{card_of(edge)}", near)


RULE = Rule("KB004", "link-missing-block", "error", check, over="vault")
