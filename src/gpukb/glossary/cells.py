"""Values ↔ the cells of a table that a spreadsheet may open: several in one cell, and none that it would run as a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable

BETWEEN = " | "
# What makes a spreadsheet calculate, also in the wide forms that some of them read alike.
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_GUARDED = re.compile(r"'+[=+\-@\t\r＝＋－＠]")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_PIECES = re.compile(r"(?:\\.|[^\\|])*", re.DOTALL)


def guarded(value: str) -> str:
    """The value with an apostrophe before what would be a formula; `unguarded` takes it away again."""
    return f"'{value}" if _FORMULA.match(value) else value


def unguarded(cell: str) -> str:
    """The value that `guarded` made this of."""
    return cell[1:] if _GUARDED.match(cell) else cell


def joined(values: Iterable[str]) -> str:
    """Several values as one. None of them: an empty text, and so is one that is empty."""
    return BETWEEN.join(value.replace("\\", "\\\\").replace("|", "\\|") for value in values)


def parted(text: str) -> tuple[str, ...]:
    """The values that `joined` made this of; spaces around them do not count."""
    if not text.strip():
        return ()
    pieces = []
    at = 0
    while at <= len(text):
        found = _PIECES.match(text, at)
        end = found.end() if found else at
        pieces.append(_ESCAPED.sub(r"\1", text[at:end].strip()))
        at = end + 1 if end < len(text) and text[end] == "|" else end + 2  # a lone backslash at the end is dropped
    return tuple(pieces)
