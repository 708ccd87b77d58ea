"""The MCP server as the service's `/mcp`: Streamable HTTP, stateless, JSON answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from gpukb_api.guard import MAX_BODY
from gpukb_api.problems import Problem, ProblemError

if TYPE_CHECKING:
    from gpukb.kb import KnowledgeBase
    from gpukb_api.turns import Turns

PATH = "/mcp"


@asynccontextmanager
async def running(kb: KnowledgeBase, turns: Turns) -> AsyncIterator[ASGIApp]:
    """The endpoint, for as long as the service runs.

    The guard has looked at host, origin, token, content type and size before a request comes here, by one policy for all routes. The SDK's
    own list of hosts knows neither ports nor spellings as the guard does, so a second look could only refuse what the first let in.
    """
    from mcp.server.streamable_http_manager import StreamableHTTPASGIApp  # half a second to import, for the running service alone
    from mcp.server.transport_security import TransportSecuritySettings

    from gpukb_api.mcp.server import make_server

    server = make_server(kb, turns)
    server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        max_request_body_size=MAX_BODY,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    async with server.session_manager.run():
        yield StreamableHTTPASGIApp(server.session_manager)


class _Endpoint:
    """Hands a request to the server that runs in this app."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint: ASGIApp | None = getattr(scope["app"].state, "mcp", None)
        if endpoint is None:
            raise ProblemError(Problem(503, "not-started", "The service is not running yet."))
        await endpoint(scope, receive, send)


# No GET: the SDK would hold a stream open on which nothing is ever said. No DELETE: there is no session to end.
ROUTE = Route(PATH, _Endpoint(), methods=["POST"], include_in_schema=False)
