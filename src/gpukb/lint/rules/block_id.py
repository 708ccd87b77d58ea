"""Something is meant as a block id and is none.

An id is made of Latin letters, digits and `-`, stands after a space, and ends a paragraph or a list item. With `_` or other letters,
within a line or right behind a word it stays plain text, and links to it lead nowhere.

Bad:  The result. ^my_result
Good: The result. ^my-result
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Context, Page
from gpukb.lint.rule import Report, Rule
from gpukb.note import Span

_ODD = re.compile(r"\^(?<=\s\^)((?=[^\s]*[^\W\d])(?![A-Za-z0-9-]+(?:\s|\Z))[\w-]+)(?=[ \t]*(?:[\r\n]|\Z))")


def takes(context: Alone) -> list[tuple[str, int, int, int]]:
    """Each id of letters that ids cannot have, with its start, end and line."""
    return [
        (match[0], *match.span(), page.lines.at(match.start()))
        for page in context.pages
        if "^" in page.text
        for match in _ODD.finditer(page.prose, page.note.body_start)
    ]


def check(context: Context) -> Iterator[Report]:
    """Each id of letters that ids cannot have, and each text that a link takes for an id."""
    wanted: dict[str, set[str]] = {}
    for edge in context.facts.missing["block"]:
        wanted.setdefault(edge.path or "", set()).add((edge.link.block or "").lower())
    for note in context.notes:
        for written, *ends in context.facts.taken_of(RULE.code, note.path) or ():
            yield Report(note.path, Span(*ends), f"{written} is no block id: only Latin letters, digits and - may stand in one")
        if note.kind == "note" and note.path in wanted:
            yield from _wanted(context.page(note.path), wanted[note.path])


def _wanted(page: Page, ids: set[str]) -> Iterator[Report]:
    """Where the ids stand that links look for in this note and do not find."""
    for wanted in sorted(ids):
        found = re.compile(rf"\^{re.escape(wanted)}(?![\w-])", re.IGNORECASE).search(page.prose, page.note.body_start)
        if found and not _ODD.match(page.prose, found.start()):
            why = "a space must stand before it and nothing after it in its paragraph"
            yield Report(page.note.path, page.span(*found.span()), f"{found[0]} is linked and is no block id here: {why}")


RULE = Rule("KB025", "block-id", "warning", check, over="vault", takes=takes)
