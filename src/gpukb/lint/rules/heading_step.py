"""A heading is more than one level below the one before it.

The outline has a hole: readers and screen readers look for a chapter that is not there, and a section's place in the note is unclear.

Bad:  `## Numbers`, then `#### Per second`
Good: `## Numbers`, then `### Per second`
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule


def check(context: Alone) -> Iterator[Report]:
    """Each heading that skips a level."""
    for before, heading in pairwise(context.note.headings):
        if heading.level > before.level + 1:
            yield Report(context.note.path, heading.span, f"level {heading.level} follows level {before.level}")


RULE = Rule("KB045", "heading-step", "warning", check)
