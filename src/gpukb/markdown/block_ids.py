"""Text and its markup in, block ids out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from gpukb.markdown.events import within
from gpukb.markdown.markup import Markup

# ` ^id` at the end of a line: letters, digits and `-`. A word before it without a space, `_`, or text after it make it no id.
BLOCK_ID = re.compile(r"\^([A-Za-z0-9-]+)(?=[ \t]*(?:[\r\n]|\Z))")
_NOTHING = re.compile(r"[\s>]*")


def block_ids(visible: str, start: int, markup: Markup) -> Iterator[tuple[str, int, int]]:
    """Each id and its range, where it ends a paragraph or a list item, or stands alone after another block."""
    if not markup.stops:
        return
    for match in BLOCK_ID.finditer(visible, start):
        at, end = match.span(1)
        if at - 1 > start and not visible[at - 2].isspace():
            continue
        if within(at, markup.tables) or within(at, markup.headings):
            continue
        stop = bisect_left(markup.stops, end)
        if stop < len(markup.stops) and _NOTHING.fullmatch(visible, end, markup.stops[stop]):
            yield match[1], at, end
