"""A Markdown link has a space in its destination.

Then it is no link but plain text. A space is written `%20`, or the whole destination stands between `<` and `>`. The fix does the first.

Bad:  [scheduler](Warp scheduler.md)
Good: [scheduler](Warp%20scheduler.md)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.links import split_destination
from gpukb.rewrite import Edit
from gpukb.rewrite.written import encoded

_SPACED = re.compile(r"(?<!\\)!?\[[^\[\]\r\n]*\]\(([^()<>\r\n\"'\s][^()<>\r\n\"']*[ \t][^()<>\r\n\"']*[^()<>\r\n\"'\s])\)")


def check(context: Alone) -> Iterator[Report]:
    """Each such text whose destination would lead to a file of the vault."""
    for page in context.pages:
        for match in _SPACED.finditer(page.prose, page.note.body_start) if "](" in page.prose else ():
            parts = split_destination(match[1])
            if parts is not None and context.leads(parts[0]) is not None:
                path, mark, anchor = match[1].partition("#")
                new = encoded(path.replace("%20", " ")) + (mark + encoded(anchor.replace("%20", " ")) if mark else "")
                message = f"{match[0]} is plain text: a space in a destination must be %20"
                yield Report(page.note.path, page.span(*match.span()), message, fix=(Edit(*match.span(1), new),))


RULE = Rule("KB039", "link-md-space", "warning", check, fixes=True)
