"""Headings → anchors and an outline. The page's own `h1` is the note's title: a first heading that only repeats it goes."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from gpukb_api.render.context import Context, Entry, context_of
from gpukb_api.render.sentinels import EITHER


def install(md: MarkdownIt) -> None:
    """Teach the parser anchors."""
    md.core.ruler.push("headings", headings)


def headings(state: StateCore) -> None:
    """Give each heading its anchor and level, and gather the outline."""
    context = context_of(state.env)
    kept: list[Token] = []
    walk = iter(enumerate(state.tokens))
    for at, token in walk:
        if token.type == "heading_open":
            inline = state.tokens[at + 1]
            if _is_title(token, inline, context):
                context.title_anchor = _anchor(token, context) or ""
                next(walk), next(walk)  # its text and its closing
                continue
            _name(token, inline, context)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{max(int(token.tag[1]), 3 if context.embedded else 2)}"
        kept.append(token)
    state.tokens = kept


def _is_title(token: Token, inline: Token, context: Context) -> bool:
    first = context.title_anchor is None and not context.outline
    return first and token.tag == "h1" and context.title is not None and plain(inline) == context.title.strip()


def _name(token: Token, inline: Token, context: Context) -> None:
    anchor = _anchor(token, context)
    if anchor:
        token.attrSet("id", anchor)
        context.outline.append(Entry(plain(inline), int(token.tag[1]), anchor))


def _anchor(token: Token, context: Context) -> str | None:
    return context.anchors.get(token.map[0]) if token.map else None


def plain(inline: Token) -> str:
    """The words of a heading or a picture without markup."""
    return EITHER.sub("", "".join(child.content for child in inline.children or ())).strip()
