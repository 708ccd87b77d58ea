"""`/graph`: the notes around one note, or of the whole vault, and the links between them; `/graph/path`: how two notes hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from gpukb.addresses import note_url
from gpukb.lookup import MAX_HOPS, find_note, shortest_path, with_sentences
from gpukb.objects import Object, path_object, step_object
from gpukb_api.deps import FilterParams, Params, Snap, note_by_id
from gpukb_api.models import GraphObject, PathObject

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


class PathParams(Params):
    """Two notes, each by id, path, name, title or `[[link]]`, and how many links may lie between them."""

    start: Annotated[str, Query(alias="from", min_length=1, max_length=1024)]
    end: Annotated[str, Query(alias="to", min_length=1, max_length=1024)]
    max_hops: Annotated[int, Query(ge=1, le=MAX_HOPS)] = MAX_HOPS


@router.get("/graph/path", response_model=PathObject)
def find_path(snapshot: Snap, params: Annotated[PathParams, Query()]) -> JSONResponse:
    """The links of a shortest way between two notes, whichever way they point, each with the sentence around it."""
    start, end = find_note(snapshot, params.start), find_note(snapshot, params.end)
    links = with_sentences(snapshot, shortest_path(snapshot, start, end, params.max_hops))
    steps = [step_object(link, snapshot.note(link.row.target or "")) for link in links]
    return JSONResponse({**path_object(start, end, steps), "index_generation": snapshot.generation})


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
