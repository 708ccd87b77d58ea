"""A note holds HTML that does something.

Scripts, frames, event handlers and `javascript:` addresses run in a reader's browser wherever the note is shown without care. gpukb shows
none of them; Obsidian and site builders differ.

Bad:  <img src="x" onerror="steal()">
Good: ![[ring.png]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.markup import blank

_ACTIVE = re.compile(
    r"<(?:script|object|embed|applet|base|meta|form)\b[^<>]*>|<[a-z][^<>]*\son[a-z]{3,20}\s*=[^<>]*>"
    r"|(?:<[a-z][^<>]*(?:href|src)\s*=\s*[\"']?|\]\(\s*<?)\s*(?:javascript|vbscript|data:text/html)\s*:?[^<>\s)]*",
    re.IGNORECASE,
)


def check(context: Alone) -> Iterator[Report]:
    """Each such piece outside code."""
    for page in context.pages:
        if "<" not in page.text and "](" not in page.text:
            continue
        text = blank(page.text, page.markup.code)
        for match in _ACTIVE.finditer(text, page.note.body_start):
            if "\0" not in match[0]:
                yield Report(page.note.path, page.span(*match.span()), f"this would run in a browser: {' '.join(match[0].split())[:80]}")


RULE = Rule("KB064", "html-active", "warning", check)
