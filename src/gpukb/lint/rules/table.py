r"""A row of a table has more cells than its head, or rows are no table.

What is too much is not shown at all. Often a bar within a cell was meant as text: there, and in code too, it must be written `\|`. Rows
without a line of dashes below the first, or with one of another number of cells, are plain text.

Bad:  | `a | b` | 4 | below a head of two cells
Good: | `a \| b` | 4 |
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Page
from gpukb.lint.rule import Report, Rule
from gpukb.lint.tables import BAR, cells
from gpukb.markdown.events import within
from gpukb.markdown.markup import WIKILINK

_LINE = re.compile(r"[^\r\n]+")
_ROWS = re.compile(r"(?<![^\r\n])(?:[ \t>]*\|[^\r\n\0]*\|[ \t]*(?:\r\n?|\n|\Z)){2,}")
_DASHES = re.compile(r"[ \t>]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*")
_ENDS = ("|\n", "|\r", "| \n", "| \r")  # quicker to look for than rows
LEAST = 2  # cells of a head: between two bars may stand anything


def check(context: Alone) -> Iterator[Report]:
    """Each row that loses cells, and rows that make no table. What a link's own bar cuts is `link-table-bar`'s."""
    for page in context.pages:
        yield from _no_tables(page)
        for start, end in page.markup.tables:
            rows = list(_LINE.finditer(page.text, start, end))
            width = cells(rows[0][0]) if rows else 0
            for row in rows[2:]:
                count = cells(row[0])
                if count > width and not any(BAR.search(link[1], 1) for link in WIKILINK.finditer(row[0])):
                    yield _report(page, row, count, width)


def _no_tables(page: Page) -> Iterator[Report]:
    """Rows in a row that have as many cells and yet are no table."""
    bars = page.markup.visible.count
    if bars("|") == sum(bars("|", start, end) for start, end in page.markup.tables):
        return  # all rows are those of tables
    for match in _ROWS.finditer(page.markup.visible, page.note.body_start) if any(end in page.text for end in _ENDS) else ():
        first, second, *more = match[0].splitlines()
        width = cells(first)
        if width < LEAST or within(match.start(), page.markup.tables) or any(WIKILINK.search(row) for row in (first, second)):
            continue
        span = page.span(match.start(), match.start() + len(first))
        if _DASHES.fullmatch(second):
            if cells(second) != width:
                yield Report(page.note.path, span, f"the head has {width} cells and the line of dashes {cells(second)}: this is no table")
        elif more and not any(map(_DASHES.fullmatch, more)) and all(cells(row) == width for row in (second, *more)):
            yield Report(page.note.path, span, "the line of dashes below the head is missing: this is no table")


def _report(page: Page, row: re.Match[str], count: int, width: int) -> Report:
    return Report(page.note.path, page.span(*row.span()), f"the row has {count} cells and its head {width}: the rest is not shown")


RULE = Rule("KB051", "table", "warning", check)
