"""`<br>`, `<sub>x</sub>` and a few more harmless elements → themselves. Every other tag of a note is shown as the text it is."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
PAIR = re.compile(r"<(sub|sup|kbd|u|ins|del|s|mark|small|b|i|em|strong)>(.{0,2000}?)</\1>", re.IGNORECASE | re.DOTALL)


def install(md: MarkdownIt) -> None:
    """Teach the parser harmless HTML."""
    md.inline.ruler.before("link", "simple_html", simple_html)


def simple_html(state: StateInline, silent: bool) -> bool:
    """A harmless element at the current position."""
    if state.src[state.pos] != "<":
        return False
    if found := BREAK.match(state.src, state.pos, state.posMax):
        if not silent:
            state.push("hardbreak", "br", 0)
        state.pos = found.end()
        return True
    found = PAIR.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        tag, stop = found[1].lower(), state.posMax
        state.pos, state.posMax = found.start(2), found.end(2)
        state.push("simple_open", tag, 1)
        state.md.inline.tokenize(state)
        state.push("simple_close", tag, -1)
        state.posMax = stop
    state.pos = found.end()
    return True
