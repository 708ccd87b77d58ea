"""`/graph`: the notes around one note, or of the whole vault, and the links between them; `/graph/path`: how two notes hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from gpukb.addresses import note_url
from gpukb.lookup import MAX_HOPS, ends_called, shortest_path, with_sentences
from gpukb.objects import Object, path_object, step_object
from gpukb_api.deps import KB, FilterParams, Params, Snap, note_by_id
from gpukb_api.graph_part import MAX_NOTES, around, fitting
from gpukb_api.listing import Lists
from gpukb_api.models import GraphObject, PathObject, Unit
from gpukb_api.positions import positions

if TYPE_CHECKING:
    from gpukb.index import NoteRow

router = APIRouter(tags=["links"])


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
    offset_unit: Unit = "codepoint"


@router.get("/graph/path", response_model=PathObject)
def find_path(kb: KB, snapshot: Snap, lists: Lists, params: Annotated[PathParams, Query()]) -> Response:
    """The links of a shortest way between two notes, whichever way they point, each with the sentence around it."""
    start, end = (notes[0] for notes in ends_called(snapshot, params.start, params.end))

    def made() -> Object:
        links = with_sentences(snapshot, shortest_path(snapshot, start, end, params.max_hops))
        steps = [step_object(link, snapshot.note(link.row.target or "")) for link in links]
        with kb.measuring(params.offset_unit) as measure:
            return {**measure.path(path_object(start, end, steps)), "index_generation": snapshot.generation}

    return lists.response(made)


@router.get("/graph", response_model=GraphObject)
def read_graph(snapshot: Snap, lists: Lists, params: Annotated[GraphParams, Query()]) -> Response:
    """Notes, each with a place to draw it at, and typed edges. Lists that derive from the graph add no edge of their own.

    The same part of the same graph has the same places. Linked notes stand near each other; a picture may take the places or its own.
    """
    return lists.response(lambda: _graph(snapshot, params))


def _graph(snapshot: Snap, params: GraphParams) -> Object:
    filters = params.filters()
    if params.root:
        part = around(snapshot, note_by_id(snapshot, params.root), params.depth, filters, params.relation, params.limit)
    else:
        part = fitting(snapshot, filters, params.relation, params.limit)
    ids = {note.number: note.id for note in part.notes}
    places = positions(part)
    return {
        "nodes": [_node(note, part.degrees.get(note.number, 0), places[note.number]) for note in part.notes],
        "edges": [{"source": ids[e.source], "target": ids[e.target], "relation": e.relation} for e in part.edges],
        "truncated": part.truncated,
        "index_generation": snapshot.generation,
    }


def _node(note: NoteRow, degree: int, place: tuple[float, float]) -> Object:
    return {
        "id": note.id,
        "title": note.title,
        "type": note.type,
        "lang": note.lang,
        "degree": degree,
        "x": place[0],
        "y": place[1],
        "url": note_url(note.id, note.title),
    }
