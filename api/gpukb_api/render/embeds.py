"""`![[note]]` alone in its paragraph → the note's text in place; within a sentence, or where a guard says stop, a link to it.

Guards: depth, a note that would show itself, and the size of all embedded text on the page.
"""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from gpukb_api.render.context import KEY, MAX_DEPTH, MAX_EMBEDDED, Context, context_of
from gpukb_api.render.pictures import picture, size_of
from gpukb_api.render.targets import Embedded
from gpukb_api.render.wikilinks import shown


def install(md: MarkdownIt) -> None:
    """Teach the parser embeds."""
    md.core.ruler.after("inline", "embed_blocks", embed_blocks)
    md.core.ruler.push("embeds_in_text", embeds_in_text)
    md.add_render_rule("embed_block", lambda _self, tokens, at, *_: tokens[at].content)


def embed_blocks(state: StateCore) -> None:
    """Replace each paragraph that is only an embed of a note by that note's text."""
    context = context_of(state.env)
    tokens = state.tokens
    for at in range(len(tokens) - 2):
        if tokens[at].type == "paragraph_open" and (link := _lone_embed(tokens[at + 1])):
            context.check_time()
            found = context.links.embed(link, context.source)
            if found and _allowed(found, context):
                context.spent[0] += len(found.text)
                tokens[at].hidden = tokens[at + 2].hidden = True
                html = state.md.render(found.text, {KEY: context.child(found.path), "docId": f"e{context.spent[0]}-"})
                tokens[at + 1] = Token("embed_block", "", 0, content=_frame(found, html), block=True, map=tokens[at + 1].map)


def _lone_embed(inline: Token) -> str | None:
    children = [child for child in inline.children or () if child.type != "text" or child.content.strip()]
    return str(children[0].meta["link"]) if len(children) == 1 and children[0].type == "embed" else None


def _allowed(found: Embedded, context: Context) -> bool:
    return (
        len(context.trail) < MAX_DEPTH
        and found.path not in (*context.trail, context.source)
        and context.spent[0] + len(found.text) <= MAX_EMBEDDED
    )


def _frame(found: Embedded, html: str) -> str:
    to = found.target
    lang = f' lang="{escapeHtml(to.lang)}"' if to.lang != "und" else ""
    head = f'<p class="embed-title"><a class="link to-note" href="{escapeHtml(to.url)}">{escapeHtml(to.title)}</a></p>'
    return f'<section class="embed"{lang}>{head}{html}</section>'


def embeds_in_text(state: StateCore) -> None:
    """Show every embed that is left: a picture, or a link."""
    context = context_of(state.env)
    for inline in state.tokens:
        if any(child.type == "embed" for child in inline.children or ()):
            inline.children = [token for child in inline.children or () for token in _in_text(child, context)]


def _in_text(token: Token, context: Context) -> Iterator[Token]:
    if token.type != "embed":
        yield token
        return
    link = str(token.meta["link"])
    target = context.links.find(link, context.source, markdown=False)
    words, size = size_of(token.meta["words"])
    yield from picture(target, link, words or ("" if target and target.kind == "image" else shown(link)), size)
