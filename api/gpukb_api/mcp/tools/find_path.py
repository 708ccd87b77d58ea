"""`find_path`: two notes → a shortest way of links between them."""

from __future__ import annotations

from mcp_types import CallToolResult

from gpukb.lookup import find_note, shortest_path, with_sentences
from gpukb.objects import path_object
from gpukb_api.mcp.arguments import Note
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.sharing import shared_step


def find_path(ctx: Ctx, start: Note, end: Note) -> CallToolResult:
    """Find how two notes hang together: the links of a shortest way between them, whichever way they point."""
    with kb_of(ctx).snapshot() as snapshot:
        first, last = find_note(snapshot, start), find_note(snapshot, end)
        links = with_sentences(snapshot, shortest_path(snapshot, first, last))
        steps = [shared_step(link, snapshot.note(link.row.target or "")) for link in links]
    lines = [f"{step['source']['path']} —{step['relation']}→ {step['target']}" for step in steps]
    none = "It is the same note." if first.id == last.id else "No way of links joins these two notes."
    return reply("\n".join(lines) or none, path_object(first, last, steps))
