"""The visible text of a note in, wikilinks and embeds out, as written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gpukb.markdown.events import Range
from gpukb.markdown.markup import WIKILINK

_UNESCAPED_BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Parts:
    """What stands between the brackets, taken apart."""

    target: str
    heading: str | None
    block: str | None
    alias: str | None


@dataclass(frozen=True, slots=True)
class Wikilink:
    """`[[…]]` or `![[…]]` and its range."""

    start: int
    end: int
    embed: bool
    parts: Parts


def wikilinks(text: str, visible: str, start: int, tables: list[Range]) -> Iterator[Wikilink]:
    """The wikilinks of a text from `start` on. In a table a bar that is not escaped ends the cell, so such a link is none."""
    if "[[" not in visible:
        return
    for match in WIKILINK.finditer(visible, start):
        begin, end = match.span()
        if is_escaped(text, begin):
            continue
        inner = text[begin + 2 : end - 2]
        if "\n" in inner or "\r" in inner:
            continue  # a code span in the link hid the line break
        if "|" in inner and any(a <= begin < b for a, b in tables) and _UNESCAPED_BAR.search(inner):
            continue
        parts = split_wikilink(inner)
        if parts is None:
            continue
        embed = begin > start and visible[begin - 1] == "!" and not is_escaped(text, begin - 1)
        yield Wikilink(begin - embed, end, embed, parts)


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
    bar = inner.find("|", 1)
    alias = None
    if bar > 0 and inner[:bar].strip() not in ("", "\\"):
        alias = inner[bar + 1 :].strip()
        inner = inner[: bar - 1] if inner[bar - 1] == "\\" else inner[:bar]
    target, heading, block = split_fragment(inner)
    if not target and heading is None and block is None:
        return None
    return Parts(target, heading, block, alias)


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
