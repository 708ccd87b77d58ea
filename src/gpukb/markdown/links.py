"""Text and its markup in, links of the body out: wikilinks, embeds and Markdown links, in order."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpukb.markdown.events import Range, within
from gpukb.markdown.lines import Lines
from gpukb.markdown.markup import InlineLink, Markup, blank
from gpukb.markdown.relations import EMBEDS, MENTIONS, Relations
from gpukb.markdown.wikilinks import split_fragment, wikilinks
from gpukb.note import Heading, Link, Span

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # two letters or more: `c:` is a drive
_PERCENTS = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_BREAK = re.compile(r"(?<![ \t])[ \t]*+(?:\r\n?|\n)[ \t>]*")


@dataclass(frozen=True, slots=True)
class BodyLinks:
    """The links, and the text in which they too are blanked, for the tags."""

    links: tuple[Link, ...]
    visible: str


def body_links(text: str, start: int, markup: Markup, lines: Lines, headings: tuple[Heading, ...], relations: Relations) -> BodyLinks:
    """Every link of the body that Obsidian would put in its cache."""
    sections = relations.sections(headings, len(text))
    plain = not sections and "::" not in text
    found: list[Link] = []
    ranges: list[Range] = []
    for a, b, embed, (target, heading, block, alias) in wikilinks(text, markup.visible, start, markup.tables):
        ranges.append((a, b))
        relation = (EMBEDS if embed else MENTIONS) if plain else relations.of(text, a, embed, sections)
        found.append(Link(text[a:b], target, heading, block, alias, embed, relation, "body", Span(a, b, lines.at(a))))
    for inline in markup.links:
        if not within(inline.start, ranges):  # `[[1]](address)` is a wikilink and some text
            relation = relations.of(text, inline.start, inline.image, sections)
            link = _markdown_link(text, inline, relation, lines)
            if link is not None:
                found.append(link)
    if markup.links:
        found.sort(key=_start)
    return BodyLinks(tuple(found), blank(markup.visible, ranges))


def _start(link: Link) -> int:
    return link.span.start if link.span else -1


def _markdown_link(text: str, link: InlineLink, relation: str, lines: Lines) -> Link | None:
    parts = split_destination(link.destination)
    if parts is None:
        return None
    target, heading, block = parts
    alias = text[link.text_start : link.text_end]
    if "\n" in alias or "\r" in alias:
        alias = _BREAK.sub(" ", alias)
    span = Span(link.start, link.end, lines.at(link.start))
    raw = text[link.start : link.end]
    return Link(raw, target, heading, block, alias, link.image, relation, "body", span, markdown=True)


def _decoded(percents: re.Match[str]) -> str:
    return bytes.fromhex(percents[0].replace("%", "")).decode("utf-8", "replace")


def split_destination(destination: str) -> tuple[str, str | None, str | None] | None:
    """Path, heading and block of a Markdown destination, percent-decoded; None for an address outside the vault or nothing."""
    if SCHEME.match(destination):
        return None
    if "%" in destination:
        destination = _PERCENTS.sub(_decoded, destination)
    target, heading, block = split_fragment(destination)
    return (target, heading, block) if target or heading is not None or block is not None else None
