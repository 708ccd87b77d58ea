"""A note's Markdown → clean HTML, its outline, and a marked passage if one was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gpukb_api.render.cite import mark_span
from gpukb_api.render.clean import clean
from gpukb_api.render.context import KEY, Context, Entry, TooSlowError
from gpukb_api.render.engine import parser
from gpukb_api.render.tangles import tangled
from gpukb_api.render.targets import Embedded, Links, NoLinks, Target

__all__ = ["MAX_RENDERED", "Embedded", "Entry", "Links", "NoLinks", "Rendered", "Source", "Target", "render"]

MAX_RENDERED = 2_097_152  # characters; a larger note is shown as plain text


@dataclass(frozen=True, slots=True)
class Source:
    """What is to be rendered: a note's body, its path, its title, and the anchor of each heading by line (0-based, within the text)."""

    text: str
    path: str = ""
    title: str | None = None
    anchors: Mapping[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """A note as HTML. `title_anchor` is the anchor of the first heading when it repeats the title and was left to the page.

    `too_much` is true when the text was too large or too tangled to be laid out: then `html` is empty and the page shows the text itself.
    """

    html: str
    outline: tuple[Entry, ...] = ()
    title_anchor: str | None = None
    marked: bool = False
    too_much: bool = False


def render(source: Source, links: Links, span: tuple[int, int] | None = None) -> Rendered:
    """The note as HTML; `span` is a range of its text to mark."""
    context = Context(links, source.path)

    def once(text: str) -> str:
        nonlocal context
        context = Context(links, source.path, anchors=dict(source.anchors or {}), title=source.title)
        return clean(parser().render(text, {KEY: context}))

    if len(source.text) > MAX_RENDERED or tangled(source.text):
        return Rendered("", too_much=True)
    try:
        html, marked = (once(source.text), False) if span is None else mark_span(source.text, *span, once)
    except (TooSlowError, RecursionError):
        return Rendered("", too_much=True)
    return Rendered(html, tuple(context.outline), context.title_anchor, marked)
