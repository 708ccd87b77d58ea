"""A note's text in, the ranges that plain Markdown gives out: code, math, HTML, headings, tables, inline links, ends of paragraphs.

pulldown-cmark (through pyromark) finds them at some 90 MB a second. Obsidian's own syntax (wikilinks, tags, block ids) is scanned
elsewhere, in the text that these ranges leave visible.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from gpukb.markdown.events import MARKDOWN, Found, Offsets, Range, find, one_byte, within
from gpukb.markdown.own_blocks import comment_blocks, math_blocks

# An inner `[[…]]` of one line, without `[[` or `]]` in it: only `]]` ends a wikilink, and the innermost pair is the link.
WIKILINK = re.compile(r"\[\[(?!\[)([^\[\]\r\n]*(?:(?:\[(?!\[)|\](?!\]))[^\[\]\r\n]*)*)\]\]")
MAX_NESTED = 8  # links in links: an image in a link is two; each holds the text of all within it
MAX_PASSES = 4  # each undoes the marks that cut a wikilink; one is enough for all but made-up text
_NEEDS_READING = re.compile(r"[\s\\&<>\"'()]")  # escapes, entities, brackets, a title
_OPENED = "[x"  # stands for what of a link has been read already
_MARKS = re.compile(r"[`<$]")
_MARK_IN_WIKILINK = re.compile(r"\[\[(?!\[)(?:[^\[\]\r\n`<$]|\[(?!\[)|\](?!\]))*[`<$]")


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

    hidden: list[Range]  # code, math, HTML, destinations: nothing of Obsidian's counts in there
    code: list[Range]
    headings: list[tuple[int, int, int]]  # start, end, level; outside quotes and lists only
    tables: list[Range]
    links: list[InlineLink]
    stops: list[int]  # where a paragraph or a list item's own text may end; only when the text has a `^`
    math: list[Range] = field(default_factory=list)  # `$$` blocks that CommonMark does not see as one
    comments: list[Range] = field(default_factory=list)  # `%%` blocks
    references: list[Range] = field(default_factory=list)  # `[text][label]`, `[text]`, `<address>`: links that are not inline
    footnotes: list[Range] = field(default_factory=list)  # `[^1]: text` with all that belongs to it
    visible: str = ""  # the text with what is hidden turned into NULs, so that one scan over it finds only what counts


def blank(text: str, ranges: Iterable[Range]) -> str:
    """The text with these ranges, sorted by start, turned into NULs; its length stays."""
    parts: list[str] = []
    at = 0
    for start, end in ranges:
        if end > at:
            if start > at:
                parts.append(text[at:start])
                at = start
            parts.append("\0" * (end - at))
            at = end
    if not parts:
        return text
    parts.append(text[at:])
    return "".join(parts)


@lru_cache(maxsize=1)  # the linter asks right after the parser
def read_markup(text: str, body_start: int) -> Markup:
    """The Markdown of the text from `body_start` on; not to be changed."""
    body = text[body_start:] if body_start else text
    marked = _MARK_IN_WIKILINK.search(body) is not None
    source = one_byte(_without_dollars_in_wikilinks(body) if marked else body)
    markup = _markup(find(source), text, body_start)
    if marked:
        for _ in range(MAX_PASSES - 1):
            plainer = _without_marks_that_cut_wikilinks(source, body_start, markup)
            if plainer == source:
                break
            source = plainer
            markup = _markup(find(source), text, body_start)
    _add_own_blocks(text, body_start, markup)
    return markup


def _without_dollars_in_wikilinks(body: str) -> str:
    """The body with each `$` in a `[[…]]` made an x: there it neither opens nor closes math (`[[US$ 5]]`)."""
    return WIKILINK.sub(lambda match: match[0].replace("$", "x"), body)


def _without_marks_that_cut_wikilinks(source: str, base: int, markup: Markup) -> str:
    """The source with the marks in a `[[…]]` made x where code or HTML begins inside it and ends behind it.

    Obsidian reads from left to right: what opens first wins, so [[a `b]] and `c` is a link and a code span.
    """
    parts: list[str] = []
    at = 0
    cuts = [(start - base, end - base) for start, end in markup.hidden]
    starts = [start for start, _ in cuts]
    for match in WIKILINK.finditer(source):
        begin, end = match.span()
        i = bisect_left(starts, begin)
        within_other = i > 0 and cuts[i - 1][1] > begin
        if not within_other and any(e > end for s, e in cuts[i : bisect_left(starts, end)]):
            parts += (source[at:begin], "[[", _MARKS.sub("x", match[1]), "]]")
            at = end
    return "".join((*parts, source[at:])) if parts else source


def _markup(found: Found, text: str, base: int) -> Markup:
    """The ranges, counted from the start of the whole text."""
    links = [
        _inline_link(text, base + start, base + end, base + inner, destination, image)
        for start, end, inner, destination, image in _nested(found.links)
    ]
    hidden = [(base + start, base + end) for start, end in found.hidden]
    hidden += [(base + start, base + end) for start, end in found.dollars if not text[base + end : base + end + 1].isdigit()]  # `$5-$6`
    hidden += [(link.text_end + 1, link.end) for link in links]  # from its `(` on, so that `[[1]](address)` stays a wikilink
    hidden.sort()
    return Markup(
        hidden,
        [(base + start, base + end) for start, end in found.code],
        [(base + start, base + end, level) for start, end, level in found.headings],
        [(base + start, base + end) for start, end in found.tables],
        links,
        sorted({base + stop for stop in found.stops}) if text.find("^", base) >= 0 else [],
        references=[(base + start, base + end) for start, end in found.references],
        footnotes=[(base + start, base + end) for start, end in found.footnotes],
    )


def _nested(links: Sequence[tuple[int, int, str, bool]]) -> list[tuple[int, int, int, str, bool]]:
    """The links with the end of the last one in each one's text, or else its start; without those that stand in too many others."""
    found: list[tuple[int, int, int, str, bool]] = []
    around: list[int] = []  # the places in `found` of the links that this one stands in
    for start, end, destination, image in links:
        while around and found[around[-1]][1] <= start:
            around.pop()
        if len(around) < MAX_NESTED:
            if around:
                outer = found[around[-1]]
                found[around[-1]] = (*outer[:2], end, *outer[3:])
            around.append(len(found))
            found.append((start, end, start, destination, image))
    return found


def _inline_link(text: str, start: int, end: int, inner: int, destination: str, image: bool) -> InlineLink:
    """The link in this range; its text ends behind `inner`."""
    text_start = start + (2 if image else 1)
    rest = max(text_start - 1, inner)
    text_end = text.rfind("](", rest, end)
    if text.find("](", rest, text_end) >= 0:
        text_end = rest + _end_of_link_text(text[rest:end], text_end - rest, opened=rest < text_start)
    text_end = max(text_end, text_start)
    if "?" in destination:
        written = text[text_end + 2 : end - 1]
        destination = _destination(written, destination)
    return InlineLink(start, end, text_start, text_end, destination, image)


def _destination(written: str, otherwise: str) -> str:
    """A destination that is not ASCII: as written when it is nothing but characters, else as pulldown-cmark reads it."""
    if not _NEEDS_READING.search(written):
        return written
    for event, _ in MARKDOWN.events_with_range(f"[x]({written})"):
        tag: Any = event.get("Start") if isinstance(event, dict) else None  # Any: a union of twenty shapes
        if isinstance(tag, dict) and (link := tag.get("Link")):
            return str(link["dest_url"])
    return otherwise


def _end_of_link_text(rest: str, otherwise: int, *, opened: bool) -> int:
    """Where in the rest of a link its text ends, when `](` stands there more than once: in code, or in its title.

    The rest begins with the link's own bracket when it is `opened`, else behind the last link in its text.
    """
    raw = rest if opened else _OPENED + rest
    last, at = 0, Offsets(raw, 0)
    for event, span in MARKDOWN.events_with_range(raw):
        kind = str(event)
        if kind == "{'End': 'Link'}":
            break
        last = span["start"] + 1 if kind.startswith("{'Start': {'Link'") else span["end"]
    at.learn((last,))
    return at(last) - (0 if opened else len(_OPENED)) if raw.startswith("](", at(last)) else otherwise


def _add_own_blocks(text: str, start: int, markup: Markup) -> None:
    """Hide `$$` blocks that CommonMark cut up, and drop the headings and links it saw in them; and headings in `%%` blocks."""
    markup.visible = blank(text, markup.hidden)
    markup.math = math_blocks(markup.visible, start)
    if markup.math:
        markup.hidden = sorted(markup.hidden + markup.math)
        markup.visible = blank(text, markup.hidden)
        markup.links = [link for link in markup.links if not within(link.start, markup.math)]
    markup.comments = comment_blocks(markup.visible, start)
    if markup.math or markup.comments:
        seen = markup.headings
        markup.headings = [h for h in seen if not within(h[0], markup.math) and not within(h[0], markup.comments)]
