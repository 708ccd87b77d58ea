"""`find_path`: two notes → a shortest way of links between them."""

from __future__ import annotations

from mcp_types import CallToolResult

from gpukb.lookup import find_note, shortest_path
from gpukb.objects import brief_object
from gpukb_api.mcp.arguments import Note
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.sharing import shared_step


def find_path(ctx: Ctx, start: Note, end: Note) -> CallToolResult:
    """Find how two notes hang together: the links of a shortest way between them, whichever way they point."""
    with kb_of(ctx).snapshot() as snapshot:
        first, last = find_note(snapshot, start), find_note(snapshot, end)
        rows = shortest_path(snapshot, first, last)
        notes = {path: snapshot.note(path) for row in rows for path in (row.source, row.target) if path}
    ends = [(row, notes[row.source], notes[row.target or ""]) for row in rows]
    steps = [shared_step(row, source, target) for row, source, target in ends if source and target]
    made = {"start": brief_object(first), "end": brief_object(last), "steps": steps, "found": bool(steps) or first.id == last.id}
    lines = [f"{step['source']['path']} —{step['relation']}→ {step['note']['path']}" for step in steps]
    none = "It is the same note." if first.id == last.id else "No way of links joins these two notes."
    return reply("\n".join(lines) or none, made)
