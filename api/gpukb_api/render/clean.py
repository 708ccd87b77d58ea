"""HTML of a note → the same without anything that is not on the list. The last wall: the renderer makes nothing else to begin with."""

from __future__ import annotations

import nh3

BLOCKS = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "hr", "div", "section", "details", "summary"}
WORDS = {"a", "b", "br", "code", "del", "em", "i", "ins", "kbd", "mark", "s", "small", "span", "strong", "sub", "sup", "u"}
TABLES = {"table", "thead", "tbody", "tr", "th", "td"}
FIGURES = {"figure", "figcaption", "img", "input"}

_CLEANER = nh3.Cleaner(
    tags=BLOCKS | WORDS | TABLES | FIGURES,
    attributes={
        "*": {"class", "id", "lang", "title"},
        "a": {"href", "hreflang", "rel"},
        "details": {"open"},
        "img": {"src", "alt", "width", "height", "loading"},
        "input": {"checked", "disabled", "aria-label"},
        "ol": {"start"},
        "pre": {"tabindex"},
        "div": {"tabindex"},
    },
    tag_attribute_values={"input": {"type": {"checkbox"}}},
    url_schemes={"http", "https", "mailto"},
    link_rel=None,
)


def clean(html: str) -> str:
    """The HTML with only the listed elements, attributes and address schemes."""
    return _CLEANER.clean(html)
