"""Text in, tags out, without `#`. A tag ends at white space and at ASCII or general punctuation other than `-`, `_` and `/`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

TAG = re.compile(r"#([^\s\x00-\x2c.:-@\[-^`{-\x7f\u2000-\u206f\u2e00-\u2e7f]+)")


def body_tags(visible: str, start: int) -> Iterator[str]:
    """The tags of a text in which code, math, HTML and links are blanked."""
    if "#" not in visible:
        return
    for match in TAG.finditer(visible, start):
        at = match.start()
        if at == start or visible[at - 1].isspace() or _after_mark(visible, at):
            tag = match[1].rstrip("/")
            if is_tag(tag):
                yield tag


# A tag starts at a line's start or after white space of any kind; `(`, quotes, dots and letters before it make it none. It also starts
# after a quote's `>`, and after an escaped bracket: `\[\[#x y\]\]` holds the tag x in Obsidian's own cache.
def _after_mark(visible: str, at: int) -> bool:
    before = visible[at - 1]
    if before == "[":
        return visible[at - 2 : at - 1] == "\\"
    if before != ">":
        return False
    while at and visible[at - 1] in " \t>":
        at -= 1
    return not at or visible[at - 1] in "\r\n"


def property_tags(values: Iterable[str], single: bool) -> Iterator[str]:
    """The tags of a `tags` property. Since Obsidian 1.9 one string with commas or spaces holds none."""
    for value in values:
        tag = value.strip().removeprefix("#").rstrip("/")
        if single and re.search(r"[\s,]", tag):
            continue
        if TAG.fullmatch("#" + tag) and is_tag(tag):
            yield tag


def is_tag(tag: str) -> bool:
    """Whether something other than digits is in it: `#1984` is no tag, `#y1984` is."""
    return bool(tag) and not tag.isdigit()


def unique(tags: Iterable[str]) -> tuple[str, ...]:
    """Each tag once, in its first spelling; case does not tell tags apart."""
    seen: dict[str, str] = {}
    for tag in tags:
        seen.setdefault(tag.casefold(), tag)
    return tuple(seen.values())
