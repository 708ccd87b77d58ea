"""`/tags`: every tag of the vault with how many notes have it or one below it."""

from __future__ import annotations

from itertools import groupby
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb_api.deps import Snap
from gpukb_api.pages.shell import shell

router = APIRouter(include_in_schema=False)


@router.get("/tags")
def list_tags(request: Request, snapshot: Snap) -> HTMLResponse:
    """The tags in order, those below another beside it."""
    counted = sorted(snapshot.facets().tags, key=lambda one: one[0].casefold())
    tags = [{"name": f"#{tag}", "count": count, "url": f"/search?{urlencode({'tag': tag})}"} for tag, count in counted]
    groups = [list(group) for _, group in groupby(tags, key=lambda tag: tag["name"].partition("/")[0].casefold())]
    return shell(request, "tags.html", groups=groups, count=len(tags))
