"""Headings as written, and as links find them."""

from __future__ import annotations

import re
from functools import lru_cache

from gpukb.markdown.lines import Lines
from gpukb.note import Heading, Span, fold

_SETEXT = re.compile(r"[\r\n]+[ \t]*(?:=+|-+)[ \t]*[\r\n]*\Z")
_BREAK = re.compile(r"(?<![ \t])[ \t]*+(?:\r\n?|\n)[ \t]*")
_MARKS = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
_WIKILINK = re.compile(r"!?\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)")
NORMALIZED = 4096  # headings kept as links find them: search asks for those of every candidate, and most repeat
MAX_PLAIN = 1000  # characters; a longer "heading" is shown as it is written, since each mark in it may be looked for to its end
_EMPHASIS = re.compile(r"(?<!\\)(\*\*|__|\*|~~|==|`+)(?=\S)(.+?)(?<=\S)\1")


def headings(text: str, found: list[tuple[int, int, int]], lines: Lines) -> tuple[Heading, ...]:
    """The headings at these ranges. A `#` needs a space after it."""
    return tuple(
        Heading(raw, level, Span(start, start + len(text[start:end].rstrip()), lines.at(start)))
        for start, end, level in found
        if (raw := _raw(text[start:end], level)) is not None
    )


def _raw(source: str, level: int) -> str | None:
    line = source.strip()
    after = line[level : level + 1]
    if line[:level] != "#" * level or (after and not after.isspace()):
        return _BREAK.sub(" ", _SETEXT.sub("", source)).strip()
    if not after:
        return "" if source.rstrip("\r\n").endswith((" ", "\t")) else None
    text = line[level:].strip()
    if text.endswith("#"):
        shorter = text.rstrip("#")
        if not shorter or shorter[-1] in " \t":
            return shorter.rstrip()
    return text


@lru_cache(NORMALIZED)
def normalize_heading(text: str) -> str:
    """A heading as links find it: marks become spaces, runs of spaces one, case does not count. `'`, `-` and `_` stay."""
    return fold(_MARKS.sub(" ", text).strip())


def plain_heading(text: str) -> str:
    """A heading for display: links by their shown text, without emphasis marks."""
    if len(text) > MAX_PLAIN:
        return text.strip()
    if "[" in text:
        text = _WIKILINK.sub(lambda match: match[2] or match[1], text)
        text = _LINK.sub(r"\1", text)
    for _ in range(3):  # bold in italics in highlight
        shorter = _EMPHASIS.sub(r"\2", text)
        if shorter == text:
            break
        text = shorter
    return text.strip()
