"""A saved answer quotes what its note no longer says.

`gpukb ask --save` keeps with an answer which notes it stands on and as they were. The quote is gone or reads otherwise now: what the answer
says may be wrong. Ask again with `--save` to have it written anew.

Bad:  an answer that quotes "NVLink joins 8 cards", where the note now says 72
Good: the answer written again from the note as it is
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.lint.sources import sources

STATES = ("changed", "gone")


def check(context: Context) -> Iterator[Report]:
    """Each such note of each saved answer, at the answer's citations."""
    for source in sources(context):
        if source.worst in STATES:
            yield Report(source.answer, source.span, f"what it quotes from {source.shown} no longer stands there")


RULE = Rule("KB068", "answer-outdated", "warning", check, over="vault")
