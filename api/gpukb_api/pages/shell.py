"""What every page shows around its own part: the vault's name and the state of the index."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from gpukb.kb import KnowledgeBase
from gpukb.objects import status_object
from gpukb_api.pages.templates import page


def shell(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:  # Any: what a template shows
    """A page of the reader."""
    kb: KnowledgeBase = request.app.state.kb
    return page(request, template, status=status, vault_name=kb.name, index=status_object(kb.status()), **values)
