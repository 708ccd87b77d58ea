"""A link in a property stands without quotes.

YAML reads `[[A]]` as a list in a list: Obsidian sees no link, and the edge vanishes from the graph. The fix adds the quotes.

Bad:  requires: [[Warp scheduler]]
Good: requires: "[[Warp scheduler]]"
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Page
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.wikilinks import split_wikilink
from gpukb.rewrite import Edit

_VALUE = re.compile(r"(?<![^\r\n])(?:[ \t]*-[ \t]+|[ \t]*[\w-][\w .-]*:[ \t]+)(\[\[([^\[\]\r\n\"']+)\]\])[ \t]*(?:#[^\r\n]*)?(?![^\r\n])")
_NUMBERS = re.compile(r"[-+\d.,\s]+")  # `[[1, 2]]` is a matrix of one row


def check(context: Alone) -> Iterator[Report]:
    """Each unquoted link that is the whole value of a property or of an item."""
    for page in context.pages:
        start, end = page.yaml
        if page.text.find("[[", start, end) < 0 or page.text.lstrip("-").startswith("{"):
            continue
        for match in _VALUE.finditer(page.text, start, end):
            if not _NUMBERS.fullmatch(match[2]) and not _in_block_text(page, match.start()):
                yield _report(context, page, match)


def _report(context: Alone, page: Page, match: re.Match[str]) -> Report:
    parts = split_wikilink(match[2])
    leads = parts is not None and context.leads(parts[0]) is not None
    a, b = match.span(1)
    fix = (Edit(a, a, '"'), Edit(b, b, '"')) if leads and "\\" not in match[2] else ()
    return Report(page.note.path, page.span(a, b), f"{match[1]} needs quotes: as it is, YAML makes a list of it and no link", fix=fix)


def _in_block_text(page: Page, at: int) -> bool:
    """Whether the place is within a text value (`|`, `>`), where nothing needs quotes."""
    return any(scalar.start <= at < scalar.end for scalar in page.front.scalars)


RULE = Rule("KB011", "fm-link-unquoted", "warning", check, fixes=True)
