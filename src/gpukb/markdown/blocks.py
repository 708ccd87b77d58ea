"""A note's text in, its top-level blocks out, in order, with list items and table rows as children."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from pyromark.event import Range as ByteRange

from gpukb.markdown.events import MARKDOWN, Offsets, Range
from gpukb.markdown.markup import read_markup

BlockKind = Literal["heading", "paragraph", "list", "table", "code", "quote", "html", "math", "comment", "rule", "footnote", "item", "row"]

_STARTS: dict[str, BlockKind] = {
    "Paragraph": "paragraph",
    "HtmlBlock": "html",
    "Item": "item",
    "TableHead": "row",
    "TableRow": "row",
    "Heading": "heading",
    "List": "list",
    "BlockQuote": "quote",
    "CodeBlock": "code",
    "Table": "table",
    "FootnoteDefinition": "footnote",
}
MAX_DEPTH = 40  # blocks in blocks; what a person writes has six, and a block at this depth keeps its text but has no children
_CALLOUT = re.compile(r"[ \t]*>[ \t]*\[!([^\]\r\n]+)\]")
_BLACK = re.compile(r"\S")
_MATH = re.compile(r"\s*\$\$.*\$\$\s*", re.DOTALL)


class BlockRange(NamedTuple):
    """A block and its half-open range in code points, without the blank lines after it.

    A tuple, since a megabyte may hold a million of them and a frozen dataclass takes three times as long to make. `level` is a heading's;
    `info` a fence's language, a callout's type (`note`) or a footnote's label. Children are the items of a list, the rows of a table (the
    header first), and whatever blocks stand in an item, a quote or a footnote.
    """

    kind: BlockKind
    start: int
    end: int
    level: int | None = None
    info: str | None = None
    children: tuple[BlockRange, ...] = ()


@dataclass(slots=True)
class _Open:
    kind: BlockKind
    start: int
    end: int
    level: int | None = None
    info: str | None = None
    children: list[_Open] = field(default_factory=list)


def blocks_of(text: str, body_start: int) -> list[BlockRange]:
    """The top-level blocks of the text from `body_start` on."""
    body = text[body_start:]
    root = _Open("quote", 0, 0)
    stack = [root]
    for event, span in MARKDOWN.events_with_range(body, merge_text=True):
        if event.__class__ is str:
            if event == "Rule":
                stack[-1].children.append(_Open("rule", span["start"], span["end"]))
        elif (tag := event.get("Start")) is not None:  # type: ignore[union-attr]  # mypy follows no class
            _open(tag, span, stack)
        elif "End" in event:
            _close(event["End"], stack)  # type: ignore[index]
    blocks = _closed(root.children, text, _offsets(body, body_start, root))
    if "$$" in body or "%%" in body:
        markup = read_markup(text, body_start)
        blocks = _with_own(_with_own(blocks, "math", markup.math, text), "comment", markup.comments, text)
    return blocks


def _with_own(blocks: Iterable[BlockRange], kind: BlockKind, ranges: Iterable[Range], text: str) -> list[BlockRange]:
    """The blocks with Obsidian's own in place of what CommonMark saw in their ranges; text before and after one stays."""
    left, found = deque(blocks), []
    for start, end in ranges:
        while left and left[0].end <= start:
            found.append(left.popleft())
        over = []
        while left and left[0].start < end:
            over.append(left.popleft())
        if not over:
            continue
        before = text[over[0].start : start].rstrip()
        if before:
            found.append(BlockRange("paragraph", over[0].start, over[0].start + len(before)))
        found.append(BlockRange(kind, start, end))
        after = _BLACK.search(text, end, over[-1].end)
        if after:
            left.appendleft(BlockRange("paragraph", after.start(), over[-1].end))
    return [*found, *left]


def _open(tag: Any, span: ByteRange, stack: list[_Open]) -> None:  # Any: a union of twenty shapes
    name: str
    value: Any
    name, value = next(iter(tag.items())) if isinstance(tag, dict) else (tag, None)
    kind = _STARTS.get(name)
    if kind is None:
        return
    block = _Open(kind, span["start"], span["end"])
    if name == "Heading":
        block.level = int(value["level"][1])
    elif name == "CodeBlock" and isinstance(value, dict):
        block.info = value["Fenced"].split()[0] if value["Fenced"].split() else None
    elif name == "FootnoteDefinition":
        block.info = value
    if len(stack) <= MAX_DEPTH:
        stack[-1].children.append(block)
    stack.append(block)


def _close(tag: object, stack: list[_Open]) -> None:
    name = tag if tag.__class__ is str else next(iter(tag))  # type: ignore[call-overload]  # as above
    if name in _STARTS:
        stack.pop()


def _offsets(body: str, base: int, root: _Open) -> Offsets:
    at = Offsets(body, base)
    if body.isascii():
        return at
    edges: list[int] = []
    todo = list(root.children)
    while todo:
        block = todo.pop()
        edges += (block.start, block.end)
        todo.extend(block.children)
    at.learn(edges)
    return at


def _closed(blocks: list[_Open], text: str, at: Offsets) -> list[BlockRange]:
    return [_block(block, text, at) for block in blocks]


def _block(block: _Open, text: str, at: Offsets) -> BlockRange:
    start, end = at(block.start), at(block.end)
    end = start + len(text[start:end].rstrip())
    kind, info, children = block.kind, block.info, block.children
    if kind == "quote":
        callout = _CALLOUT.match(text, start, end)
        info = callout[1].partition("|")[0].strip().lower() if callout else None
    elif kind == "paragraph" and text.startswith("$$", start) and _MATH.fullmatch(text, start, end):
        kind = "math"
    return BlockRange(kind, start, end, block.level, info, tuple(_closed(children, text, at)) if children else ())
