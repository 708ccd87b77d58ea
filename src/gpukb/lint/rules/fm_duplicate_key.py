"""A property is given more than once.

YAML does not allow it. Some readers keep the first value, some the last, some refuse the whole frontmatter: what the note says depends
on who reads it.

Bad:  two lines that begin with `tags:`
Good: one list under one `tags:`
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.places import line_span
from gpukb.lint.rule import Report, Rule
from gpukb.lint.rules.fm_yaml import REPEATED


def check(context: Alone) -> Iterator[Report]:
    """Each repeated property."""
    for page in context.pages:
        for problem in page.note.problems:
            if REPEATED in problem.message:
                yield Report(page.note.path, line_span(page, problem.line), problem.message)


RULE = Rule("KB010", "fm-duplicate-key", "error", check)
