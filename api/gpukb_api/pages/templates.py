"""A template's name and its values → an HTML response. Autoescape is on for everything; only the renderer's own HTML is `Markup`."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from gpukb_api.pages.ui import COOKIE, TONGUES, WEB, ui_for

STATIC = WEB / "static"
YEAR_S = 31_536_000
VERSION_DIGITS = 10


@cache
def environment() -> Environment:
    """Our templates. A value that is not there is an error, not an empty place."""
    made = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.globals["static"] = static_url
    made.globals["tongues"] = list(TONGUES.items())
    return made


@cache
def static_url(name: str) -> str:
    """The address of a file of ours; it changes with the file, so browsers may keep it."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:VERSION_DIGITS]
    return f"/static/{name}?v={digest}"


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:  # Any: what a template shows
    """A page in the reader's language."""
    ui = ui_for(request)
    html = (
        environment()
        .get_template(template)
        .render(
            ui=ui,
            path=request.scope["path"],
            in_tongue=lambda code: in_tongue(request, code),
            **{"q": "", **values},
        )
    )
    headers = {"Content-Language": ui.lang, "Vary": "Accept-Language, Cookie", "Cache-Control": "no-cache"}
    response = HTMLResponse(html, status, headers)
    if request.query_params.get("ui") in TONGUES:
        response.set_cookie(COOKIE, ui.lang, max_age=YEAR_S, httponly=True, samesite="lax")
    return response


def in_tongue(request: Request, lang: str) -> str:
    """The address of the same page in another language."""
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "ui"]
    return f"{quote(request.scope['path'])}?{urlencode([*kept, ('ui', lang)])}"
