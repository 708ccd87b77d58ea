"""`/static/…`: our own files. `/assets/{id}`: the vault's pictures and attachments, by id alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response, StreamingResponse

from gpukb_api.deps import KB, Assets, Snap, entity_tag, is_known
from gpukb_api.files import OTHER, PICTURES, open_inside, suffix_of
from gpukb_api.pages.templates import STATIC, YEAR_S
from gpukb_api.problems import not_found

router = APIRouter(include_in_schema=False)
OURS = {"style.css": "text/css", "icon.svg": "image/svg+xml"}
CHUNK = 65_536
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"  # an SVG opened by itself may style itself and do nothing else


@router.get("/static/{name}")
def read_static(name: str) -> Response:
    """A file of ours. Its address changes with it, so it may be kept."""
    if name not in OURS:
        raise not_found("There is no such file.")
    return FileResponse(STATIC / name, media_type=OURS[name], headers={"Cache-Control": f"public, max-age={YEAR_S}, immutable"})


@router.get("/favicon.ico")
def read_icon() -> Response:
    """The icon, for browsers that ask by this name."""
    return read_static("icon.svg")


@router.get("/assets/{asset_id}")
def read_asset(request: Request, kb: KB, snapshot: Snap, assets: Assets, asset_id: str) -> Response:
    """An attachment that a note of the vault links to: what only private notes show is not served."""
    path = assets.paths(snapshot).get(asset_id)
    opened = open_inside(kb.vault, path) if path and snapshot.links_to(path) else None
    if path is None or opened is None:
        raise not_found("There is no such file.")
    kind = PICTURES.get(suffix_of(path), OTHER)
    stat = os.fstat(opened.fileno())
    tag = entity_tag(path, stat.st_size, stat.st_mtime_ns)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Content-Security-Policy": SANDBOX}
    if kind == OTHER:
        headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(path.rpartition('/')[2], safe='')}"
    if is_known(request, tag):
        opened.close()
        return Response(status_code=304, headers=headers)
    return StreamingResponse(_chunks(opened), media_type=kind, headers=headers)


def _chunks(opened: BinaryIO) -> Iterator[bytes]:
    with opened:
        while piece := opened.read(CHUNK):
            yield piece
