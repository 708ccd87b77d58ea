"""`/resolve` and `/backlinks`: links and names as people write them → notes."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response

from gpukb.objects import resolution_object
from gpukb_api.deps import KB, Params, Snap
from gpukb_api.listing import Lists
from gpukb_api.models import Backlinks, ResolutionObject
from gpukb_api.routes.notes import LinkParams, backlinks_object

router = APIRouter(tags=["links"])
Link = Annotated[str, Query(min_length=1, max_length=1024)]


class ResolveParams(Params):
    """A link as written, and the note it stands in (id, path, name or title)."""

    link: Link
    source: Annotated[str | None, Query(alias="from", max_length=1024)] = None


class BacklinkParams(LinkParams):
    """A note by id, path, name, title or `[[link]]`, and which of the links to it."""

    note: Link


@router.get("/resolve", response_model=ResolutionObject)
def resolve(kb: KB, snapshot: Snap, params: Annotated[ResolveParams, Query()]) -> JSONResponse:
    """Where a link leads, and why there."""
    found = kb.resolve(params.link, params.source)
    return JSONResponse(resolution_object(params.link, params.source, found, snapshot.note(found.path) if found.path else None))


@router.get("/backlinks", response_model=Backlinks)
def find_backlinks(kb: KB, lists: Lists, params: Annotated[BacklinkParams, Query()]) -> Response:
    """The links that lead to a note, each with the sentence around it."""
    note = kb.note(params.note)
    return lists.response(lambda: backlinks_object(kb, note, params))
