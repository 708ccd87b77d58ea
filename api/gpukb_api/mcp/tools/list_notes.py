"""`list_notes`: filters → notes by path, a stretch at a time."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.query import Filters
from gpukb_api.cursors import cursor_of, read_cursor
from gpukb_api.mcp.arguments import Cursor, Lang, Path, Tag, Type, Values
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.sharing import shared_summary


def list_notes(
    ctx: Ctx,
    lang: Lang = (),
    type: Type = (),
    tag: Tag = (),
    path: Path = (),
    updated_after: Annotated[Values, Field(description="A date or time in ISO 8601")] = (),
    sort: Literal["path", "title", "updated"] = "path",
    limit: Annotated[int, Field(ge=1, le=100)] = 50,
    cursor: Cursor = None,
) -> CallToolResult:
    """List the notes that fit, without their text."""
    kb = kb_of(ctx)
    wanted = Filters(lang=lang, type=type, tag=tag, path=path, updated_after=updated_after)
    with kb.snapshot() as snapshot:
        page = snapshot.notes(wanted, sort=sort, after=read_cursor(cursor, sort), limit=limit)
    items = [shared_summary(note, kb.name) for note in page.notes]
    more = cursor_of(page.after, sort)
    lines = [f"{len(items)} of {page.total} notes: path | title | type | language | id"]
    lines += [f"{note['path']} | {note['title']} | {note['type']} | {note['lang']} | {note['id']}" for note in items]
    if more:
        lines.append(f"More: cursor {more}")
    return reply("\n".join(lines), {"items": items, "next_cursor": more, "total_estimate": page.total})
