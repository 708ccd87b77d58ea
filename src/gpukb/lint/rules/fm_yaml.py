"""The frontmatter cannot be read.

It is not valid YAML, is never closed, or does not stand on the first line. Then the note has no properties: no aliases, no tags, no
type, no typed links. The body is still indexed.

Bad:  title: GPU: an overview
Good: title: "GPU: an overview"
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Page
from gpukb.lint.places import line_span
from gpukb.lint.rule import Report, Rule

REPEATED = "is given more than once"
_KEY_LINE = re.compile(r"[\w\"'-][\w \"'.-]*:(?:[ \t]|$)")
_LATE = re.compile(r"(?:[ \t]*(?:\r\n?|\n))+---[ \t]*(?:\r\n?|\n)(?P<yaml>(?:(?!---).*(?:\r\n?|\n))+?)---[ \t]*(?:\r\n?|\n|\Z)")


def check(context: Alone) -> Iterator[Report]:
    """What stopped the reading of each note's frontmatter."""
    for page in context.pages:
        for problem in page.note.problems:
            if problem.message.startswith(("frontmatter", "a property name")):
                yield Report(page.note.path, line_span(page, problem.line), problem.message)
        if page.note.body_start == 0:
            yield from _unread(page)


def _unread(page: Page) -> Iterator[Report]:
    text = page.text
    if text.startswith("---"):
        lines = text.splitlines()
        if lines[0].rstrip() == "---" and len(lines) > 1 and _KEY_LINE.match(lines[1]):
            yield Report(page.note.path, line_span(page, 1), "the frontmatter is never closed: a line of --- is missing")
    elif text[:1].isspace():
        late = _LATE.match(text)
        if late and _KEY_LINE.match(late["yaml"]):
            yield Report(page.note.path, page.span(0, late.end()), "the frontmatter must begin on the first line; here it is plain text")


RULE = Rule("KB009", "fm-yaml", "error", check)
