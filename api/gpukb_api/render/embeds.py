"""`![[note]]` alone in its line → the note's text in place; within a sentence, or where a guard says stop, a link to it.

Guards: depth, a note that would show itself, and the size of all embedded text on the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    """Replace each line of a paragraph that is only an embed of a note by that note's text; what stands around it stays a paragraph."""
    context = context_of(state.env)
    made: list[Token] = []
    tokens = iter(state.tokens)
    for token in tokens:
        if token.type != "paragraph_open":
            made.append(token)
            continue
        inline, close = next(tokens), next(tokens)
        has_embed = any(child.type == "embed" for child in inline.children or ())
        pieces = list(_pieces(state, inline, context)) if has_embed else []
        if any(isinstance(piece, Token) for piece in pieces):
            for piece in pieces:
                made += [piece] if isinstance(piece, Token) else _paragraph(token, inline, close, piece)
        else:
            made += [token, inline, close]
    state.tokens = made


def _pieces(state: StateCore, inline: Token, context: Context) -> Iterator[Token | list[Token]]:
    """The paragraph as what stands in it for a note, and the tokens before and behind it."""
    rest: list[Token] = []
    for line_break, line in _lines(inline.children or []):
        block = _embedded(state, inline, line, context)
        if block is None:
            rest += [line_break, *line] if rest and line_break else line
            continue
        if rest:
            yield rest
        yield block
        rest = []
    if rest:
        yield rest


def _lines(children: list[Token]) -> Iterator[tuple[Token | None, list[Token]]]:
    """The tokens of each line, with the break before it."""
    line_break: Token | None = None
    line: list[Token] = []
    for child in children:
        if child.type in ("softbreak", "hardbreak"):
            yield line_break, line
            line_break, line = child, []
        else:
            line.append(child)
    yield line_break, line


def _embedded(state: StateCore, inline: Token, line: list[Token], context: Context) -> Token | None:
    """The text of the note that stands alone in this line; None where none does, or a guard says stop."""
    link = _lone_embed(line)
    if link is None:
        return None
    context.check_time()
    found = context.links.embed(link, context.source)
    if found is None or not _allowed(found, context):
        return None
    context.spent[0] += len(found.text)
    html = state.md.render(found.text, {KEY: context.child(found.path), "docId": f"e{context.spent[0]}-"})
    return Token("embed_block", "", 0, content=_frame(found, html), block=True, map=inline.map)


def _paragraph(opening: Token, inline: Token, closing: Token, children: list[Token]) -> list[Token]:
    """These tokens as a paragraph of their own."""
    return [opening.copy(), inline.copy(children=children), closing.copy()]


def _lone_embed(line: Sequence[Token]) -> str | None:
    said = [child for child in line if child.type != "text" or child.content.strip()]
    return str(said[0].meta["link"]) if len(said) == 1 and said[0].type == "embed" else None


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
    return f'<section class="embed"{lang}>{head}{html}</section>\n'


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
