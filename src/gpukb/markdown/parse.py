"""Bytes of one file in, `Note` out. It touches no other file and never raises on what a person wrote."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from gpukb import lang
from gpukb.markdown import properties
from gpukb.markdown.block_ids import block_ids
from gpukb.markdown.canvas import Card, cards
from gpukb.markdown.decode import decode
from gpukb.markdown.frontmatter import Frontmatter, read_frontmatter
from gpukb.markdown.headings import headings, plain_heading
from gpukb.markdown.lines import Lines
from gpukb.markdown.links import body_links
from gpukb.markdown.markup import read_markup
from gpukb.markdown.relations import EMBEDS, Relations
from gpukb.markdown.tags import body_tags, unique
from gpukb.markdown.wikilinks import split_fragment
from gpukb.note import Block, Heading, Link, Note, Span, revision_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gpukb.config import VaultConfig

NOTE = "note"
CANVAS = "canvas"
OPENING = 600  # characters, some 100 words; reading more changes no verdict on the 761 notes we have in four languages


class Parser:
    """Parses the notes of one vault; what the configuration means is worked out once."""

    __slots__ = ("_config", "_relations")

    def __init__(self, config: VaultConfig) -> None:
        self._config = config
        self._relations = Relations(config)

    def note(self, path: str, file: str, data: bytes) -> Note:
        """The note with these bytes."""
        decoded = decode(data)
        text = decoded.text
        lines = Lines(text)
        front = read_frontmatter(text)
        markup = read_markup(text, front.body_start)
        heads = headings(text, markup.headings, lines)
        body = body_links(text, front.body_start, markup, lines, heads, self._relations)
        name = _name(path, ".md")
        return Note(
            path=path,
            file=file,
            kind="note",
            name=name,
            title=_title(front, heads) or name,
            type=properties.text_property(front, "type") or self._folder(path, "type") or NOTE,
            lang=self._lang(path, front, text),
            encoding=decoded.encoding,
            revision=revision_of(data),
            text=text,
            body_start=front.body_start,
            aliases=properties.aliases(front),
            tags=unique((*properties.tags(front), *body_tags(body.visible, front.body_start))),
            properties=front.properties,
            headings=heads,
            blocks=tuple(Block(block, Span(a, b, lines.at(a))) for block, a, b in block_ids(body.visible, front.body_start, markup)),
            links=(*properties.property_links(text, front, lines, self._relations), *body.links),
            problems=(*decoded.problems, *front.problems),
        )

    def canvas(self, path: str, file: str, data: bytes) -> Note:
        """The canvas with these bytes: a source of links, with the text of its cards."""
        decoded = decode(data)
        found, problems = cards(decoded.text)
        name = _name(path, ".canvas")
        text = "\n\n".join(card.text for card in found if card.text)
        return Note(
            path=path,
            file=file,
            kind="canvas",
            name=name,
            title=name,
            type=self._folder(path, "type") or CANVAS,
            lang=self._folder(path, "lang") or lang.detect(text),
            encoding=decoded.encoding,
            revision=revision_of(data),
            text=decoded.text,
            body_start=0,
            links=tuple(link for card in found for link in self._card_links(card)),
            problems=(*decoded.problems, *problems),
        )

    def _card_links(self, card: Card) -> Iterator[Link]:
        if card.file is not None:
            _, heading, block = split_fragment(card.subpath)
            yield Link(card.file, card.file, heading, block, None, True, EMBEDS, "canvas", None, node=card.id)
        if "[" in card.text:
            markup = read_markup(card.text, 0)
            found = body_links(card.text, 0, markup, Lines(card.text), (), self._relations)
            for link in found.links:
                yield Link(
                    link.raw, link.target, link.heading, link.block, link.alias, link.embed, link.relation, "canvas", None,
                    markdown=link.markdown, node=card.id,
                )  # fmt: skip

    def _folder(self, path: str, what: str) -> str | None:
        rule = self._config.folder_of(path)
        return getattr(rule, what) if rule else None

    def _lang(self, path: str, front: Frontmatter, text: str) -> str:
        written = properties.text_property(front, "lang")
        if written:
            return lang.normalize_code(written)
        return self._folder(path, "lang") or _detected(text, front.body_start)


def _name(path: str, suffix: str) -> str:
    name = posixpath.basename(path)
    return name[: -len(suffix)] if name.lower().endswith(suffix) else name


def _detected(text: str, start: int) -> str:
    """The language of the note's opening; of all of it where the opening does not say."""
    code = lang.detect(text[start : start + OPENING])
    return lang.detect(text[start:]) if code == lang.UNKNOWN and len(text) - start > OPENING else code


def _title(front: Frontmatter, heads: tuple[Heading, ...]) -> str | None:
    written = properties.text_property(front, "title")
    if written:
        return written
    first = next((heading for heading in heads if heading.level == 1), None)
    return plain_heading(first.text) if first else None


def parse_note(path: str, file: str, data: bytes, config: VaultConfig) -> Note:
    """The note at this path; `Parser` is quicker for many."""
    return Parser(config).note(path, file, data)


def parse_canvas(path: str, file: str, data: bytes, config: VaultConfig) -> Note:
    """The canvas at this path."""
    return Parser(config).canvas(path, file, data)
