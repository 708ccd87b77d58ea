"""A link as written and the parts it shall have, the link as it shall be written out. Parts that nobody asked about stay as they are."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wanted:
    """New parts of a link; None keeps a part.

    `target` is its path. `anchor` is what follows the first `#` (`Heading`, `A#B`, `^id`), "" takes it away. `alias` is the text after the
    bar or a Markdown link's text, "" takes it away.
    """

    target: str | None = None
    anchor: str | None = None
    alias: str | None = None


# [[ target # anchor | alias ]]: spaces around the target stay, and so does the bar as it is written, `|` or `\|`.
def new_wikilink(raw: str, wanted: Wanted, *, in_table: bool = False) -> str:
    """The wikilink or embed with these parts. In a table a new bar is escaped."""
    opening = "![[" if raw.startswith("!") else "[["
    head, bar, alias = _at_bar(raw[len(opening) : -2])
    path, mark, anchor = head.partition("#")
    if wanted.target is not None:
        bare = path.strip()
        path = path.replace(bare, wanted.target, 1) if bare else wanted.target + path
    if wanted.anchor is not None:
        mark, anchor = ("#", wanted.anchor) if wanted.anchor else ("", "")
    if wanted.alias is not None:
        bar = (bar or ("\\|" if in_table else "|")) if wanted.alias else ""
        alias = wanted.alias.replace("|", "\\|") if in_table else wanted.alias
    return f"{opening}{path}{mark}{anchor}{bar}{alias}]]"


def _at_bar(inner: str) -> tuple[str, str, str]:
    """What stands before the bar that splits, the bar, and what follows; as the parser splits."""
    at = inner.find("|", 1)
    if at > 0:
        escaped = inner[at - 1] == "\\"
        before = inner[: at - 1] if escaped else inner[:at]
        if before and not before.isspace():
            return before, "\\|" if escaped else "|", inner[at + 1 :]
    return inner, "", ""


_BEFORE = re.compile(r"[ \t]*(?:(?:\r\n?|\n)[ \t>]*)?")
_POINTED = re.compile(r"<((?:[^<>\\\r\n]|\\.)*)>")
_MARK = re.compile(r"(?<![&\\])#")
# Obsidian writes a space as %20 and leaves letters of every script alone. Brackets, marks and `%` would not be read back.
_ENCODED = re.compile(r"[\x00-\x20\x7f%\\<>()|`$]|&(?=#?\w+;)")
_ENCODED_POINTED = re.compile(r"[\x00-\x1f\x7f%\\<>|`$]|&(?=#?\w+;)")


# [text](destination "title") and ![text](<destination>): the title stays, and so does the way the destination is bracketed.
def new_markdown_link(raw: str, text_end: int, wanted: Wanted) -> str:
    """The Markdown link with these parts; `text_end` is where its text ends in `raw`."""
    text_start = raw.index("[") + 1
    start, end, pointed = _destination(raw, text_end + 2)
    found = _MARK.search(raw, start, end)
    path, anchor = (raw[start : found.start()], raw[found.start() : end]) if found else (raw[start:end], "")
    if wanted.target is not None:
        path = encoded(wanted.target, pointed=pointed)
    if wanted.anchor is not None:
        anchor = f"#{encoded(wanted.anchor, pointed=pointed)}" if wanted.anchor else ""
    text = raw[text_start:text_end] if wanted.alias is None else wanted.alias
    return raw[:text_start] + text + raw[text_end:start] + path + anchor + raw[end:]


def encoded(destination: str, *, pointed: bool = False) -> str:
    """A path or anchor as a destination says it; `pointed`: between `<` and `>`, where a space may stand."""
    return (_ENCODED_POINTED if pointed else _ENCODED).sub(lambda found: f"%{ord(found[0]):02X}", destination)


def _destination(raw: str, at: int) -> tuple[int, int, bool]:
    """Where the destination stands, and whether it is between `<` and `>`."""
    before = _BEFORE.match(raw, at)
    start = before.end() if before else at
    pointed = _POINTED.match(raw, start)
    if pointed:
        return pointed.start(1), pointed.end(1), True
    end, depth = start, 0
    while end < len(raw) and not raw[end].isspace() and (depth or raw[end] != ")"):
        depth += {"(": 1, ")": -1}.get(raw[end], 0)
        end += 2 if raw[end] == "\\" else 1
    return start, min(end, len(raw) - 1), False
