"""Frontmatter in; title, aliases, tags and links of its properties out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gpukb.markdown.events import MARKDOWN
from gpukb.markdown.frontmatter import Frontmatter, Scalar
from gpukb.markdown.lines import Lines
from gpukb.markdown.links import split_destination
from gpukb.markdown.markup import WIKILINK
from gpukb.markdown.relations import Relations
from gpukb.markdown.tags import property_tags
from gpukb.markdown.wikilinks import split_wikilink
from gpukb.note import Link, Span


def text_property(front: Frontmatter, key: str) -> str | None:
    """A property's value as one line of text, whatever its type in YAML; None when it is absent or empty."""
    value = next((s.value for s in front.scalars_of(key) if len(s.path) == 1), None)
    return (" ".join(value.split()) or None) if value else None


def aliases(front: Frontmatter) -> tuple[str, ...]:
    """The note's other names: a list or one string, empty items dropped. A key `alias` is not read since Obsidian 1.9."""
    return tuple(dict.fromkeys(s.value.strip() for s in front.scalars_of("aliases") if s.value.strip()))


def tags(front: Frontmatter) -> Iterator[str]:
    """The tags of `tags` (any case); `tag` is not read since Obsidian 1.9."""
    for scalar in front.scalars_of("tags"):
        yield from property_tags((scalar.value,), single=len(scalar.path) == 1)


def property_links(text: str, front: Frontmatter, lines: Lines, relations: Relations) -> Iterator[Link]:
    """Links that are the whole value of a text or a list item: `"[[A]]"` or `"[t](A.md)"`."""
    for scalar in front.scalars:
        if scalar.value.startswith("[") and scalar.value.endswith((")", "]")):
            parts = _wikilink(scalar.value) or _markdown_link(scalar.value)
            if parts is not None:
                target, heading, block, alias, markdown = parts
                span, verbatim = _span(text, scalar, lines)
                yield Link(
                    scalar.value,
                    target,
                    heading,
                    block,
                    alias,
                    embed=False,
                    relation=relations.named(scalar.path[0]),
                    where="property",
                    span=span,
                    markdown=markdown,
                    key=".".join(scalar.path),
                    verbatim=verbatim,
                )


def _wikilink(value: str) -> tuple[str, str | None, str | None, str | None, bool] | None:
    match = WIKILINK.fullmatch(value)
    parts = split_wikilink(match[1]) if match else None
    return (*parts, False) if parts else None


def _markdown_link(value: str) -> tuple[str, str | None, str | None, str | None, bool] | None:
    if "](" not in value:
        return None
    for event, span in MARKDOWN.events_with_range(value):
        tag: Any = event.get("Start") if isinstance(event, dict) else None  # Any: a union of twenty shapes
        if not isinstance(tag, dict) or "Link" not in tag:
            continue
        link = tag["Link"]
        whole = span["start"] == 0 and span["end"] == len(value.encode())
        parts = split_destination(link["dest_url"]) if whole and link["link_type"] == "Inline" else None
        return (*parts, value[1 : value.rfind("](")], True) if parts else None
    return None


def _span(text: str, scalar: Scalar, lines: Lines) -> tuple[Span, bool]:
    """The place of the raw text where it stands as it is, else of the whole scalar."""
    at = text.find(scalar.value, scalar.start, scalar.end)
    if at < 0:
        return Span(scalar.start, scalar.end, lines.at(scalar.start)), False
    return Span(at, at + len(scalar.value), lines.at(at)), True
