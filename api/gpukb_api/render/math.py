"""`$x$` and `$$x$$` → the formula's source, set apart and readable as it is; no script draws it.

As in Obsidian: no white space just inside single dollars, no digit after the closing one, and a dollar inside `[[…]]` is a name's.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

INLINE = re.compile(r"\$\$(?P<display>[^$]+?)\$\$|\$(?!\s)(?P<inline>(?>\\.|\[\[[^\]\n]*\]\]|[^\\$\n])+?)(?<!\s)\$(?!\d)", re.DOTALL)
FENCE = "$$"


def install(md: MarkdownIt) -> None:
    """Teach the parser formulas."""
    md.inline.ruler.before("link", "math", math)
    md.block.ruler.before("fence", "math_block", math_block, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    md.add_render_rule("math", show)
    md.add_render_rule("math_block", show)


def math(state: StateInline, silent: bool) -> bool:
    """A formula inside a paragraph."""
    if state.src[state.pos] != "$":
        return False
    found = INLINE.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("math", "code", 0)
        token.content = (found["display"] or found["inline"]).strip()
        token.meta = {"class": "math" if found["display"] is None else "math display"}
    state.pos = found.end()
    return True


def math_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A formula that opens a line with two dollars and ends one with two dollars."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if state.is_code_block(start_line) or not state.src.startswith(FENCE, begin):
        return False
    if silent and state.src.count(FENCE, state.bMarks[state.line], state.bMarks[start_line]) % 2:
        return False  # it closes a formula that the paragraph before it opened
    for line in range(start_line, end_line):
        text = state.src[begin + 2 if line == start_line else state.bMarks[line] : state.eMarks[line]].rstrip()
        if text.endswith(FENCE):
            break
        if FENCE in text:
            return False  # words follow the formula on its line: the paragraph's rule takes it
    else:
        return False
    if silent:
        return True
    inside = state.getLines(start_line, line + 1, state.sCount[start_line], False).strip()
    state.line = line + 1
    token = state.push("math_block", "pre", 0)
    token.content = inside.removeprefix(FENCE).removesuffix(FENCE).strip("\n")
    token.map = [start_line, state.line]
    return True


def show(
    self: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:  # Any: markdown-it's own environment
    """A formula as HTML."""
    token = tokens[idx]
    source = escapeHtml(token.content)
    if token.tag == "pre":
        return f'<pre class="math" tabindex="0"><code>{source}</code></pre>\n'
    return f'<code class="{token.meta["class"]}">{source}</code>'
