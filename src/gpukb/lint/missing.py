"""A link whose target is not there → which of the four things is missing. Each such link is one of them and no more."""

from __future__ import annotations

import re
from typing import Literal

from gpukb.graph import ResolvedLink
from gpukb.graph.graph import is_card

Missing = Literal["note", "file", "heading", "block"]

# What Obsidian embeds and opens; anything else after a dot may be part of a note's name ([[Next.js]], [[v1.2]]).
_ATTACHMENT = re.compile(
    r"\.(?:avif|bmp|gif|jpe?g|png|svg|webp|ico|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv|pdf|canvas|base|csv|tsv|json|ya?ml|toml|txt|"
    r"py|ipynb|html?|css|zip|gz|docx?|xlsx?|pptx?|excalidraw)\Z",
    re.IGNORECASE,
)


def kind_of(edge: ResolvedLink) -> Missing:
    """What is missing for a link that does not resolve."""
    link = edge.link
    if edge.path is not None:
        return "block" if link.block is not None else "heading"
    if _ATTACHMENT.search(link.target) or (is_card(link) and not link.target.lower().endswith(".md")):
        return "file"
    return "note"


def card_of(edge: ResolvedLink) -> str:
    """A few words on where the link stands, for one that has no place in a text."""
    return f" (card {edge.link.node})" if edge.link.span is None and edge.link.node else ""
