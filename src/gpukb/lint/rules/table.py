r"""A row of a table has more cells than its head.

What is too much is not shown at all. Often a bar within a cell was meant as text: there, and in code too, it must be written `\|`.

Bad:  | `a | b` | 4 | below a head of two cells
Good: | `a \| b` | 4 |
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Context, Page
from gpukb.lint.rule import Report, Rule
from gpukb.lint.tables import BAR, cells
from gpukb.markdown.markup import WIKILINK

_LINE = re.compile(r"[^\r\n]+")


def check(context: Context) -> Iterator[Report]:
    """Each row that loses cells. One that a link's own bar cuts is `link-table-bar`'s."""
    for page in context.pages:
        for start, end in page.markup.tables:
            rows = list(_LINE.finditer(page.text, start, end))
            width = cells(rows[0][0]) if rows else 0
            for row in rows[2:]:
                count = cells(row[0])
                if count > width and not any(BAR.search(link[1], 1) for link in WIKILINK.finditer(row[0])):
                    yield _report(page, row, count, width)


def _report(page: Page, row: re.Match[str], count: int, width: int) -> Report:
    return Report(page.note.path, page.span(*row.span()), f"the row has {count} cells and its head {width}: the rest is not shown")


RULE = Rule("KB051", "table", "warning", check)
