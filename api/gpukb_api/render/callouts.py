"""`> [!tip]- Title` → a box with a title; `-` and `+` make it one that folds. Any quote may hold one, also inside another."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

HEAD = re.compile(r"\[!([\w-]+)(?:\|[^\]]*)?\]([+-]?)[ \t]*([^\n]*)\n?")
KINDS = {  # Obsidian's kinds and their other names
    "abstract": "abstract", "summary": "abstract", "tldr": "abstract", "info": "info", "todo": "todo", "tip": "tip", "hint": "tip",
    "important": "tip", "success": "success", "check": "success", "done": "success", "question": "question", "help": "question",
    "faq": "question", "warning": "warning", "caution": "warning", "attention": "warning", "failure": "failure", "fail": "failure",
    "missing": "failure", "danger": "danger", "error": "danger", "bug": "bug", "example": "example", "quote": "quote", "cite": "quote",
}  # fmt: skip


def install(md: MarkdownIt) -> None:
    """Teach the parser callouts."""
    md.core.ruler.after("block", "callouts", callouts)


def callouts(state: StateCore) -> None:
    """Turn each quote that opens with a callout's head into a callout."""
    made: list[Token] = []
    closings: list[str] = []  # how each open quote will close
    for at, token in enumerate(state.tokens):
        if token.type == "blockquote_open":
            head = _head(state.tokens, at)
            closings.append("blockquote" if head is None else "details" if head[2] else "div")
            if head is None:
                made.append(token)
            else:
                made.extend(_opening(token, head))
                _cut(state.tokens, at, head.end())
        elif token.type == "blockquote_close":
            token.tag = closings.pop()
            made.append(token)
        else:
            made.append(token)
    state.tokens = made


def _head(tokens: list[Token], at: int) -> re.Match[str] | None:
    if at + 2 < len(tokens) and tokens[at + 1].type == "paragraph_open":
        return HEAD.match(tokens[at + 2].content)
    return None


def _opening(quote: Token, head: re.Match[str]) -> list[Token]:
    kind = KINDS.get(head[1].lower(), "note")
    fold = bool(head[2])
    box = Token("callout_open", "details" if fold else "div", 1, attrs={"class": f"callout callout-{kind}"}, block=True, map=quote.map)
    if head[2] == "+":
        box.attrs["open"] = ""
    tag = "summary" if fold else "p"
    words = head[3].strip() or head[1].replace("-", " ").capitalize()
    return [
        box,
        Token("callout_title_open", tag, 1, attrs={"class": "callout-title"}, block=True),
        Token("inline", "", 0, content=words, map=quote.map, children=[]),
        Token("callout_title_close", tag, -1, block=True),
    ]


def _cut(tokens: list[Token], at: int, length: int) -> None:
    """Take the head out of the first paragraph; a paragraph that was only the head goes."""
    inline = tokens[at + 2]
    inline.content = inline.content[length:]
    if not inline.content:
        tokens[at + 1].hidden = tokens[at + 3].hidden = True
