"""`resolve_citation`: a citation's id, or a note and a quote → whether the quoted characters still stand, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.citations import Checked
from gpukb.errors import UsageError
from gpukb.lookup import check_citation, find_note
from gpukb.objects import Object, checked_object
from gpukb_api.mcp.arguments import MAX_REF, OffsetUnit
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.texts import WITHHELD

if TYPE_CHECKING:
    from gpukb.index import Snapshot

MAX_QUOTE = 10_000  # characters


def resolve_citation(
    ctx: Ctx,
    citation: Annotated[str | None, Field(max_length=MAX_REF, description="A citation's id, c_…")] = None,
    note: Annotated[str | None, Field(max_length=MAX_REF, description="Or the note…")] = None,
    quote: Annotated[str | None, Field(max_length=MAX_QUOTE, description="…and the exact words")] = None,
    revision: Annotated[str | None, Field(max_length=80, description="The note's revision when it was quoted")] = None,
    offset_unit: OffsetUnit = "codepoint",
) -> CallToolResult:
    """Check a citation against today's vault: exact, moved, changed or gone. A quote that stands in its note is exact."""
    if (citation is None) == (note is None or not quote):
        raise UsageError("give a citation's id, or a note and a quote")
    kb = kb_of(ctx)
    with kb.snapshot() as snapshot:
        checked = check_citation(snapshot, citation) if citation else _look(snapshot, note or "", quote or "")
        row = snapshot.note(checked.path) if checked.path else None
    with kb.measuring(offset_unit) as measure:
        made: Object = measure.checked(checked_object(citation or "", checked, row))
    if citation is None:
        made |= {"id": None, "url": None}
    if row and not row.llm:
        made |= {"state": None, "source": None, "withheld": WITHHELD}
        return reply(f"{row.path}\n{WITHHELD}", made)
    made["same_revision"] = row.revision == revision if row and revision else None
    place = made["source"]
    where = f" {row.path} {offset_unit} {place['start']}-{place['end']}" if row and place else ""
    return reply(f"{checked.state}{where}", made)


def _look(snapshot: Snapshot, note: str, quote: str) -> Checked:
    row = find_note(snapshot, note)
    start = snapshot.text(row.number).find(quote) if row.llm else -1
    return Checked("changed", row.path) if start < 0 else Checked("exact", row.path, start, start + len(quote))
