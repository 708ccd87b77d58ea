"""What one generation of the index says → a response with an entity tag, and for a stretch of a list the address of the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import Depends, Request
from fastapi.responses import JSONResponse, Response

from gpukb.objects import Object
from gpukb_api.deps import Snap, entity_tag, is_known
from gpukb_api.version import VERSION


class Listing:
    """Answers one request: it says the same as long as generation, address and run are the same."""

    def __init__(self, request: Request, snapshot: Snap) -> None:
        self._request = request
        state, url = request.app.state, request.url
        self._tag = entity_tag(url.path, url.query, snapshot.generation, state.run, VERSION)

    def response(self, make: Callable[[], Object]) -> Response:
        """What `make` gives; 304 without making it where the client has it."""
        headers = {"ETag": self._tag, "Cache-Control": "no-cache", "Vary": "Authorization"}
        if is_known(self._request, self._tag):
            return Response(status_code=304, headers=headers)
        body = make()
        return JSONResponse(body, headers=headers | next_link(self._request, body.get("next_cursor")))


def next_link(request: Request, cursor: str | None) -> dict[str, str]:
    """The header that names the next stretch of a list; none at its end."""
    if cursor is None:
        return {}
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    return {"Link": f'<{quote(request.url.path)}?{urlencode([*kept, ("cursor", cursor)])}>; rel="next"'}


Lists = Annotated[Listing, Depends(Listing)]
