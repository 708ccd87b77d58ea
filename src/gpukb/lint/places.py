"""Lines and properties of a note → the spans to point at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gpukb.note import Span

if TYPE_CHECKING:
    from gpukb.lint.context import Page

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")


def line_span(page: Page, line: int) -> Span:
    """The span of a line without its end; of the last one if there are fewer."""
    start, number = 0, 1
    while number < line:
        found = _LINE.match(page.text, start)
        if found is None or found.end() == start or found.end() == len(page.text):
            break
        start, number = found.end(), number + 1
    found = _LINE.match(page.text, start)
    return Span(start, start + len((found[0] if found else "").rstrip("\r\n")), number)


def key_span(page: Page, key: str) -> Span | None:
    """The span of a top-level property's name in the frontmatter; None when it is written in a way that hides it."""
    start, end = page.yaml
    found = re.compile(rf"(?<![^\r\n])[\"']?{re.escape(key)}[\"']?(?=[ \t]*:)").search(page.text, start, end)
    return page.span(found.start(), found.end()) if found else None


def tag_span(page: Page, tag: str) -> Span | None:
    """The span of a tag where it first stands, in the frontmatter or in the body."""
    for scalar in page.front.scalars_of("tags"):
        if scalar.value.strip().removeprefix("#").rstrip("/") == tag:
            return page.span(scalar.start, scalar.end)
    found = re.compile(rf"#{re.escape(tag)}(?![\w/-])").search(page.prose, page.note.body_start)
    return page.span(found.start(), found.end()) if found else None
