"""A snapshot of the index → the renderer's answers: where each link of a note leads, and what an embed shows.

Links are looked up as the index resolved them, so that a page and the graph can not disagree. Whatever is not in the index is missing:
no path of a note ever reaches the file system.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
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


class VaultLinks:
    """Answers for one page; keeps what it read, since a page asks for the same notes again and again."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._links = cache(self._read_links)
        self._note = cache(self._read_note)

    def find(self, link: str, source: str, *, markdown: bool) -> Target | None:
        """Where the link leads."""
        row = self._links(source).get(_key(link))
        if row is None:
            return None
        if row.target is None:
            found = self._note(row.alias_of) if row.alias_of else None
            return _target(found[0], "", alias=True) if found else None
        found = self._note(row.target)
        if found is None:
            return self._file(row.target)
        note, detail = found
        return _target(note, anchor_of(row, detail) or "", complete=row.resolved)

    def embed(self, link: str, source: str) -> Embedded | None:
        """The text of the note, of its section, or of its block."""
        row = self._links(source).get(_key(link))
        found = self._note(row.target) if row and row.target else None
        if row is None or found is None or found[0].kind != "note" or not row.resolved:
            return None
        note, detail = found
        text = self._snapshot.text(note.number)
        return Embedded(note.path, _part(text, row, detail), _target(note, anchor_of(row, detail) or ""))

    def _file(self, path: str) -> Target:
        kind = "image" if suffix_of(path) in PICTURES else "file"
        return Target("image" if kind == "image" else "file", f"/assets/{file_id(path)}", path.rpartition("/")[2])

    def _read_links(self, path: str) -> dict[tuple[str, str], LinkRow]:
        return {(row.link.target, fragment_of(row)): row for row in reversed(self._snapshot.links_from(path))}

    def _read_note(self, path: str) -> tuple[NoteRow, NoteDetail] | None:
        note = self._snapshot.note(path)
        detail = self._snapshot.detail(note.number) if note else None
        return (note, detail) if note and detail else None


def _key(link: str) -> tuple[str, str]:
    path, _, fragment = link.partition("#")
    return path, fragment


def fragment_of(row: LinkRow) -> str:
    """What stands after the first `#` of the link."""
    return f"^{row.link.block}" if row.link.block is not None else row.link.heading or ""


def _target(note: NoteRow, anchor: str, *, complete: bool = True, alias: bool = False) -> Target:
    return Target("note", note_url(note.id, note.title, anchor), note.title, note.lang, note.type, complete, alias)


def anchor_of(row: LinkRow, detail: NoteDetail) -> str | None:
    """The anchor of the heading or block that the link names."""
    if row.link.block is not None:
        return block_anchor(row.link.block)
    if not row.link.heading:
        return None
    found = Anchors(detail.headings, ()).heading(row.link.heading)
    return anchors_of(detail)[detail.headings.index(found)] if found else None


def anchors_of(detail: NoteDetail) -> tuple[str, ...]:
    """The anchor of each heading, in order."""
    return heading_anchors(heading.text for heading in detail.headings)


def _part(text: str, row: LinkRow, detail: NoteDetail) -> str:
    """The text from a heading to the next of its level, the paragraph or item with a block id, or everything after the front matter."""
    if row.link.block is not None:
        found = Anchors((), detail.blocks).block(row.link.block)
        return paragraph(text, found.span) if found else ""
    heading = Anchors(detail.headings, ()).heading(row.link.heading) if row.link.heading else None
    if heading is None:
        return text[detail.body_start :]
    return text[heading.span.start : end_of(heading, detail.headings, len(text))]


def end_of(heading: Heading, headings: Sequence[Heading], last: int) -> int:
    """Where the part under a heading ends: at the next heading of its level or above, else at the last character."""
    after = headings[headings.index(heading) + 1 :]
    return next((other.span.start for other in after if other.level <= heading.level), last)


def paragraph(text: str, span: Span) -> str:
    """The paragraph, item or table that the id belongs to: up to the blank line before it, or beyond when the id stands alone."""
    end = text.rfind("\n", 0, span.start) + 1
    if text[end : span.start].strip(" ^\t") == "":
        end = len(text[:end].rstrip())
    start = text.rfind("\n\n", 0, end)
    return text[start + 2 if start >= 0 else 0 : max(end, span.end)]
