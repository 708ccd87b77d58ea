"""Tables → a frame that scrolls by itself on a narrow screen; columns are aligned by classes, since the page allows no inline styles."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore


def install(md: MarkdownIt) -> None:
    """Teach the parser tables."""
    md.core.ruler.push("tables", tables)
    md.add_render_rule("table_open", lambda *_: '<div class="table" tabindex="0"><table>\n')
    md.add_render_rule("table_close", lambda *_: "</table></div>\n")


def tables(state: StateCore) -> None:
    """Turn each cell's inline style into a class."""
    for token in state.tokens:
        if token.type in ("th_open", "td_open") and "style" in token.attrs:
            token.attrs = {"class": str(token.attrs["style"]).rpartition(":")[2]}
