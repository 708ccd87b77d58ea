"""A link and what it shall be → the edits of its note's text, for the fixes of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpukb.rewrite import Edit, RewriteError, Wanted
from gpukb.rewrite.links import edit_in_body, link_edits

if TYPE_CHECKING:
    from gpukb.graph import Graph
    from gpukb.lint.context import Page
    from gpukb.note import Link


def link_fix(page: Page, link: Link, wanted: Wanted) -> tuple[Edit, ...]:
    """The edits that give the link these parts; none where that cannot be done safely."""
    try:
        if link.where == "body":
            return (edit_in_body(page.text, page.markup, link, wanted),)
        return tuple(link_edits(page.note, {page.note.links.index(link): wanted}))
    except RewriteError:
        return ()


def shortest(graph: Graph, path: str, source: str) -> str | None:
    """The shortest target that leads from a note to this path and to nothing else: the name, else the whole path."""
    whole = path[:-3] if path.lower().endswith(".md") else path
    for written in (whole.rpartition("/")[2], whole):
        found = graph.resolver.resolve(written, source)
        if found.path == path and len(found.candidates) < 2:
            return written
    return whole if graph.resolver.resolve(whole, source).path == path else None
