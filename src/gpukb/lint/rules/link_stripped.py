"""A link has lost half of its brackets.

Programs that rewrite notes leave `(Note|text)` or `[Note|text]` where a link was.

Bad:  uses (Wiki/Warp scheduler|the scheduler)
Good: uses [[Wiki/Warp scheduler|the scheduler]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.graph.graph import is_note
from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.events import within

_HALF = re.compile(r"[\[(](?<![\w\[\]\\].)([^()\[\]|\r\n\0]{2,120})\|([^()\[\]|\r\n\0]{1,120})[\])](?!\])")


def check(context: Alone) -> Iterator[Report]:
    """Each such text whose first part is the path or the name of several words of a note."""
    for page in context.pages:
        for match in _HALF.finditer(page.prose, page.note.body_start) if "|" in page.prose else ():
            if not within(match.start(), page.markup.tables) and _is_link(context, match[1].rstrip("\\").strip(), match[2].strip()):
                yield Report(page.note.path, page.span(*match.span()), f"{match[0]} looks like a link that lost its brackets")


def _is_link(context: Alone, target: str, text: str) -> bool:
    """`(GPU|CPU)` is a choice of two, though both may be notes."""
    path = context.leads(target)
    if path is None or not is_note(path):
        return False
    return "/" in target or (" " in target and context.leads(text) is None)


RULE = Rule("KB054", "link-stripped", "warning", check)
