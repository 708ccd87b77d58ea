"""`get_note`: a note, or a section or some lines of it → its text, piece by piece, with the range and the revision that it comes from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Final

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.errors import UsageError
from gpukb.graph import Anchors
from gpukb.lookup import notes_called
from gpukb.note import Span
from gpukb.objects import Object, source_object
from gpukb_api.cursors import cursor_for, start_of
from gpukb_api.mcp.arguments import MAX_REF, Cursor, MaxChars, Note, OffsetUnit
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.sharing import shared_summary
from gpukb_api.mcp.sizing import cut

if TYPE_CHECKING:
    from gpukb.index import NoteDetail, NoteRow, Snapshot

DEFAULT_CHARS: Final = 8000
MAX_NAMESAKES: Final = 5  # notes of the same name that are told
MAX_HEADINGS: Final = 100  # listed; a longer note is read on by its cursor
_GAP: Final = re.compile(r"\n[ \t\r]*\n")
Line = Annotated[int | None, Field(ge=1)]
Section = Annotated[str | None, Field(max_length=MAX_REF, description="A heading, `A#B` for B below A, or ^block")]


def get_note(
    ctx: Ctx,
    note: Note,
    section: Section = None,
    line_start: Line = None,
    line_end: Line = None,
    max_chars: MaxChars = DEFAULT_CHARS,
    cursor: Cursor = None,
    offset_unit: OffsetUnit = "codepoint",
) -> CallToolResult:
    """Read a note as it stands in its file, or one section or some lines of it. Long text goes on at `next_cursor`."""
    kb = kb_of(ctx)
    with kb.snapshot() as snapshot:
        row, *others = _with_section(snapshot, notes_called(snapshot, note), section)
        namesakes = [shared_summary(other, kb.name) for other in others[:MAX_NAMESAKES]]
        made: Object = {"note": shared_summary(row, kb.name), "namesakes": namesakes, "offset_unit": offset_unit, "next_cursor": None}
        if not row.llm:
            return reply(f"{row.title} ({row.path})\n{made['note']['withheld']}", {**made, "text": "", "source": None})
        text, detail = snapshot.text(row.number), snapshot.detail(row.number)
    first, last = _range(text, detail, section, line_start, line_end)
    asked = (row.id, row.revision, first, last)
    start = max(first, start_of(cursor, asked))
    end = cut(text, start, last, max_chars)
    piece = text[start:end]
    span = Span(start, end, text.count("\n", 0, start) + 1)
    source = source_object(span, span.line + piece.rstrip("\n").count("\n"))
    if cursor is None and detail:
        made["headings"] = [{"text": h.text, "level": h.level, "line": h.span.line} for h in detail.headings[:MAX_HEADINGS]]
    with kb.measuring(offset_unit) as measure:
        ranged = measure.passage({"source": source}, row.id)
    made |= {"text": piece, **ranged, "next_cursor": cursor_for(asked, end) if end < last else None}
    return reply(_text(made, source, last - end), made)


def _with_section(snapshot: Snapshot, notes: tuple[NoteRow, ...], section: str | None) -> list[NoteRow]:
    """The notes of a name, the first that has the section before the others: a heading tells which language is meant."""
    having = [note for note in notes if section is not None and note.llm and _has(snapshot, note, section)] if len(notes) > 1 else []
    return [*having[:1], *(note for note in notes if note not in having[:1])]


def _has(snapshot: Snapshot, note: NoteRow, section: str) -> bool:
    detail = snapshot.detail(note.number)
    anchors = Anchors(detail.headings, detail.blocks) if detail else Anchors((), ())
    return (anchors.block(section.removeprefix("^")) if section.startswith("^") else anchors.heading(section)) is not None


def _range(text: str, detail: NoteDetail | None, section: str | None, line_start: int | None, line_end: int | None) -> tuple[int, int]:
    if section is not None and (line_start or line_end):
        raise UsageError("give a section or lines, not both")
    if section is not None:
        return _section(text, detail, section)
    if line_start and line_end and line_end < line_start:
        raise UsageError(f"lines {line_start} to {line_end} run backwards")
    return _line(text, line_start or 1), _line(text, line_end + 1) if line_end else len(text)


def _line(text: str, number: int) -> int:
    """Where a line begins; the end of the text for lines behind it."""
    at = 0
    for _ in range(number - 1):
        at = text.find("\n", at) + 1
        if not at:
            return len(text)
    return at


def _section(text: str, detail: NoteDetail | None, section: str) -> tuple[int, int]:
    """From a heading to the next one of its level or above; or the paragraph that a block id marks."""
    headings = detail.headings if detail else ()
    anchors = Anchors(headings, detail.blocks if detail else ())
    block = anchors.block(section.removeprefix("^")) if section.startswith("^") else None
    if block:
        gaps = [gap.end() for gap in _GAP.finditer(text, 0, block.span.start)]
        alone = gaps and text[gaps[-1] : block.span.start].strip(" ^") == ""  # on a line of its own it marks what stands above
        return next(iter(gaps[-2 if alone else -1 :]), 0), block.span.end
    heading = anchors.heading(section)
    if heading is None:
        known = ", ".join(repr(h.text) for h in headings[:MAX_HEADINGS]) or "none"
        raise UsageError(f"the note has no section {section!r}; its headings: {known}")
    ends = (h.span.start for h in headings if h.span.start > heading.span.start and h.level <= heading.level)
    return heading.span.start, next(ends, len(text))


def _text(made: Object, source: Object, left: int) -> str:
    note = made["note"]
    head = f"{note['title']} ({note['type']}, {note['lang']}) {note['id']} {note['path']}:{source['line_start']}-{source['line_end']}"
    others = "".join(f"\nAlso called so: {other['title']} ({other['lang']}) {other['path']}" for other in made["namesakes"])
    more = f"\n\n{left} more characters: cursor {made['next_cursor']}" if made["next_cursor"] else ""
    return f"{head}\n{note['revision']}{others}\n\n{made['text']}{more}"
