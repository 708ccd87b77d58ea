"""A property holds a link within other text.

Obsidian makes a link of a value only when the whole of it is one: this one is plain text, and no edge of the graph.

Bad:  source: "see [[Warp scheduler]]"
Good: source: "[[Warp scheduler]]"
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.markup import WIKILINK
from gpukb.markdown.wikilinks import split_wikilink


def check(context: Alone) -> Iterator[Report]:
    """Each wikilink that is only part of a property's value and would lead somewhere."""
    for page in context.pages:
        within = page.text.find("[[", 0, page.note.body_start) >= 0 and _any_partial(page.note.properties)
        for scalar in page.front.scalars if within else ():
            for match in WIKILINK.finditer(scalar.value):
                parts = split_wikilink(match[1])
                leads = parts is not None and context.leads(parts[0]) is not None
                if leads and match[0] != scalar.value.strip():
                    at = page.text.find(match[0], scalar.start, scalar.end)
                    span = page.span(at, at + len(match[0])) if at >= 0 else page.span(scalar.start, scalar.end)
                    yield Report(page.note.path, span, f"{match[0]} stands within other text and so is no link")


def _any_partial(value: object) -> bool:
    """Whether any text in a property's value holds a link and more, so that it is worth a look at where it stands."""
    if isinstance(value, str):
        return "[[" in value and WIKILINK.fullmatch(value.strip()) is None
    return any(map(_any_partial, value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()))


RULE = Rule("KB038", "fm-link-partial", "warning", check)
