"""One list of what the renderer knows, in order, and the parser made of it. Adding a syntax is a file and a row here."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from gpukb_api.render import (
    block_ids,
    callouts,
    code,
    embeds,
    headings,
    hidden,
    markdown_links,
    marks,
    math,
    simple_html,
    tables,
    tags,
    tasks,
    wikilinks,
)

# Inline rules stand in this order before the parser's own `link`: a formula is read before the names in it, a link before its tag.
SYNTAXES = (hidden, math, simple_html, wikilinks, tags, marks, block_ids, callouts, tasks, embeds, markdown_links, tables, headings, code)


@cache
def parser() -> MarkdownIt:
    """The Markdown parser with all our syntaxes. It keeps nothing between notes."""
    md = MarkdownIt("js-default", {"html": False, "linkify": True, "typographer": False})
    if md.linkify:
        md.linkify.add("//", None)  # bare `//host/x` is text, as a comment in code would be
        md.linkify.set({"fuzzy_link": False, "fuzzy_email": False})  # only what says `https://` is an address: `train.py` is a file
    footnote_plugin(md)
    for syntax in SYNTAXES:
        syntax.install(md)
    return md
