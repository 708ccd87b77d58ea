"""`#tag` → a link to the notes that carry it.

Starts at a line's start or after white space; ends at white space, at ASCII punctuation other than `-`, `_`, `/`, and at general
punctuation; needs one character that is no digit; a closing slash is dropped.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from gpukb_api.render.sentinels import END, START

TAG = re.compile(rf"#((?:[-_/]|[^\s!-/:-@\[-`{{-~\u2000-\u206f\u2e00-\u2e7f{START}{END}])+)")
HAS_NON_DIGIT = re.compile(r"[^\d/]")


def install(md: MarkdownIt) -> None:
    """Teach the parser tags."""
    md.inline.ruler.before("link", "tag", tag)


def tag(state: StateInline, silent: bool) -> bool:
    """A tag at the current position."""
    if state.src[state.pos] != "#" or not _may_begin(state.src, state.pos):
        return False
    found = TAG.match(state.src, state.pos, state.posMax)
    if found is None or not HAS_NON_DIGIT.search(found[1]):
        return False
    name = found[1].rstrip("/")
    if not name:
        return False
    if not silent:
        state.push("tag_open", "a", 1).attrs = {"href": f"/search?tag={quote(name, safe='')}", "class": "tag", "rel": "tag"}
        state.push("text", "", 0).content = f"#{name}"
        state.push("tag_close", "a", -1)
    state.pos = found.end()
    return True


def _may_begin(src: str, at: int) -> bool:
    return at == 0 or src[at - 1].isspace() or src[at - 1] in (START, END)
