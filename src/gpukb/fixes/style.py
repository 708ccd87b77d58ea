"""A vault → how its links are written: as its settings say, else as most of its links are."""

from __future__ import annotations

from pathlib import Path

from gpukb.graph import Graph
from gpukb.rewrite import LinkStyle, link_style
from gpukb.rewrite.forms import is_full

FEW = 5  # links that settle nothing: then Obsidian's own default holds


def style_of(root: Path, graph: Graph) -> LinkStyle:
    """How a new link of this vault is written."""
    return link_style(root, _learned(graph))


def _learned(graph: Graph) -> LinkStyle:
    links = full = markdown = 0
    for path in graph.notes:
        for edge in graph.edges(path):
            link = edge.link
            if link.where == "body" and not link.embed and link.target and edge.path in graph.notes and not graph.is_derived(edge):
                links += 1
                markdown += link.markdown
                full += "/" in (edge.path or "") and is_full(link.target.lstrip("/"), edge.path or "")
    if links < FEW:
        return LinkStyle()
    return LinkStyle("absolute" if 2 * full > links else "shortest", 2 * markdown > links)
