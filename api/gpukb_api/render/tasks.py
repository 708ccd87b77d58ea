"""`- [ ] task` → a list item with a box that shows its state and cannot be ticked here. Any one character counts as done but a space."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

BOX = re.compile(r"\[(.)\](?:[ \t]+|\Z)")


def install(md: MarkdownIt) -> None:
    """Teach the parser tasks."""
    md.core.ruler.before("inline", "find_tasks", find_tasks)
    md.core.ruler.push("show_tasks", show_tasks)


def find_tasks(state: StateCore) -> None:
    """Take the boxes out of the text before it is read as a link."""
    for item, opening, inline in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        if item.type == "list_item_open" and opening.type == "paragraph_open" and (found := BOX.match(inline.content)):
            inline.content = inline.content[found.end() :]
            inline.meta = {**inline.meta, "task": found[1]}
            item.attrSet("class", "task" if found[1] == " " else "task done")


def show_tasks(state: StateCore) -> None:
    """Put a box before the text of each task."""
    for inline in state.tokens:
        if inline.type == "inline" and "task" in inline.meta:
            box = Token("task_box", "input", 0)
            box.attrs = {"type": "checkbox", "disabled": "", "aria-label": inline.meta["task"].strip() or "—"}
            if inline.meta["task"] != " ":
                box.attrs["checked"] = ""
            inline.children = [box, *(inline.children or [])]
