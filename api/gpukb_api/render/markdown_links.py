"""`[words](note.md#heading)` and `![words](picture.png)` → addresses of this server; links that leave it are marked as such.

An outside picture would tell its host who reads what, so it becomes a link.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from gpukb_api.render.context import Context, context_of
from gpukb_api.render.headings import plain
from gpukb_api.render.link_tokens import Attrs, shape
from gpukb_api.render.pictures import picture, size_of

OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]+:|//", re.IGNORECASE)  # one letter before the colon is a drive, not a scheme
OUTSIDE_ATTRS: Attrs = {"class": "external", "rel": "noopener noreferrer nofollow"}


def install(md: MarkdownIt) -> None:
    """Teach the parser where Markdown links lead."""
    md.core.ruler.push("markdown_links", markdown_links)


def markdown_links(state: StateCore) -> None:
    """Resolve every Markdown link and picture of the note."""
    context = context_of(state.env)
    for inline in state.tokens:
        if inline.children:
            inline.children = list(_resolved(inline.children, context))


def _resolved(tokens: list[Token], context: Context) -> Iterator[Token]:
    open_tags: list[str] = []
    for token in tokens:
        if token.type == "link_open" and "class" not in token.attrs:
            _lead(token, context)
        if token.type == "link_open":
            open_tags.append(token.tag)
        elif token.type == "link_close" and open_tags:
            token.tag = open_tags.pop()
        if token.type == "image":
            yield from _picture(token, context)
        else:
            yield token


def _lead(token: Token, context: Context) -> None:
    href = str(token.attrs["href"])
    if OUTSIDE.match(href):
        token.attrs = outside(href)
    else:
        link = unquote(href)
        token.tag, token.attrs = shape(context.links.find(link, context.source, markdown=True), link)


def outside(href: str) -> Attrs:
    """The attributes of a link out of the vault; its title is the address. `//host/x` is told in full: it looks like a path."""
    whole = f"https:{href}" if href.startswith("//") else href
    return {"href": whole, **OUTSIDE_ATTRS, "title": whole}


def _picture(token: Token, context: Context) -> Iterator[Token]:
    src = str(token.attrs["src"])
    words, size = size_of(plain(token))
    captioned = any(child.type == "link_open" for child in token.children or ())
    if OUTSIDE.match(src):
        yield Token("link_open", "a", 1, attrs=outside(src))
        yield Token("text", "", 0, content=words if words and not captioned else src)
        yield Token("link_close", "a", -1)
    else:
        link = unquote(src)
        yield from picture(context.links.find(link, context.source, markdown=True), link, words, size)
    if captioned:  # links among words that can only be read aloud: they are shown below
        yield Token("caption_open", "span", 1, attrs={"class": "caption"})
        yield from _resolved(token.children or [], context)
        yield Token("caption_close", "span", -1)
