"""A citation's span → `<mark>` in the rendered note.

A sentinel is put at each end of the span in the Markdown, the note is rendered, and the text between the sentinels is marked, across
lists, tables and code. A sentinel must not change what the Markdown means: the marked HTML without its sentinels has to equal the plain
HTML, else the next place is tried, first past the signs that open a line, then letter by letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from gpukb_api.render.sentinels import EITHER, END, START

ANCHOR = "cite"  # the id of the first marked piece: the page scrolls to it
MAX_TRIES = 24  # places tried for each end; a link or a formula at the end of a span is longer than this only in strange notes
MAX_LINES = 3  # whole lines given up at each end, where a span begins or ends in what is not shown: a table's rule, a comment
LINE_TAIL = " \t\n|"
LINE_HEAD = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?)?(?:#{1,6}[ \t]+)?(?:\|[ \t]*)?")
FENCE_LINE = re.compile(r"[ \t>]*(?:`{3,}|~{3,}|\$\$)[^\n]*\n?")
PIECE = re.compile(r"<[^>]*>|[^<]+")
_OPEN = '<mark class="cite">'
_FIRST = f'<mark class="cite" id="{ANCHOR}">'
WORTH_MARKING = re.compile(r"\S|\A[^\n]+\Z")  # not the line ends that stand between rows and items

Render = Callable[[str], str]


def mark_span(text: str, start: int, end: int, render: Render) -> tuple[str, bool]:
    """The HTML of the text, with `text[start:end]` marked if a way was found, and whether it was."""
    plain = render(EITHER.sub("\ufffd", text)) if EITHER.search(text) else render(text)
    text = EITHER.sub("\ufffd", text)
    for first in _firsts(text, start, end):
        if _holds(render(text[:first] + START + text[first:]), START, plain):
            for last in _lasts(text, first, end):
                html = render(text[:first] + START + text[first:last] + END + text[last:])
                if _holds(html, START, plain) and _holds(html, END, plain):
                    return wrap(html), True
            break
    return plain, False


def _holds(html: str, sentinel: str, plain: str) -> bool:
    return html.count(sentinel) == 1 and EITHER.sub("", html) == plain


def _firsts(text: str, start: int, end: int) -> Iterator[int]:
    """Places for the first sentinel, best first: past the head of the line, letter by letter, at the next lines."""
    at = start
    if start == 0 or text[start - 1] == "\n":
        fence = FENCE_LINE.match(text, start)
        at = fence.end() if fence else start
    if at == 0 or text[at - 1] in "\n|" or _opens_line(text, at):
        at = _past_head(text, at)
    following = (_past_head(text, line.end()) for line in islice(re.compile("\n").finditer(text, start, end), MAX_LINES))
    yield from (place for place in dict.fromkeys((at, start, *range(at + 1, at + MAX_TRIES), *following)) if start <= place < end)


def _past_head(text: str, at: int) -> int:
    head = LINE_HEAD.match(text, at)
    return head.end() if head else at


def _opens_line(text: str, at: int) -> bool:
    line = text.rfind("\n", 0, at) + 1
    return not text[line:at].strip(" \t>")


def _lasts(text: str, start: int, end: int) -> Iterator[int]:
    """Places for the last sentinel, best first: before what closes the line, letter by letter, at the lines before."""
    at = end
    line = text.rfind("\n", start, end)
    if line > start and FENCE_LINE.fullmatch(text, line + 1, end):
        at = line
    at = start + len(text[start:at].rstrip(LINE_TAIL))
    yield from range(at, max(at - MAX_TRIES, start), -1)
    yield from range(at + 1, min(at + MAX_TRIES, len(text)))
    for _ in range(MAX_LINES):
        at = start + len(text[start : max(text.rfind("\n", start, at), start)].rstrip(LINE_TAIL))
        yield from range(at, max(at - MAX_TRIES, start), -1)


def wrap(html: str) -> str:
    """The HTML with all text between the sentinels in `<mark>`, the first of them with the anchor."""
    made: list[str] = []
    inside = begun = False
    for piece in PIECE.findall(html):
        if piece.startswith("<"):
            inside = _after(piece, inside)
            made.append(EITHER.sub("", piece))
            continue
        for part in re.split(f"({EITHER.pattern})", piece):
            if part in (START, END):
                inside = part == START
            elif inside and WORTH_MARKING.search(part):
                made.append(f"{_OPEN if begun else _FIRST}{part}</mark>")
                begun = True
            else:
                made.append(part)
    return "".join(made)


def _after(tag: str, inside: bool) -> bool:
    """Whether the passage is open after a tag that swallowed a sentinel, say in a picture's words."""
    signs = EITHER.findall(tag)
    return signs[-1] == START if signs else inside
