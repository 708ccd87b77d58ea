"""`find_path`: two notes → a shortest way of links between them."""

from __future__ import annotations

from typing import Annotated

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.lookup import MAX_HOPS, ends_called, shortest_path, with_sentences
from gpukb.objects import path_object
from gpukb_api.mcp.arguments import Note, OffsetUnit
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.sharing import shared_step


def find_path(
    ctx: Ctx,
    start: Annotated[Note, Field(validation_alias="from")],
    end: Annotated[Note, Field(validation_alias="to")],
    max_hops: Annotated[int, Field(ge=1, le=MAX_HOPS, description="How many links may lie between them")] = MAX_HOPS,
    offset_unit: OffsetUnit = "codepoint",
) -> CallToolResult:
    """Find how two notes hang together: the links of a shortest way between them, whichever way they point."""
    kb = kb_of(ctx)
    with kb.snapshot() as snapshot:
        first, last = (notes[0] for notes in ends_called(snapshot, start, end))
        links = with_sentences(snapshot, shortest_path(snapshot, first, last, max_hops))
        steps = [shared_step(link, snapshot.note(link.row.target or "")) for link in links]
    lines = [f"{step['source']['path']} —{step['relation']}→ {step['target']}" for step in steps]
    none = "It is the same note." if first.id == last.id else "No way of links joins these two notes."
    with kb.measuring(offset_unit) as measure:
        return reply("\n".join(lines) or none, measure.path(path_object(first, last, steps)))
