"""`/search`: hits with snippets, and facets as links. All of its state is in the address."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.errors import UsageError
from gpukb.facets import NO_FACETS
from gpukb.objects import Object, hit_object, note_line_object
from gpukb.query import Filters
from gpukb.unmatched import Unmatched, unmatched
from gpukb_api.deps import KB, Snap
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import Ui, ui_for

if TYPE_CHECKING:
    from gpukb.index import Facets

router = APIRouter(include_in_schema=False)
FACETS = ("type", "lang", "tag", "path")
FIRST, MOST = 20, 100  # hits at first, and after "more"
TAGS = 15  # of a facet's values; the rest can be asked for by address
State = list[tuple[str, str]]


@router.get("/search")
def search(request: Request, kb: KB, snapshot: Snap) -> HTMLResponse:
    """The search page."""
    ui = ui_for(request)
    q = request.query_params.get("q", "").strip()
    state: State = [(name, value) for name in FACETS for value in request.query_params.getlist(name)[:20] if value]
    filters = Filters(**{name: tuple(value for key, value in state if key == name) for name in FACETS})
    limit = MOST if request.query_params.get("more") else FIRST
    hits, notes, meant, more, problem = [], [], None, False, None
    facets, unknown, missing = NO_FACETS, "", unmatched(snapshot, filters)
    try:
        if q:
            found = kb.search(q, limit=limit, filters=filters, reader=ui.lang)
            facets, missing = found.facets, found.unmatched
            unknown = ", ".join(found.unknown_words) if found.hits and all(hit.weak for hit in found.hits) else ""
            hits, meant, more = [_hit(hit_object(hit, kb.name), ui) for hit in found.hits], found.did_you_mean, len(found.hits) == limit
        else:
            page = snapshot.notes(filters, sort="title", limit=limit)
            facets = snapshot.facets()
            notes, more = [note_line_object(note) for note in page.notes], page.after is not None
    except UsageError as error:
        problem = ui.error(error)
    return shell(
        request,
        "search.html",
        q=q,
        hits=hits,
        notes=notes,
        problem=problem,
        did_you_mean={"text": meant, "url": _url(meant, state)} if meant else None,
        chosen=[{"label": _label(ui, *one), "without": _url(q, [each for each in state if each != one])} for one in state],
        cleared=_url(q, []),
        unknown=unknown,
        unmatched=[{"claim": ui[f"no_{one.filter}"], "value": one.value, "known": _labels(ui, one)} for one in missing],
        facets=facets_of(facets, ui, q, state),
        counted=bool(q) or not state,  # without words the counts are of the whole vault
        more_url=_url(q, [*state, ("more", "1")]) if more and limit < MOST else None,
        ask_url=f"/ask?{urlencode({'q': q})}",
    )


def _hit(hit: Object, ui: Ui) -> Object:
    headings = [heading for heading in hit["snippet"]["heading_path"] if heading != hit["note"]["title"]]
    folder = hit["note"]["path"].rpartition("/")[0]
    why = list(dict.fromkeys(ui.found(signal) for signal in hit["matched_by"]))
    return {**hit, "crumbs": [*filter(None, [folder]), *headings], "why": why, "weak": hit.get("weak", False)}


def facets_of(facets: Facets, ui: Ui, q: str, state: State) -> list[Object]:
    """The facets as links that add or take away one filter."""
    counted: tuple[tuple[str, Iterable[tuple[str, int]]], ...] = (
        ("type", facets.types),
        ("lang", facets.langs),
        ("tag", facets.tags[:TAGS]),
        ("path", facets.folders[:TAGS]),
    )
    return [
        {"label": ui[name], "items": [_facet_item(ui, q, state, (name, _value(name, value)), count) for value, count in values]}
        for name, values in counted
        if values
    ]


def _value(name: str, value: str) -> str:
    return f"{value}/" if name == "path" else value


def _facet_item(ui: Ui, q: str, state: State, one: tuple[str, str], count: int) -> Object:
    on = one in state
    toggled = [each for each in state if each != one] if on else [*state, one]
    return {"label": _label(ui, *one), "count": count, "on": on, "url": _url(q, toggled)}


def _label(ui: Ui, name: str, value: str) -> str:
    if name == "type":
        return ui.type(value)
    if name == "lang":
        return ui.language(value)
    return f"#{value}" if name == "tag" else value.rstrip("/")


def _labels(ui: Ui, one: Unmatched) -> str:
    return ", ".join(_label(ui, one.filter, value) for value in one.known)


def _url(q: str | None, state: State) -> str:
    return "/search?" + urlencode([*([("q", q)] if q else []), *state])
