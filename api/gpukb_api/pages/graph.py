"""`/graph`: the neighbourhood of a note as a picture and as tables, or all notes by their ties. All state is in the address."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.objects import Object, note_line_object
from gpukb.query import Filters
from gpukb_api.deps import Snap, note_by_id
from gpukb_api.drawing import draw
from gpukb_api.graph_part import MAX_NOTES, Part, around, fitting, relations_in
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import Ui, ui_for

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

router = APIRouter(include_in_schema=False)
FILTERS = ("type", "lang", "relation", "path")
AROUND = 300  # notes of a neighbourhood
PAGE = 200  # notes in one table
LINKS = 300  # in one table; filters leave fewer
FOLDERS = 15  # of the facet; the rest can be asked for by address
MAX_VALUE = 200  # characters of a filter
SIGNS = (("wiki", "●"), ("practice", "■"), ("answer", "◆"), ("note", "▲"))  # as the picture draws them
State = list[tuple[str, str]]


@router.get("/graph")
def read_graph(request: Request, snapshot: Snap) -> HTMLResponse:
    """The page."""
    ui, asked = ui_for(request), request.query_params
    state: State = [(name, value[:MAX_VALUE]) for name in FILTERS for value in asked.getlist(name)[:20] if value]
    root = note_by_id(snapshot, asked["root"]) if asked.get("root") else None
    depth = 2 if asked.get("depth") == "2" else 1
    fixed: State = [("root", root.id), *([("depth", "2")] if depth == 2 else [])] if root else []
    values = {name: tuple(value for key, value in state if key == name) for name in FILTERS}
    filters = Filters(type=values["type"], lang=values["lang"], path=values["path"])
    part = (
        around(snapshot, root, depth, filters, values["relation"], AROUND)
        if root
        else fitting(snapshot, filters, values["relation"], MAX_NOTES)
    )
    notes = _notes(part, root, only_tied=bool(values["relation"]))
    begin = _number(asked.get("from", ""))
    return shell(
        request,
        "graph.html",
        root=note_line_object(root) if root else None,
        ways=[{"label": ui[f"hops_{n}"], "on": n == depth, "url": _url([*_hops(root, n), *state])} for n in (1, 2)] if root else [],
        count=len(notes),
        truncated=part.truncated,
        drawing=draw(part, root) if root and len(part.notes) > 1 else None,
        signs=[{"sign": sign, "type": type} for type, sign in SIGNS],
        notes=notes[begin : begin + PAGE],
        links=_links(part, ui)[:LINKS] if root else [],
        links_cut=root is not None and len(part.edges) > LINKS,
        chosen=[{"label": _label(ui, *one), "without": _url([*fixed, *(each for each in state if each != one)])} for one in state],
        cleared=_url(fixed),
        facets=_facets(snapshot, ui, state, fixed),
        more_url=_url([*fixed, *state, ("from", str(begin + PAGE))]) if len(notes) > begin + PAGE else None,
    )


def _notes(part: Part, root: NoteRow | None, *, only_tied: bool) -> list[Object]:
    """The notes but the root, the nearest and most tied first."""
    ties = part.ties()
    found = [note for note in part.notes if note is not root and (root is None or note.id != root.id)]
    found.sort(key=lambda note: (part.hops[note.number], -ties[note.number], note.path))
    return [
        {"note": note_line_object(note), "hops": part.hops[note.number], "ties": ties[note.number], "url": f"/graph?root={note.id}"}
        for note in found
        if ties[note.number] or not only_tied
    ]


def _links(part: Part, ui: Ui) -> list[Object]:
    """The links of a neighbourhood, those of the root first."""
    lines = {note.number: note_line_object(note) for note in part.notes}
    order = sorted(
        part.edges, key=lambda e: (part.hops[e.source] + part.hops[e.target], e.relation, lines[e.source]["path"], lines[e.target]["path"])
    )
    return [{"source": lines[e.source], "relation": ui.relation(e.relation), "target": lines[e.target]} for e in order]


def _hops(root: NoteRow, depth: int) -> State:
    return [("root", root.id), *([("depth", "2")] if depth == 2 else [])]


def _facets(snapshot: Snapshot, ui: Ui, state: State, fixed: State) -> list[Object]:
    """The filters as links, with the counts of the whole vault."""
    facets = snapshot.facets()
    counted = (
        ("type", facets.types),
        ("lang", facets.langs),
        ("relation", relations_in(snapshot)),
        ("path", [(f"{folder}/", count) for folder, count in facets.folders[:FOLDERS] if folder]),
    )
    return [
        {"label": ui[name], "items": [_item(ui, state, fixed, (name, value), count) for value, count in values]}
        for name, values in counted
        if values
    ]


def _item(ui: Ui, state: State, fixed: State, one: tuple[str, str], count: int) -> Object:
    on = one in state
    toggled = [each for each in state if each != one] if on else [*state, one]
    return {"label": _label(ui, *one), "count": count, "on": on, "url": _url([*fixed, *toggled])}


def _label(ui: Ui, name: str, value: str) -> str:
    if name == "type":
        return ui.type(value)
    if name == "lang":
        return ui.language(value)
    return ui.relation(value) if name == "relation" else value.rstrip("/")


def _url(state: State) -> str:
    return f"/graph?{urlencode(state)}" if state else "/graph"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0
