"""`==words==` → marked words. White space just inside the signs, as in `a == b`, makes no mark."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

SIGN = "=="


def install(md: MarkdownIt) -> None:
    """Teach the parser marked words."""
    md.inline.ruler.before("link", "mark", mark)


def mark(state: StateInline, silent: bool) -> bool:
    """Marked words at the current position."""
    start = state.pos + len(SIGN)
    if not state.src.startswith(SIGN, state.pos):
        return False
    end = state.src.find(SIGN, start + 1, state.posMax)
    if end < 0 or state.src[start].isspace() or state.src[start] == "=" or state.src[end - 1].isspace():
        return False
    if not silent:
        stop = state.posMax
        state.pos, state.posMax = start, end
        state.push("mark_open", "mark", 1)
        state.md.inline.tokenize(state)
        state.push("mark_close", "mark", -1)
        state.posMax = stop
    state.pos = end + len(SIGN)
    return True
