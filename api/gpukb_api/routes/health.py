"""`/healthz`, `/readyz`, `/version`: for supervisors and scripts; nothing of the vault is told."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gpukb_api.deps import KB, NoParams
from gpukb_api.version import VERSION

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz(params: NoParams) -> JSONResponse:
    """The process is alive."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz")
def readyz(kb: KB, params: NoParams) -> JSONResponse:
    """Words and links can be searched; vectors may still be on their way."""
    ready = kb.ready
    return JSONResponse({"status": "ready" if ready else "starting"}, 200 if ready else 503)


@router.get("/version")
async def version(params: NoParams) -> JSONResponse:
    """Which gpukb this is."""
    return JSONResponse({"name": "gpukb", "version": VERSION, "api": "v1"})
