"""`/graph`: the notes around one note, or of the whole vault, and the links between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from gpukb.addresses import note_url
from gpukb.objects import Object
from gpukb_api.deps import FilterParams, Snap, note_by_id
from gpukb_api.models import GraphObject

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

router = APIRouter(tags=["links"])
MAX_NOTES = 5000  # more is no picture, and would be slow to draw


class GraphParams(FilterParams):
    """What part of the graph. Without `root`: the notes that fit the filters."""

    root: Annotated[str | None, Query(max_length=64)] = None
    depth: Annotated[int, Query(ge=1, le=3)] = 1
    relation: Annotated[tuple[str, ...], Query(max_length=20)] = ()
    limit: Annotated[int, Query(ge=1, le=MAX_NOTES)] = 500


@router.get("/graph", response_model=GraphObject)
def read_graph(snapshot: Snap, params: Annotated[GraphParams, Query()]) -> JSONResponse:
    """Notes and typed edges. Lists that derive from the graph add no edge of their own."""
    numbers = _around(snapshot, params) if params.root else [note.number for note in _fitting(snapshot, params)]
    shown = set(numbers[: params.limit])
    hood = snapshot.neighbours(shown)
    edges = [e for e in hood.edges if e.source in shown and e.target in shown and (not params.relation or e.relation in params.relation)]
    rows = snapshot.notes_by_number(shown)
    nodes = [_node(rows[number], hood.degrees.get(number, 0)) for number in numbers if number in shown]
    ids = {number: row.id for number, row in rows.items()}
    body = {
        "nodes": nodes,
        "edges": [{"source": ids[e.source], "target": ids[e.target], "relation": e.relation} for e in edges],
        "truncated": len(numbers) > params.limit,
        "index_generation": snapshot.generation,
    }
    return JSONResponse(body)


def _fitting(snapshot: Snapshot, params: GraphParams) -> list[NoteRow]:
    return list(snapshot.notes(params.filters(), limit=params.limit + 1).notes)


def _around(snapshot: Snapshot, params: GraphParams) -> list[int]:
    """The numbers of the notes within the depth of the root, nearest first."""
    found = [note_by_id(snapshot, params.root or "").number]
    fitting = {note.number for note in snapshot.notes(params.filters(), limit=MAX_NOTES).notes} if params.filters() else None
    ring = set(found)
    for _ in range(params.depth):
        edges = snapshot.neighbours(ring).edges
        near = {end for e in edges if not params.relation or e.relation in params.relation for end in (e.source, e.target)}
        ring = {number for number in near - set(found) if fitting is None or number in fitting}
        found += sorted(ring)
        if not ring or len(found) > params.limit:
            break
    return found


def _node(note: NoteRow, degree: int) -> Object:
    return {
        "id": note.id,
        "title": note.title,
        "type": note.type,
        "lang": note.lang,
        "degree": degree,
        "url": note_url(note.id, note.title),
    }
