"""Notes → JSON objects: in one line, in a list, whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from gpukb.addresses import note_url, obsidian_url
from gpukb.citations import CitedNote
from gpukb.objects.shape import OFFSET_UNIT, Object
from gpukb.slugs import heading_anchors

if TYPE_CHECKING:
    from gpukb.index.rows import NoteDetail, NoteRow
    from gpukb.related import Related
    from gpukb.suggest import Suggestion


def brief_object(note: NoteRow | CitedNote) -> Object:
    """A note in one line: enough to name it, and to know whether it changed."""
    return {
        "id": note.id,
        "path": note.path,
        "title": note.title,
        "type": note.type,
        "lang": note.lang,
        "revision": note.revision,
    }


def summary_object(note: NoteRow, vault: str) -> Object:
    """A note in a list."""
    return {
        **brief_object(note),
        "name": note.name,
        "tags": list(note.tags),
        "aliases": list(note.aliases),
        "updated": time_of(note.updated),
        "url": note_url(note.id, note.title),
        "obsidian_url": obsidian_url(vault, note.path),
    }


def named_object(note: NoteRow | CitedNote) -> Object:
    """A note in one line, with its address."""
    return {**brief_object(note), "url": note_url(note.id, note.title)}


def note_line_object(note: NoteRow | CitedNote) -> Object:
    """A note as a line of a page: what names it, and its address."""
    updated = getattr(note, "updated", None)
    return {**brief_object(note), "url": note_url(note.id, note.title), "updated": None if updated is None else time_of(updated)}


def note_object(note: NoteRow, detail: NoteDetail, vault: str) -> Object:
    """A note with all but its text and its links."""
    return {
        **summary_object(note, vault),
        "kind": note.kind,
        "encoding": detail.encoding,
        "generated": note.generated,
        "deprecated": note.deprecated,
        "properties": plain(detail.properties),
        "headings": [
            {"text": heading.text, "level": heading.level, "line": heading.span.line, "anchor": anchor}
            for heading, anchor in zip(detail.headings, heading_anchors(h.text for h in detail.headings), strict=True)
        ],
        "blocks": [{"id": block.id, "line": block.span.line, "start": block.span.start, "end": block.span.end} for block in detail.blocks],
        "problems": [{"line": problem.line, "message": problem.message} for problem in detail.problems],
        "offset_unit": OFFSET_UNIT,
    }


def related_object(one: Related) -> Object:
    """A note beside another, and why it belongs there."""
    return {
        "note": named_object(one.note),
        "score": one.score,
        "why": {
            "relations": list(one.relations),
            "linked": one.linked,
            "shared": [brief_object(note) for note in one.shared],
            "nearness": one.nearness,
        },
    }


def suggestion_object(found: Suggestion) -> Object:
    """A note that may be meant by what was typed."""
    note = found.note
    return {"text": found.text, "kind": found.kind, "match": found.match, "note": brief_object(note), "url": note_url(note.id, note.title)}


def time_of(seconds: int) -> str:
    """Seconds since 1970 in RFC 3339, UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def plain(value: Any) -> Any:  # Any: whatever YAML gave
    """The value as JSON can hold it: keys and dates as text."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (str, int, float, bool)) or value is None:
        return value if value == value and value not in (float("inf"), float("-inf")) else str(value)
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    return [plain(one) for one in value] if isinstance(value, Iterable) else str(value)
