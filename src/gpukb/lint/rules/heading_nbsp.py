"""A heading has a no-break space after its marks.

It looks like a heading in the editor and is a paragraph for everyone else: it is in no outline, and no link can lead to it.

Bad:  `##` and a no-break space before the words
Good: `## Numbers` with a plain space
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule
from gpukb.rewrite import Edit

_HEADING = re.compile(r"(?<![^\r\n]) {0,3}#{1,6}([\u00a0\u2000-\u200a\u202f\u205f\u3000]+)(?=\S)")

_SIGN = re.compile(r"[\u00a0\u2000-\u200a\u202f\u205f\u3000](?<=#.)")  # quicker to look for
_INDENTED = re.compile(r"[^\r\n]*(?:\r\n?|\n)[ >]*(?: {4}|\t)")


def check(context: Alone) -> Iterator[Report]:
    """Each line that would be a heading with a plain space."""
    for page in context.pages:
        for match in _HEADING.finditer(page.prose, page.note.body_start) if _SIGN.search(page.text) else ():
            below = _INDENTED.match(page.text, match.end())  # part of this paragraph now, and code below a heading
            message = "the space after the # is no plain one, so this is no heading"
            yield Report(page.note.path, page.span(*match.span()), message, fix=() if below else (Edit(*match.span(1), " "),))


RULE = Rule("KB052", "heading-nbsp", "warning", check, fixes=True)
