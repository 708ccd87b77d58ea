"""`search` and `fetch`: thin forms of `search_notes` and `get_note`, in the shape that ChatGPT's connectors ask for.

Their text is the JSON of the result, since those clients parse it; where it holds a note's text, it says that this is data.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

from mcp_types import CallToolResult, TextContent
from pydantic import Field

from gpukb.addresses import note_url, obsidian_url
from gpukb.lookup import find_note
from gpukb.objects import Object
from gpukb_api.mcp.arguments import MAX_REF, Query
from gpukb_api.mcp.reply import Ctx, kb_of
from gpukb_api.mcp.sizing import cut
from gpukb_api.mcp.texts import NOTICE, WITHHELD

RESULTS: Final = 10
MAX_TEXT: Final = 40_000  # characters of a fetched note: some 10,000 tokens of English; `get_note` reads on


def search(ctx: Ctx, query: Query) -> CallToolResult:
    """Find notes: id, title and address of each. `search_notes` gives the passages too."""
    kb = kb_of(ctx)
    found = kb.search(query, limit=RESULTS)
    return _json({"results": [{"id": hit.note.id, "title": hit.note.title, "url": _url(ctx, hit.note)} for hit in found.hits]})


def fetch(ctx: Ctx, id: Annotated[str, Field(max_length=MAX_REF, description="The id that `search` gave")]) -> CallToolResult:
    """Read one note. `get_note` reads it section by section."""
    with kb_of(ctx).snapshot() as snapshot:
        note = find_note(snapshot, id)
        text = snapshot.text(note.number) if note.llm else WITHHELD
    end = cut(text, 0, len(text), MAX_TEXT)
    about = {"path": note.path, "type": note.type, "lang": note.lang, "revision": note.revision, "cut": end < len(text), "notice": NOTICE}
    return _json({"id": note.id, "title": note.title, "text": text[:end], "url": _url(ctx, note), "metadata": about})


def _url(ctx: Ctx, note: Any) -> str:  # Any: a NoteRow
    """The note's page where the server has one, else the address that opens it in Obsidian."""
    request = ctx.request_context.request
    if request is None:
        return obsidian_url(kb_of(ctx).name, note.path)
    return str(request.base_url).rstrip("/") + note_url(note.id, note.title)


def _json(made: Object) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=json.dumps(made, ensure_ascii=False))], structured_content=made)
