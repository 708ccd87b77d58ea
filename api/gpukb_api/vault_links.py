"""A snapshot of the index → the renderer's answers: where each link of a note leads, and what an embed shows.

Links are looked up as the index resolved them, so that a page and the graph can not disagree. Whatever is not in the index is missing:
no path of a note ever reaches the file system.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from gpukb.addresses import note_url
from gpukb.graph import Anchors
from gpukb.note import Heading, Span
from gpukb.slugs import heading_anchors
from gpukb_api.files import PICTURES, file_id, suffix_of
from gpukb_api.render import Embedded, Target
from gpukb_api.render.block_ids import anchor as block_anchor

if TYPE_CHECKING:
    from gpukb.index import LinkRow, NoteDetail, NoteRow, Snapshot


TEXTS = 8  # of embedded notes in memory at a time: a page seldom shows more, and each may have megabytes


@dataclass(frozen=True, slots=True)
class _Read:
    """A note with what links name its parts by: made once for all links to it, of which there may be as many as headings."""

    note: NoteRow
    detail: NoteDetail
    anchors: Anchors
    slugs: Mapping[int, str]  # the anchor on the page of each heading, by where it starts


class VaultLinks:
    """Answers for one page; keeps what it read, since a page asks for the same notes again and again."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._links = cache(self._read_links)
        self._note = cache(self._read_note)
        self._text = lru_cache(TEXTS)(self._read_text)

    def find(self, link: str, source: str, *, markdown: bool) -> Target | None:
        """Where the link leads."""
        row = self._links(source).get(_key(link))
        if row is None:
            return None
        if row.target is None:
            found = self._note(row.alias_of) if row.alias_of else None
            return _target(found.note, "", alias=True) if found else None
        found = self._note(row.target)
        if found is None:
            return self._file(row.target)
        return _target(found.note, _anchor_of(row, found), complete=row.resolved)

    def embed(self, link: str, source: str) -> Embedded | None:
        """The text of the note, of its section, or of its block."""
        row = self._links(source).get(_key(link))
        found = self._note(row.target) if row and row.target else None
        if row is None or found is None or found.note.kind != "note" or not row.resolved:
            return None
        return Embedded(found.note.path, self._part(row, found), _target(found.note, _anchor_of(row, found)))

    def _part(self, row: LinkRow, found: _Read) -> str:
        """The text from a heading to the next of its level, the paragraph or item with a block id, or everything after the front matter."""
        text, ends = self._text(found.note.path)
        if row.link.block is not None:
            block = found.anchors.block(row.link.block)
            return paragraph(text, block.span) if block else ""
        heading = found.anchors.heading(row.link.heading) if row.link.heading else None
        return text[heading.span.start : ends[heading.span.start]] if heading else text[found.detail.body_start :]

    def _file(self, path: str) -> Target:
        kind = "image" if suffix_of(path) in PICTURES else "file"
        return Target("image" if kind == "image" else "file", f"/assets/{file_id(path)}", path.rpartition("/")[2])

    def _read_links(self, path: str) -> dict[tuple[str, str], LinkRow]:
        return {(row.link.target, fragment_of(row)): row for row in reversed(self._snapshot.links_from(path))}

    def _read_note(self, path: str) -> _Read | None:
        note = self._snapshot.note(path)
        detail = self._snapshot.detail(note.number) if note else None
        if note is None or detail is None:
            return None
        slugs = {heading.span.start: slug for heading, slug in zip(detail.headings, anchors_of(detail), strict=True)}
        return _Read(note, detail, Anchors(detail.headings, detail.blocks), slugs)

    def _read_text(self, path: str) -> tuple[str, Mapping[int, int]]:
        """The text of a note that was read, and where each of its parts ends."""
        found = self._note(path)
        text = self._snapshot.text(found.note.number) if found else ""
        return text, ends_of(found.detail.headings, len(text)) if found else {}


def _key(link: str) -> tuple[str, str]:
    path, _, fragment = link.partition("#")
    return path, fragment


def fragment_of(row: LinkRow) -> str:
    """What stands after the first `#` of the link."""
    return f"^{row.link.block}" if row.link.block is not None else row.link.heading or ""


def _target(note: NoteRow, anchor: str, *, complete: bool = True, alias: bool = False) -> Target:
    return Target("note", note_url(note.id, note.title, anchor), note.title, note.lang, note.type, complete, alias)


def _anchor_of(row: LinkRow, found: _Read) -> str:
    """The anchor of the heading or block that the link names; empty when it names none that is there."""
    if row.link.block is not None:
        return block_anchor(row.link.block)
    heading = found.anchors.heading(row.link.heading) if row.link.heading else None
    return found.slugs[heading.span.start] if heading else ""


def anchors_of(detail: NoteDetail) -> tuple[str, ...]:
    """The anchor of each heading, in order."""
    return heading_anchors(heading.text for heading in detail.headings)


def ends_of(headings: Iterable[Heading], last: int) -> dict[int, int]:
    """Where the part under each heading ends, by its start: at the next heading of its level or above, else at the last character."""
    ends: dict[int, int] = {}
    opened: list[Heading] = []
    for heading in headings:
        while opened and opened[-1].level >= heading.level:
            ends[opened.pop().span.start] = heading.span.start
        opened.append(heading)
    return ends | {heading.span.start: last for heading in opened}


def paragraph(text: str, span: Span) -> str:
    """The paragraph, item or table that the id belongs to: up to the blank line before it, or beyond when the id stands alone."""
    end = text.rfind("\n", 0, span.start) + 1
    if text[end : span.start].strip(" ^\t") == "":
        end = len(text[:end].rstrip())
    start = text.rfind("\n\n", 0, end)
    return text[start + 2 if start >= 0 else 0 : max(end, span.end)]
