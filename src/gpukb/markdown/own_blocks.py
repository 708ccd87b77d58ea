"""Text in which plain Markdown's code and formulas are blanked in, the blocks that only Obsidian knows out: `$$` and `%%`.

CommonMark ends a paragraph at a blank line and takes a line of `=` for a heading's underline, also inside `$$ … $$`. Obsidian does neither.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpukb.markdown.events import Range

DEEPEST = 64  # characters of quote marks and space before a block: deep enough for any quote, and no long line is looked through
_DOLLARS = re.compile(r"(?<!\\)\$\$")
_PERCENTS = re.compile("%%")
_REST_OF_LINE = re.compile(r"[ \t]*(?:[\r\n]|\Z)")


def math_blocks(visible: str, start: int) -> list[Range]:
    """Formulas from a `$$` that opens a line to one that ends a line, whatever stands between."""
    return _pairs(_DOLLARS, visible, start, closed_at_line_end=True) if "$$" in visible else []


def comment_blocks(visible: str, start: int) -> list[Range]:
    """Comments from a `%%` that opens a line to the next `%%` on a later line. What they hold is linked, but is no heading."""
    return _pairs(_PERCENTS, visible, start, closed_at_line_end=False) if "%%" in visible else []


def _pairs(mark: re.Pattern[str], text: str, start: int, *, closed_at_line_end: bool) -> list[Range]:
    found: list[Range] = []
    opening: int | None = None
    for match in mark.finditer(text, start):
        at, end = match.span()
        if opening is None:
            if _opens_line(text, at, start):
                opening = at
        elif _one_line(text, opening, at):
            opening = None
        elif not closed_at_line_end or _ends_line(text, end):
            found.append((opening, end))
            opening = None
    return found


def _opens_line(text: str, at: int, start: int) -> bool:
    floor = max(start, at - DEEPEST)
    line = max(text.rfind("\n", floor, at), text.rfind("\r", floor, at)) + 1
    return (line > floor or floor == start) and not text[max(line, start) : at].strip(" \t>")


def _ends_line(text: str, at: int) -> bool:
    return _REST_OF_LINE.match(text, at) is not None


def _one_line(text: str, start: int, end: int) -> bool:
    return text.find("\n", start, end) < 0 and text.find("\r", start, end) < 0
