"""A code fence, comment, formula or highlight is opened and never closed.

Everything after an open fence is code, everything after an open `%%` is hidden: its links, tags and headings leave the graph without a
word.

Bad:  a line of three backticks, code, and the end of the note
Good: a line of three backticks, code, and another line of three backticks
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Page
from gpukb.lint.rule import Report, Rule

_FENCE = re.compile(r"(`{3,}|~{3,})")
_PERCENTS = re.compile("%%")
_DOLLARS = re.compile(r"(?<![^\r\n])[ \t>]*\$\$")
_HIGHLIGHT = re.compile(r"(?<!\S)==(?=[^\W\d_])")
_BLANK = re.compile(r"(?>\r\n?|\n)[ \t>]*[\r\n]|\Z")


def check(context: Alone) -> Iterator[Report]:
    """Each mark that opens something to the note's end."""
    for page in context.pages:
        visible = page.markup.visible
        yield from _fences(page)
        if "%%" in visible:
            yield from _comments(page)
        if "$$" in visible:
            for match in _DOLLARS.finditer(visible, page.note.body_start):
                yield Report(page.note.path, page.span(match.end() - 2, match.end()), "the formula that begins here is never closed")
                break
        if "==" in visible:
            yield from _highlights(page)


def _fences(page: Page) -> Iterator[Report]:
    for start, end in page.markup.code:
        fence = _FENCE.match(page.text, start, end)
        if fence is None:
            continue
        lines = page.text[start:end].splitlines()
        last = lines[-1].strip(" \t>")
        is_span = len(lines) == 1 and len(last) > len(fence[1]) and last.endswith(fence[1])
        closed = len(lines) > 1 and last.startswith(fence[1]) and not last.strip(fence[1][0])
        if not is_span and not closed and not _is_span(page.text[start:end], fence[1]):
            yield Report(page.note.path, page.span(start, start + len(lines[0])), "the code that begins here is never closed")


def _is_span(text: str, ticks: str) -> bool:
    """Whether this is a code span over several lines: it ends with its own ticks behind text."""
    return (
        ticks[0] == "`"
        and text.endswith(ticks)
        and "`" not in text.splitlines()[0][len(ticks) :]
        and bool(text.splitlines()[-1].strip("` "))
    )


def _comments(page: Page) -> Iterator[Report]:
    """The last mark that is left when those of a line, then those of the note are paired."""
    left: list[int] = []
    by_line: dict[int, list[int]] = {}
    for match in _PERCENTS.finditer(page.markup.visible, page.note.body_start):
        by_line.setdefault(page.lines.at(match.start()), []).append(match.start())
    for places in by_line.values():
        left += places[-1:] if len(places) % 2 else []
    if len(left) % 2:
        yield Report(page.note.path, page.span(left[-1], left[-1] + 2), "the comment that begins here is never closed: %% is missing")


def _highlights(page: Page) -> Iterator[Report]:
    visible, at = page.markup.visible, page.note.body_start
    while (opening := _HIGHLIGHT.search(visible, at)) is not None:
        blank = _BLANK.search(visible, opening.end())
        end = blank.start() if blank else len(visible)
        closing = visible.find("==", opening.end(), end)
        if closing < 0:
            yield Report(page.note.path, page.span(*opening.span()), "the highlight that begins here is never closed: == is missing")
        at = closing + 2 if closing >= 0 else end


RULE = Rule("KB028", "unclosed", "error", check)
