"""A link stands in a line that is indented so far that Markdown takes it for code.

Four spaces more than the text around it make a code block, also under a list item. The link is no link, and its target may look like an
orphan.

Bad:  four spaces, then [[Warp scheduler]]
Good: [[Warp scheduler]] at the margin, or with the indent of its list
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Alone, Page
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.markup import WIKILINK
from gpukb.markdown.wikilinks import split_wikilink


def check(context: Alone) -> Iterator[Report]:
    """Each wikilink in indented code that would lead somewhere; `[[ -f x ]]` of a shell would not."""
    for page in context.pages:
        for start, end in page.markup.code:
            if page.text[start] not in "`~" and "[[" in page.text[start:end]:
                yield from _links(context, page, start, end)


def _links(context: Alone, page: Page, start: int, end: int) -> Iterator[Report]:
    for match in WIKILINK.finditer(page.text, start, end):
        parts = split_wikilink(match[1])
        if parts is not None and parts[0] and context.leads(parts[0]) is not None:
            yield Report(page.note.path, page.span(*match.span()), f"{match[0]} is code, since its line is indented too far")


RULE = Rule("KB029", "link-in-indent", "warning", check)
