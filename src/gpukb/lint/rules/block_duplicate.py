"""Two blocks of a note have the same id.

A link to it opens the first one; the second cannot be reached. Ids are compared without case.

Bad:  two paragraphs that end with ` ^result`
Good: ` ^result-1` and ` ^result-2`
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule


def check(context: Alone) -> Iterator[Report]:
    """Each block whose id an earlier one has."""
    first: dict[str, int] = {}
    for block in context.note.blocks:
        line = first.setdefault(block.id.lower(), block.span.line)
        if line != block.span.line:
            yield Report(context.note.path, block.span, f"^{block.id} is already the id of the block in line {line}")


RULE = Rule("KB024", "block-duplicate", "error", check)
