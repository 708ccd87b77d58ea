"""`get_links`: a note → the links from it and to it, each with the sentence around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final, Literal

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.lookup import Backlink, backlinks, find_note, with_sentences
from gpukb.objects import Object
from gpukb_api.cursors import cursor_for, start_of
from gpukb_api.mcp.arguments import Cursor, MaxChars, Note, OffsetUnit, Relation, Values
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.sharing import shared_backlink, shared_link, shared_summary

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

DEFAULT_CHARS: Final = 6000
Direction = Annotated[Literal["out", "in", "both"], Field(description="Links from the note, links to it, or both")]


def get_links(
    ctx: Ctx,
    note: Note,
    direction: Direction = "both",
    relation: Relation = (),
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
    max_chars: MaxChars = DEFAULT_CHARS,
    cursor: Cursor = None,
    offset_unit: OffsetUnit = "codepoint",
) -> CallToolResult:
    """Follow a note's links in both directions: the relation, the other note, and the sentence in which the link stands."""
    kb = kb_of(ctx)
    with kb.snapshot() as snapshot:
        row = find_note(snapshot, note)
        asked = (row.id, direction, relation, snapshot.generation)
        start = start_of(cursor, asked)
        ways = list(_ways(snapshot, row, direction, relation))
        items = list(_within(snapshot, ways[start : start + limit], max_chars))
    with kb.measuring(offset_unit) as measure:
        items = [measure.link(one, row.id if one["direction"] == "out" else one["note"]["id"]) for one in items]
    at = start + len(items)
    more = cursor_for(asked, at) if at < len(ways) else None
    made = {
        "note": shared_summary(row, kb.name),
        "items": items,
        "offset_unit": offset_unit,
        "next_cursor": more,
        "total_estimate": len(ways),
    }
    return reply(_text(made), made)


def _ways(snapshot: Snapshot, note: NoteRow, direction: str, relations: Values) -> Iterator[tuple[str, Backlink]]:
    """The links as rows with their contexts, those from the note first."""
    out = with_sentences(snapshot, snapshot.links_from(note.path)) if direction != "in" else ()
    into = backlinks(snapshot, note) if direction != "out" else ()
    for way, found in (("out", out), ("in", into)):
        yield from ((way, link) for link in found if not relations or link.row.link.relation in relations)


def _within(snapshot: Snapshot, ways: list[tuple[str, Backlink]], size: int) -> Iterator[Object]:
    """The first links whose sentences fit into so many characters together; one at least."""
    left = size
    for way, link in ways:
        left -= len(link.text)
        if left < 0 and left + len(link.text) != size:
            return
        target = snapshot.note(link.row.target) if link.row.target else None
        yield {"direction": way, **(shared_link(link, target) if way == "out" else shared_backlink(link))}


def _text(made: Object) -> str:
    lines = [f"{made['note']['title']}: {len(made['items'])} of {made['total_estimate']} links"]
    for link in made["items"]:
        other = link["note"]["path"] if link["note"] else link.get("target") or "(no such note)"
        said = link["sentence"]["text"] if link["sentence"] else link.get("withheld", "")
        lines.append(f"{'→' if link['direction'] == 'out' else '←'} {other} [{link['relation']}] {said}".rstrip())
    return "\n".join([*lines, *([f"More: cursor {made['next_cursor']}"] if made["next_cursor"] else [])])
