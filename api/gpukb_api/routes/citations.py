"""`/citations/{id}`: a citation's id → where the cited characters stand today."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from gpukb.errors import UsageError
from gpukb.objects import checked_object
from gpukb_api.deps import KB, Params, Snap
from gpukb_api.models import CheckedObject, Unit
from gpukb_api.problems import not_found

router = APIRouter(prefix="/citations", tags=["ask"])


class CheckParams(Params):
    """How to count."""

    offset_unit: Unit = "codepoint"


@router.get("/{citation_id}", response_model=CheckedObject)
def check_citation(kb: KB, snapshot: Snap, citation_id: str, params: Annotated[CheckParams, Query()]) -> JSONResponse:
    """`exact`, `moved`, `changed` or `gone`. The id holds all that is needed, so it never expires."""
    try:
        checked = kb.check_citation(citation_id)
    except UsageError as error:
        raise not_found(str(error)) from None
    made = checked_object(citation_id, checked, snapshot.note(checked.path) if checked.path else None)
    with kb.measuring(params.offset_unit) as measure:
        return JSONResponse(measure.checked(made))
