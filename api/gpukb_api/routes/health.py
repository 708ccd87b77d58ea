"""`/healthz`, `/readyz`, `/version`, `/metrics`: for supervisors and scripts; of the vault only numbers are told."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from gpukb_api.deps import KB, NoParams
from gpukb_api.problems import TRY_LATER_S
from gpukb_api.version import VERSION

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz(params: NoParams) -> JSONResponse:
    """The process is alive."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz")
def readyz(kb: KB, params: NoParams) -> JSONResponse:
    """Words and links can be searched; vectors may still be on their way.

    `degraded`: they can, and watching the vault or making vectors fails now; `/api/v1/index` says why.
    """
    if not kb.ready:
        return JSONResponse({"status": "starting"}, 503, {"Retry-After": str(TRY_LATER_S)})
    return JSONResponse({"status": "degraded" if kb.trouble else "ready"})


@router.get("/version")
async def version(params: NoParams) -> JSONResponse:
    """Which gpukb this is."""
    return JSONResponse({"name": "gpukb", "version": VERSION, "api": "v1"})


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(request: Request, params: NoParams) -> Response:
    """Requests by route and status, their seconds, and what the index holds, in Prometheus' text format."""
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4, headers={"Cache-Control": "no-store"})
