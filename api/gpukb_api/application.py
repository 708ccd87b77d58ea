"""Routes, pages, MCP, errors and the wall around them → one FastAPI app."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.routing import APIRoute

from gpukb.kb import KnowledgeBase
from gpukb_api import errors, pages, routes
from gpukb_api.answers import AnswerStore
from gpukb_api.files import AssetIds
from gpukb_api.guard import Guard
from gpukb_api.jobs import Jobs
from gpukb_api.linting import Linter
from gpukb_api.mcp import http
from gpukb_api.metrics import Metrics
from gpukb_api.note_html import NotePages
from gpukb_api.security import Policy
from gpukb_api.stopping import Stopping
from gpukb_api.turns import Turns
from gpukb_api.version import VERSION
from gpukb_api.watching import Listeners

API = "/api/v1"
TITLE = "gpukb"
DESCRIPTION = """Search, read and ask an Obsidian vault; every sentence of an answer cites the exact characters it comes from.

Ranges are half open and count Unicode code points of a note's text as decoded from its file: byte order mark removed, front matter
counted, line ends as they are. So `text[start:end] == quote.exact` in Python. Unknown query parameters are errors; clients ignore
unknown members and unknown values of responses."""


def build(kb: KnowledgeBase, policy: Policy | None = None) -> FastAPI:
    """The service around an opened knowledge base."""
    app = bare()
    app.state.kb = kb
    app.state.run = secrets.token_hex(8)  # what was told by an earlier run may have been configured otherwise
    app.state.metrics = Metrics(kb)
    app.state.answers = AnswerStore(app.state.metrics.answered)
    app.state.turns = Turns(kb.config.user.server.parallel_asks)
    app.state.pages = NotePages()
    app.state.assets = AssetIds()
    app.state.linter = Linter()
    app.state.jobs = Jobs(kb)
    app.state.listeners = Listeners()
    app.state.stopping = Stopping()
    app.add_middleware(Guard, policy=policy or Policy(), answer=errors.refuse, seen=app.state.metrics.seen)
    return app


def bare() -> FastAPI:
    """The routes without a knowledge base: enough to describe them."""
    app = FastAPI(
        title=TITLE,
        version=VERSION,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        generate_unique_id_function=_operation_id,
    )
    errors.install(app)
    for router in routes.V1:
        app.include_router(router, prefix=API)
    for router in (*routes.ROOT, *pages.ROUTERS):
        app.include_router(router)
    app.router.routes.append(http.ROUTE)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    with app.state.stopping.heard():
        async with http.running(app.state.kb, app.state.turns) as app.state.mcp:
            yield
    app.state.kb.close()


def _operation_id(route: APIRoute) -> str:
    return route.name
