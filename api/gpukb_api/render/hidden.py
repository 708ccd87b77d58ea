"""`%%comment%%` and `<!-- comment -->` → nothing, within a line or over many.

A comment that opens a line may run over blank lines; one that never closes hides the rest, as in Obsidian: what was meant to be hidden
is not shown by mistake.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from gpukb_api.render.context import context_of

SIGNS = (("%%", "%%"), ("<!--", "-->"))


def install(md: MarkdownIt) -> None:
    """Teach the parser comments."""
    md.block.ruler.before("fence", "hidden_block", hidden_block, {"alt": ["paragraph", "blockquote", "list"]})
    md.inline.ruler.before("link", "hidden", hidden)


def hidden(state: StateInline, silent: bool) -> bool:
    """A comment inside a paragraph."""
    context_of(state.env).check_time()  # here, since this rule is asked first at every sign
    for opening, closing in SIGNS:
        if state.src.startswith(opening, state.pos):
            end = state.src.find(closing, state.pos + len(opening), state.posMax)
            if end < 0:
                return False
            state.pos = end + len(closing)
            return True
    return False


def hidden_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A comment that opens a line and closes on a later one, or never."""
    if state.is_code_block(start_line):
        return False
    begin = state.bMarks[start_line] + state.tShift[start_line]
    for opening, closing in SIGNS:
        if state.src.startswith(opening, begin):
            return _skip(state, begin + len(opening), closing, (start_line, end_line), silent)
    return False


def _skip(state: StateBlock, begin: int, closing: str, lines: tuple[int, int], silent: bool) -> bool:
    """Whether the comment takes whole lines; if so the parser goes on after them."""
    first, last = lines
    for line in range(first, last):
        at = state.src.find(closing, begin if line == first else state.bMarks[line], state.eMarks[line])
        if at >= 0:
            rest = state.src[at + len(closing) : state.eMarks[line]]
            if rest.strip():
                return False  # words follow on the same line: the paragraph's rule takes it
            last = line + 1
            break
    if not silent:
        state.line = last
    return True
