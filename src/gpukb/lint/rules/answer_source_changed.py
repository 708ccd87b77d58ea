"""A note that a saved answer stands on was edited after it, and the quotes still stand there.

Most likely the answer holds; what was added may say more or otherwise. Ask again with `--save` to bring it up to date.

Bad:  an answer whose cited note has gained a section since
Good: the answer written again from the note as it is
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.lint.sources import sources

STATES = ("exact", "moved")


def check(context: Context) -> Iterator[Report]:
    """Each such note of each saved answer, at the answer's citations."""
    for source in sources(context):
        if source.worst in STATES:
            yield Report(source.answer, source.span, f"{source.shown} was changed since; the quotes still stand there")


RULE = Rule("KB069", "answer-source-changed", "info", check, over="vault")
