"""A note's text in, its top-level blocks out, in order, with list items and table rows as children."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from pyromark.event import Range as ByteRange

from gpukb.markdown.markup import MARKDOWN

BlockKind = Literal["heading", "paragraph", "list", "table", "code", "quote", "html", "math", "rule", "footnote", "item", "row"]

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
_CALLOUT = re.compile(r"[ \t]*>[ \t]*\[!([^\]\r\n]+)\]")
_MATH = re.compile(r"\s*\$\$.*\$\$\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BlockRange:
    """A block and its half-open range in code points, without the blank lines after it.

    `level` is a heading's; `info` a fence's language, a callout's type (`note`) or a footnote's label. Children are the items of a list,
    the rows of a table (the header first), and whatever blocks stand in an item, a quote or a footnote.
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
    for event, span in MARKDOWN.events_with_range(body):
        if "Text" in event:
            continue
        if event == "Rule":
            stack[-1].children.append(_Open("rule", span["start"], span["end"]))
        elif isinstance(event, dict):
            tag = event.get("Start")
            if tag is not None:
                _open(tag, span, stack)
            elif "End" in event:
                _close(event["End"], stack)
    return _closed(root.children, text, _CodePoints(body, body_start, root))


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
    stack[-1].children.append(block)
    stack.append(block)


def _close(tag: object, stack: list[_Open]) -> None:
    name = next(iter(tag)) if isinstance(tag, dict) else str(tag)
    if name in _STARTS:
        stack.pop()


class _CodePoints:
    """Bytes of the body → code points of the text."""

    def __init__(self, body: str, base: int, root: _Open) -> None:
        self._base = base
        self._known: dict[int, int] | None = None
        if body.isascii():
            return
        offsets = {0}
        todo = list(root.children)
        while todo:
            block = todo.pop()
            offsets.update((block.start, block.end))
            todo.extend(block.children)
        data, count = body.encode(), 0
        self._known = {0: 0}
        for last, offset in pairwise(sorted(offsets)):
            count += len(data[last:offset].decode())
            self._known[offset] = count

    def __call__(self, offset: int) -> int:
        return self._base + (offset if self._known is None else self._known[offset])


def _closed(blocks: list[_Open], text: str, at: _CodePoints) -> list[BlockRange]:
    return [_block(block, text, at) for block in blocks]


def _block(block: _Open, text: str, at: _CodePoints) -> BlockRange:
    start, end = at(block.start), at(block.end)
    end = start + len(text[start:end].rstrip())
    kind, info = block.kind, block.info
    if kind == "quote":
        callout = _CALLOUT.match(text, start, end)
        info = callout[1].partition("|")[0].strip().lower() if callout else None
    elif kind == "paragraph" and text.startswith("$$", start) and _MATH.fullmatch(text, start, end):
        kind = "math"
    return BlockRange(kind, start, end, block.level, info, tuple(_closed(block.children, text, at)))
