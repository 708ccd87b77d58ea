"""`/index` and `/facets`: what is indexed, how far it is, and how many notes there are of what."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from gpukb.objects import facets_object, status_object
from gpukb_api.deps import KB, FilterParams, NoParams, Snap
from gpukb_api.models import FacetsObject, StatusObject

router = APIRouter(tags=["index"])


@router.get("/index", response_model=StatusObject)
def read_status(kb: KB, params: NoParams) -> JSONResponse:
    """Words and links, vectors, and what is being done about them."""
    return JSONResponse(status_object(kb.status()))


@router.get("/facets", response_model=FacetsObject)
def read_facets(snapshot: Snap, params: Annotated[FilterParams, Query()]) -> JSONResponse:
    """How many notes there are of each type, language, tag and top folder, among those the filters leave."""
    return JSONResponse(facets_object(snapshot.facets(params.filters()), snapshot.generation))
