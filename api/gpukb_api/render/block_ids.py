"""` ^id` at the end of a paragraph or list item, or alone under a table or list → an anchor that is not seen."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline

BLOCK_ID = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*\Z")


def install(md: MarkdownIt) -> None:
    """Teach the parser block ids."""
    md.inline.ruler.before("link", "block_id", block_id)
    md.core.ruler.push("lone_block_id", lone_block_id)


def block_id(state: StateInline, silent: bool) -> bool:
    """A block id at the end of the text."""
    if state.src[state.pos] != "^" or (state.pos > 0 and not state.src[state.pos - 1].isspace()):
        return False
    found = BLOCK_ID.match(state.src, state.pos)
    if found is None or state.posMax != len(state.src):
        return False
    if not silent:
        state.pending = state.pending.rstrip()
        token = state.push("anchor", "span", 0)
        token.attrs = {"id": anchor(found[1]), "class": "block-id"}
    state.pos = state.posMax
    return True


def lone_block_id(state: StateCore) -> None:
    """A paragraph that is only a block id leaves no empty paragraph behind."""
    tokens = state.tokens
    for before, inline, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if before.type == "paragraph_open" and [child.type for child in inline.children or ()] == ["anchor"]:
            before.hidden = after.hidden = True


def anchor(name: str) -> str:
    """The anchor of a block id; ids are compared without regard to case."""
    return "^" + name.lower()
