"""The visible text of a note in, wikilinks and embeds out, as written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.markdown.events import Range, within
from gpukb.markdown.markup import WIKILINK

_UNESCAPED_BAR = re.compile(r"(?<!\\)\|")


Parts = tuple[str, str | None, str | None, str | None]  # target, heading, block, alias
Wikilink = tuple[int, int, bool, Parts]  # start, end, embed; plain tuples, since a vault has hundreds of thousands


def wikilinks(text: str, visible: str, start: int, tables: list[Range]) -> Iterator[Wikilink]:
    """`[[…]]` and `![[…]]` from `start` on. In a table a bar that is not escaped ends the cell, so such a link is none."""
    if "[[" not in visible:
        return
    for match in WIKILINK.finditer(visible, start):
        begin, end = match.span()
        inner = match[1]
        before = visible[begin - 1] if begin > start else ""
        if before == "\\" and is_escaped(text, begin):
            continue
        if "\0" in inner:
            inner = text[begin + 2 : end - 2]
            if "\n" in inner or "\r" in inner:
                continue  # a code span in the link hid the line break
        if tables and "|" in inner and within(begin, tables) and _UNESCAPED_BAR.search(inner):
            continue
        parts = split_wikilink(inner)
        if parts is not None:
            embed = before == "!" and not is_escaped(text, begin - 1)
            yield begin - embed, end, embed, parts


def is_escaped(text: str, at: int) -> bool:
    """Whether an odd number of backslashes stands before this place."""
    count = 0
    while at > count and text[at - count - 1] == "\\":
        count += 1
    return count % 2 == 1


# [[path#heading#deeper|alias]]. The first bar splits, but not one with nothing before it: [[|x]] is a link to `|x`. `\|` splits too, in a
# table and outside, and the backslash belongs to neither part. Spaces around a part are dropped (Obsidian's own choice is not settled).
def split_wikilink(inner: str) -> Parts | None:
    """The parts of a wikilink's inner text; None when nothing is there."""
    alias = None
    bar = inner.find("|", 1)
    if bar > 0:
        before = inner[: bar - 1] if inner[bar - 1] == "\\" else inner[:bar]
        if before and not before.isspace():
            alias = inner[bar + 1 :].strip()
            inner = before
    if "#" not in inner:
        inner = inner.strip()
        return (inner, None, None, alias) if inner else None
    target, heading, block = split_fragment(inner)
    if not target and heading is None and block is None:
        return None
    return target, heading, block, alias


def split_fragment(link: str) -> tuple[str, str | None, str | None]:
    """Path, heading (a chain keeps its `#`) and block id of `path#heading` or `path#^id`."""
    target, mark, fragment = link.partition("#")
    target, fragment = target.strip(), fragment.strip()
    if not mark or not fragment:
        return target, None, None
    head, caret, block = fragment.rpartition("^")
    if caret and (not head or head.endswith("#")):
        return target, head.rstrip("#").strip() or None, block
    return target, fragment, None
