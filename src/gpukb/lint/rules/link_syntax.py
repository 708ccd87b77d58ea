"""A wikilink is empty or not closed.

It shows as plain text, and nobody follows it. Only a bracket too few, or the name of a note behind an open `[[`, is taken for a link
that was meant.

Bad:  see [[Warp scheduler] and [[]]
Good: see [[Warp scheduler]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Page
from gpukb.lint.rule import Report, Rule

# Each begins with what is quick to look for; the mark of an embed before it is seen to afterwards.
_EMPTY = re.compile(r"\[\[(?<!\\\[\[)[ \t]*\]\]")
_OPEN = re.compile(r"\[\[(?<!\\\[\[)(?!\[)([^\[\]\r\n|#]+)(?:[#|][^\[\]\r\n]*)?(\](?!\])|(?![^\r\n]))")


def check(context: Alone) -> Iterator[Report]:
    """Each empty link, and each that lacks brackets at its end."""
    for page in context.pages:
        text, start = page.prose, page.note.body_start
        for match in _EMPTY.finditer(text, start):
            yield _report(page, match, "is an empty link")
        for link in page.markup.links:
            if not link.destination and not text[link.start - 1 : link.start].isalnum():  # `f[]()` is a call
                yield Report(page.note.path, page.span(link.start, link.end), f"{page.text[link.start : link.end]} leads nowhere")
        for match in _OPEN.finditer(text, start):
            if not match[1][0].isspace() and (_is_embed(text, match) or context.leads(match[1].strip()) is not None):
                yield _report(page, match, "is never closed: ]] is missing")


def _report(page: Page, match: re.Match[str], why: str) -> Report:
    start = match.start() - _is_embed(page.prose, match)
    return Report(page.note.path, page.span(start, match.end()), f"{page.text[start : match.end()]} {why}")


def _is_embed(text: str, match: re.Match[str]) -> bool:
    return text[match.start() - 1 : match.start()] == "!"


RULE = Rule("KB036", "link-syntax", "error", check)
