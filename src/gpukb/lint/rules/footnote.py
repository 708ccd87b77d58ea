"""A footnote has no text, or a text has no footnote.

A mark without a definition shows as plain text; a definition that no mark leads to is never shown.

Bad:  As measured.[^1] without a line that begins with `[^1]:`
Good: As measured.[^1], and below it `[^1]: On one H100.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule
from gpukb.note import fold

_MARK = re.compile(r"(?<!\\)\[\^([^\s\[\]^]+)\]")
_DEFINES = re.compile(r"(?<![^\r\n])[ \t>]*(?:[-*+][ \t]+)?\[\^([^\s\[\]^]+)\]:")


def check(context: Alone) -> Iterator[Report]:
    """Each mark without a definition, and each definition without a mark."""
    for page in context.pages:
        text, start = page.prose, page.note.body_start
        if "[^" not in text:
            continue
        defined = {match.end() - 1: match for match in _DEFINES.finditer(text, start)}
        names = {fold(match[1]) for match in defined.values()}
        links = {link.start for link in page.markup.links}
        marks = [match for match in _MARK.finditer(text, start) if match.end() not in defined and match.start() not in links]
        used = {fold(match[1]) for match in marks}
        for match in marks:
            if fold(match[1]) not in names:
                yield Report(page.note.path, page.span(*match.span()), f"the footnote {match[1]!r} has no definition")
        for match in defined.values():
            if fold(match[1]) not in used:
                yield Report(page.note.path, page.span(match.start(1) - 2, match.end() - 1), f"no mark leads to the footnote {match[1]!r}")


RULE = Rule("KB050", "footnote", "warning", check)
