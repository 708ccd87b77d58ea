"""Markdown in, what pulldown-cmark found in it out. It counts bytes of UTF-8; `one_byte` and `Offsets` are two ways to code points."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pyromark

Range = tuple[int, int]
MARKDOWN = pyromark.Markdown(
    options=pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_FOOTNOTES  # else an indented second paragraph of a footnote would be code
)
HIDDEN = frozenset({"Code", "DisplayMath", "InlineHtml"})


@dataclass(slots=True)
class Found:
    """Byte ranges, each list in order of its starts."""

    hidden: list[Range] = field(default_factory=list)  # code, display math, HTML
    dollars: list[Range] = field(default_factory=list)  # inline math, or two prices
    code: list[Range] = field(default_factory=list)
    headings: list[tuple[int, int, int]] = field(default_factory=list)  # start, end, level; outside quotes and lists only
    tables: list[Range] = field(default_factory=list)
    links: list[tuple[int, int, str, bool]] = field(default_factory=list)  # start, end, destination, image; inline ones only
    references: list[Range] = field(default_factory=list)  # links whose address stands elsewhere, and bare addresses
    footnotes: list[Range] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)  # where a paragraph or the text of a list item may end
    container_end: int = 0


def find(source: str) -> Found:
    """One pass over the events. Two in three are text and ends, and are passed over as quickly as Python can."""
    found = Found()
    for event, span in MARKDOWN.events_with_range(source, merge_text=True):
        if "Text" in event or "End" in event or event.__class__ is str:
            continue
        tag: Any = event.get("Start")  # type: ignore[union-attr]  # Any: a union of twenty shapes that mypy cannot follow by key
        if tag is None:
            _inline(found, event, span["start"], span["end"])
        elif tag in _ENDS:
            found.stops.append(span["end"])
        elif tag == "HtmlBlock":
            found.hidden.append((span["start"], span["end"]))
            found.stops.append(span["start"])
        elif tag.__class__ is dict:
            _rich(found, tag, span["start"], span["end"])
    return found


_ENDS = ("Paragraph", "Item")


def _inline(found: Found, event: Any, start: int, end: int) -> None:  # Any: as above
    (kind,) = event
    if kind in HIDDEN:
        found.hidden.append((start, end))
        if kind == "Code":
            found.code.append((start, end))
    elif kind == "InlineMath":
        found.dollars.append((start, end))


def _rich(found: Found, tag: Any, start: int, end: int) -> None:  # Any: as above
    ((kind, value),) = tag.items()
    if kind in ("Link", "Image"):
        if value["link_type"] == "Inline":
            found.links.append((start, end, value["dest_url"], kind == "Image"))
        else:
            found.references.append((start, end))
        return
    found.stops.append(start)
    if kind == "Heading":
        if start >= found.container_end:
            found.headings.append((start, end, int(value["level"][1])))
    elif kind == "CodeBlock":
        found.hidden.append((start, end))
        found.code.append((start, end))
    elif kind == "Table":
        found.tables.append((start, end))
    else:  # a quote, a list, a footnote: headings in there are not the note's
        if kind == "FootnoteDefinition":
            found.footnotes.append((start, end))
        found.container_end = max(found.container_end, end)


def within(at: int, ranges: Sequence[tuple[int, int, *tuple[int, ...]]]) -> bool:
    """Whether this place is in one of the ranges, which stand in order and do not overlap."""
    i = bisect_right(ranges, (at, sys.maxsize)) - 1
    return i >= 0 and at < ranges[i][1]


_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_AFTER_ANGLE = re.compile(r"<[^\x00-\x7f]")
_CONTINUATION = bytes(range(0x80, 0xC0))
_LEADS = bytes.maketrans(bytes(range(0xC0, 0x100)), b"?" * 0x40)


def one_byte(text: str) -> str:
    """The text with each character beyond ASCII made a `?`, so that bytes are code points and there are half as many to read.

    CommonMark gives no such character a meaning in blocks, code, HTML or links, nor `?` one but in `<? … ?>`. What is lost is only what
    a destination says.
    """
    if text.isascii():
        return text
    text = _AFTER_ANGLE.sub("<,", text)  # `<?` and `<x` would open HTML
    if "<?" in text:
        text = _BEYOND_ASCII.sub(",", text)  # here a `?>` would close it
    return text.encode().translate(_LEADS, _CONTINUATION).decode("ascii")


class Offsets:
    """Bytes of a body's UTF-8 → code points of the text it is the end of. Offsets are learnt before they are asked for."""

    __slots__ = ("_base", "_data", "_known")

    def __init__(self, body: str, base: int) -> None:
        self._base = base
        self._data = None if body.isascii() else body.encode()
        self._known: dict[int, int] = {0: base}

    def learn(self, offsets: Iterable[int]) -> None:
        """Count the characters before each of these, once and from left to right."""
        if self._data is None:
            return
        data, known = self._data, self._known
        count = self._base
        for last, offset in pairwise(sorted({0, *offsets})):
            count += len(data[last:offset].decode())
            known[offset] = count

    def __call__(self, offset: int) -> int:
        """The code point at this byte."""
        return self._base + offset if self._data is None else self._known[offset]

    def both(self, item: tuple[int, int, *tuple[object, ...]]) -> Range:
        """The range in code points."""
        if self._data is None:
            return self._base + item[0], self._base + item[1]
        return self._known[item[0]], self._known[item[1]]
