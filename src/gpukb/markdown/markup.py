"""A note's body in, the ranges that plain Markdown gives out: code, math, HTML, headings, tables, inline links, ends of paragraphs.

pulldown-cmark (through pyromark) finds them at some 60 MB a second; it counts bytes of UTF-8, everything here counts code points of the
whole text. Obsidian's own syntax (wikilinks, tags, block ids) is scanned elsewhere, in the text that these ranges leave visible.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pyromark
from pyromark.event import Range as ByteRange

Range = tuple[int, int]
MARKDOWN = pyromark.Markdown(
    options=pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_FOOTNOTES  # else an indented second paragraph of a footnote would be code
)
HIDDEN_KINDS = frozenset({"Code", "InlineMath", "DisplayMath", "InlineHtml"})
CONTAINERS = frozenset({"BlockQuote", "List", "FootnoteDefinition"})
# An inner `[[…]]` of one line, without `[[` or `]]` in it: only `]]` ends a wikilink, and the innermost pair is the link.
WIKILINK = re.compile(r"\[\[(?!\[)([^\[\]\r\n]*(?:(?:\[(?!\[)|\](?!\]))[^\[\]\r\n]*)*)\]\]")


@dataclass(frozen=True, slots=True)
class InlineLink:
    """`[text](destination)` or an image: its range, the range of its text, and the destination with escapes undone."""

    start: int
    end: int
    text_start: int
    text_end: int
    destination: str
    image: bool


@dataclass(slots=True)
class Markup:
    """Ranges in code points of the whole text, each list in order of its starts."""

    hidden: list[Range] = field(default_factory=list)  # code, math, HTML: nothing of Obsidian's counts in there
    code: list[Range] = field(default_factory=list)
    headings: list[tuple[int, int, int]] = field(default_factory=list)  # start, end, level; outside quotes and lists only
    tables: list[Range] = field(default_factory=list)
    links: list[InlineLink] = field(default_factory=list)
    paragraphs: list[Range] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)  # where a paragraph or a list item's own text may end

    def visible(self, text: str) -> str:
        """The text with what is hidden turned into NULs, so that one scan over it finds only what counts."""
        return blank(text, self.hidden)


def blank(text: str, ranges: Iterable[Range]) -> str:
    """The text with these ranges, sorted by start, turned into NULs; its length stays."""
    parts: list[str] = []
    at = 0
    for start, end in ranges:
        if end <= at:
            continue
        start = max(start, at)
        parts.append(text[at:start])
        parts.append("\0" * (end - start))
        at = end
    if not parts:
        return text
    parts.append(text[at:])
    return "".join(parts)


def read_markup(text: str, body_start: int) -> Markup:
    """The Markdown of the text from `body_start` on."""
    body = text[body_start:] if body_start else text
    source = _without_dollars_in_wikilinks(body)
    found = _Events()
    for event, span in MARKDOWN.events_with_range(source):
        found.take(event, span)
    return found.markup(text, body, body_start)


def _without_dollars_in_wikilinks(body: str) -> str:
    """The body with each `$` in a `[[…]]` made an x: there it neither opens nor closes math (`[[US$ 5]]`)."""
    if "$" not in body or "[[" not in body:
        return body
    return WIKILINK.sub(lambda match: match[0].replace("$", "x"), body)


class _Events:
    """Collects byte ranges from pulldown-cmark's events."""

    __slots__ = ("code", "container_end", "headings", "hidden", "links", "paragraphs", "stops", "tables")

    def __init__(self) -> None:
        self.hidden: list[Range] = []
        self.code: list[Range] = []
        self.headings: list[tuple[int, int, int]] = []
        self.tables: list[Range] = []
        self.links: list[tuple[int, int, str, bool]] = []
        self.paragraphs: list[Range] = []
        self.stops: list[int] = []
        self.container_end = 0

    def take(self, event: Any, span: ByteRange) -> None:  # Any: a union of twenty shapes that mypy cannot follow by key
        if "Text" in event or event.__class__ is str or "End" in event:
            return
        start, end = span["start"], span["end"]
        for kind, value in event.items():
            if kind == "Start":
                if isinstance(value, str):
                    self._simple(value, start, end)
                else:
                    self._rich(value, start, end)
            elif kind in HIDDEN_KINDS:
                self.hidden.append((start, end))
                if kind == "Code":
                    self.code.append((start, end))

    def _simple(self, tag: str, start: int, end: int) -> None:
        if tag == "Paragraph":
            self.paragraphs.append((start, end))
            self.stops.append(end)
        elif tag == "Item":
            self.stops.append(end)
        elif tag == "HtmlBlock":
            self.hidden.append((start, end))
            self.stops.append(start)

    def _rich(self, tag: dict[str, Any], start: int, end: int) -> None:  # Any: as above
        for kind, value in tag.items():
            if kind == "Heading":
                self.stops.append(start)
                if start >= self.container_end:
                    self.headings.append((start, end, int(value["level"][1])))
            elif kind in ("Link", "Image"):
                if value["link_type"] == "Inline":
                    self.links.append((start, end, value["dest_url"], kind == "Image"))
            elif kind == "CodeBlock":
                self.hidden.append((start, end))
                self.code.append((start, end))
                self.stops.append(start)
            elif kind == "Table":
                self.tables.append((start, end))
                self.stops.append(start)
            elif kind in CONTAINERS:
                self.stops.append(start)
                self.container_end = max(self.container_end, end)

    def markup(self, text: str, body: str, base: int) -> Markup:
        """The ranges in code points of the whole text."""
        at = _Offsets(body, base)
        at.learn(
            offset
            for group in (self.hidden, self.headings, self.tables, self.links, self.paragraphs)
            for item in group
            for offset in item[:2]
        )
        at.learn(self.stops)
        both = at.both
        links = [_inline_link(text, *both(link), link[2], link[3]) for link in self.links]
        hidden = [both(item) for item in self.hidden]
        hidden.extend((link.text_end + 1, link.end) for link in links)  # a `[[1]](address)` stays a wikilink
        hidden.sort()
        return Markup(
            hidden,
            [both(item) for item in self.code],
            [(*both(item), item[2]) for item in self.headings],
            [both(item) for item in self.tables],
            links,
            [both(item) for item in self.paragraphs],
            sorted({at(stop) for stop in self.stops}),
        )


class _Offsets:
    """Bytes of a body's UTF-8 → code points of the text it is the end of."""

    __slots__ = ("_base", "_data", "_known")

    def __init__(self, body: str, base: int) -> None:
        self._base = base
        self._data = None if body.isascii() else body.encode()
        self._known: dict[int, int] = {0: 0}

    def learn(self, offsets: Iterable[int]) -> None:
        """Count up to each of these offsets, once and from left to right."""
        if self._data is None:
            return
        data, known = self._data, self._known
        known.update(dict.fromkeys(offsets, 0))
        count = 0
        for last, offset in pairwise(sorted(known)):
            count += len(data[last:offset].decode())
            known[offset] = count

    def __call__(self, offset: int) -> int:
        return self._base + (offset if self._data is None else self._known[offset])

    def both(self, item: tuple[int, int, *tuple[object, ...]]) -> Range:
        return self(item[0]), self(item[1])


def _inline_link(text: str, start: int, end: int, destination: str, image: bool) -> InlineLink:
    text_start = start + (2 if image else 1)
    text_end = text.rfind("](", text_start - 1, end)
    return InlineLink(start, end, text_start, max(text_end, text_start), destination, image)
