r"""A wikilink in a table has a bar that is not escaped.

In a table every plain `|` ends the cell: the link is cut in two, is no link any more, and the row has a cell too many.

Bad:  | [[Warp scheduler|scheduler]] | 4 |
Good: | [[Warp scheduler\|scheduler]] | 4 |
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Page
from gpukb.lint.rule import Report, Rule
from gpukb.lint.tables import BAR, cells
from gpukb.markdown.markup import WIKILINK
from gpukb.markdown.wikilinks import split_wikilink
from gpukb.rewrite import Edit

_DELIMITERS = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*\Z")

_SIGNS = ("-|", "- |", "|-", "| -", "|:", "| :")  # one of these stands in each row of delimiters


def check(context: Alone) -> Iterator[Report]:
    """Each wikilink in a table whose bar ends the cell. It is fixed where it would lead somewhere."""
    for page in context.pages:
        visible = page.markup.visible
        if "[[" not in visible or "|" not in visible:
            continue
        for start, end in (*page.markup.tables, *_headers(page)):
            for match in WIKILINK.finditer(visible, start, end):
                bar = BAR.search(match[1], 1)
                if bar and not match[1][0].isspace():  # `[[ a || b ]]` in backticks: shell, though the table cuts that too
                    yield _report(context, page, match.start(), match.end(), match.start(1) + bar.start())


def _report(context: Alone, page: Page, start: int, end: int, bar: int) -> Report:
    parts = split_wikilink(page.text[start + 2 : end - 2])
    leads = parts is not None and context.leads(parts[0]) is not None
    message = f"{page.text[start:end]} is cut by its own bar: in a table it must be written \\|"
    return Report(page.note.path, page.span(start, end), message, fix=(Edit(bar, bar, "\\"),) if leads else ())


def _headers(page: Page) -> Iterator[tuple[int, int]]:
    """Lines above a row of delimiters that are no table only because a link's bar makes one cell too many."""
    if not any(sign in page.text for sign in _SIGNS):
        return
    lines, at = page.markup.visible.splitlines(keepends=True), 0
    tables = [start for start, _ in page.markup.tables]
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        is_head = "[[" in line and at not in tables and _DELIMITERS.match(below.rstrip("\r\n"))
        if is_head and cells(WIKILINK.sub("x", line)) == cells(below):
            yield at, at + len(line)
        at += len(line)


RULE = Rule("KB008", "link-table-bar", "error", check, fixes=True)
