"""A note with its text and what its links shall be, the edits of the file's text out: body, properties, canvas cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from gpukb.markdown.events import within
from gpukb.markdown.frontmatter import Scalar, read_frontmatter
from gpukb.markdown.markup import Markup, read_markup
from gpukb.note import Link, Note
from gpukb.rewrite.cards import card_edits
from gpukb.rewrite.edits import Edit, RewriteError, apply_edits
from gpukb.rewrite.scalars import escaped, new_scalar, quote_of
from gpukb.rewrite.written import Wanted, new_markdown_link, new_wikilink

Wishes = Mapping[int, Wanted]  # by the link's place in `note.links`


def rewritten(note: Note, wishes: Wishes) -> str:
    """The text of the file with these links changed and every other character kept."""
    return apply_edits(note.text, link_edits(note, wishes))


def link_edits(note: Note, wishes: Wishes) -> list[Edit]:
    """The edits that change these links. The note must have its text. RewriteError: a link cannot be changed where it stands."""
    if note.kind == "canvas":
        return card_edits(note.text, wishes, edit_in_body)
    text = _Text(note.text, note.body_start)
    return [text.edit(note.links[at], wanted) for at, wanted in sorted(wishes.items())]


@dataclass
class _Text:
    """A note's text; what is needed of its markup is read when asked for."""

    text: str
    body_start: int

    @cached_property
    def markup(self) -> Markup:
        return read_markup(self.text, self.body_start)

    @cached_property
    def scalars(self) -> list[Scalar]:
        return read_frontmatter(self.text).scalars

    def edit(self, link: Link, wanted: Wanted) -> Edit:
        return self._in_property(link, wanted) if link.where == "property" else edit_in_body(self.text, self.markup, link, wanted)

    def _in_property(self, link: Link, wanted: Wanted) -> Edit:
        span = link.span
        scalar = next((s for s in self.scalars if span and s.start <= span.start and span.end <= s.end and s.value == link.raw), None)
        if scalar is None or span is None:
            raise RewriteError(f"the property {link.key!r} cannot be found again")
        new = new_markdown_link(link.raw, link.raw.rfind("]("), wanted) if link.markdown else new_wikilink(link.raw, wanted)
        source = self.text[scalar.start : scalar.end]
        if link.verbatim:
            return Edit(span.start, span.end, escaped(new, quote_of(source)))
        return Edit(scalar.start, scalar.end, new_scalar(source, new))


def edit_in_body(text: str, markup: Markup, link: Link, wanted: Wanted) -> Edit:
    """The edit of a link in running text. Of two links in one another the inner is not the outer's to change."""
    if link.span is None:
        raise RewriteError(f"{link.raw} has no place in the text")
    start, end = link.span.start, link.span.end
    raw = text[start:end]
    if not link.markdown:
        return _narrowed(raw, new_wikilink(raw, wanted, in_table=within(start, markup.tables)), start)
    inline = next((one for one in markup.links if one.start == start), None)
    if inline is None:
        raise RewriteError(f"{link.raw} cannot be found again")
    return _narrowed(raw, new_markdown_link(raw, inline.text_end - start, wanted), start)


def _narrowed(old: str, new: str, start: int) -> Edit:
    """The edit without what both have in common at their ends, so that a link within a link's text can be edited beside it."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Edit(start + head, start + len(old) - tail, new[head : len(new) - tail])
