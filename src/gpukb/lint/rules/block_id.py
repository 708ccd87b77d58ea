"""Something is meant as a block id and is none.

An id is made of Latin letters, digits and `-`, stands after a space, and ends a paragraph or a list item. With `_` or other letters,
within a line or right behind a word it stays plain text, and links to it lead nowhere.

Bad:  The result. ^my_result
Good: The result. ^my-result
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Context, Page
from gpukb.lint.rule import Report, Rule

_ODD = re.compile(r"(?<=\s)\^((?=[^\s]*[^\W\d])(?![A-Za-z0-9-]+(?:\s|\Z))[\w-]+)(?=[ \t]*(?:[\r\n]|\Z))")


def check(context: Context) -> Iterator[Report]:
    """Each id of letters that ids cannot have, and each text that a link takes for an id."""
    for page in context.pages:
        visible = page.prose
        if "^" not in visible:
            continue
        for match in _ODD.finditer(visible, page.note.body_start):
            yield _report(page, match.start(), match.end(), f"{match[0]} is no block id: only Latin letters, digits and - may stand in one")
        for wanted in sorted(_wanted(context, page)):
            found = re.compile(rf"\^{re.escape(wanted)}(?![\w-])", re.IGNORECASE).search(visible, page.note.body_start)
            if found and not _ODD.match(visible, found.start()):
                why = "a space must stand before it and nothing after it in its paragraph"
                yield _report(page, found.start(), found.end(), f"{found[0]} is linked and is no block id here: {why}")


def _wanted(context: Context, page: Page) -> set[str]:
    """The ids that links look for in this note and do not find."""
    incoming = context.graph.incoming(page.note.path)
    return {edge.link.block.lower() for edge in incoming if edge.link.block is not None and not edge.resolved}


def _report(page: Page, start: int, end: int, message: str) -> Report:
    return Report(page.note.path, page.span(start, end), message)


RULE = Rule("KB025", "block-id", "warning", check)
