"""`/mcp` of the service: a real server on loopback, behind the same guard as every route."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from starlette.testclient import TestClient

from api.conftest import FIXTURE, HERE
from api.mcp_client import ERAS, use
from gpukb.kb import KnowledgeBase
from gpukb_api import create_app
from gpukb_api.command import address_of, bind
from gpukb_api.guard import MAX_BODY
from gpukb_api.security import Policy

PATIENCE_S = 300
TOKEN = "correct horse battery staple"
JSON = {"content-type": "application/json", "accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, own_home: Path) -> Path:
    home = tmp_path_factory.mktemp("mcp")
    return Path(shutil.copytree(FIXTURE, home / "vault"))


@contextmanager
def serving(vault: Path, policy: Policy | None = None) -> Iterator[str]:
    """The address of a running service."""
    kb = KnowledgeBase.open(vault, index=vault.parent / "index", vectors=False)
    server = uvicorn.Server(uvicorn.Config(create_app(kb, policy), log_level="error", lifespan="on"))
    with bind("127.0.0.1", 0) as bound:
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[bound])))
        thread.start()
        while thread.is_alive() and not server.started:
            time.sleep(0.01)
        yield f"{address_of(bound)}/mcp"
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def address(opened: Path) -> Iterator[str]:
    with serving(opened) as running:
        yield running


def hello(version: str = "2025-06-18") -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


@pytest.mark.parametrize("era", ERAS)
def test_the_official_client_finds_and_asks(address: str, era: str) -> None:
    async def session(client: Any) -> list[Any]:
        calls = (("search_notes", {"query": "NVLink"}), ("ask", {"question": "Что такое NVLink?"}), ("search", {"query": "NVLink"}))
        return [await client.call_tool(tool, arguments) for tool, arguments in calls]

    search, answer, connector = use(address, session, era)
    assert search.structured_content["items"][0]["note"]["title"] == "NVLink"
    assert answer.structured_content["status"] == "grounded"
    page = connector.structured_content["results"][0]["url"]
    assert httpx2.get(page, timeout=PATIENCE_S).status_code == 200


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_old_clients_get_the_version_they_ask_for_as_json_and_no_session(address: str, version: str) -> None:
    answer = httpx2.post(address, json=hello(version), headers=JSON, timeout=PATIENCE_S)
    assert answer.headers["content-type"] == "application/json"
    assert "mcp-session-id" not in answer.headers
    assert answer.json()["result"]["protocolVersion"] == version
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"host": "LOCALHOST"}, 200),
    ],
)
def test_the_guard_stands_before_it(address: str, headers: dict[str, str], status: int) -> None:
    assert httpx2.post(address, content=json.dumps(hello()), headers={**JSON, **headers}, timeout=PATIENCE_S).status_code == status


def test_a_body_beyond_the_limit_is_refused(address: str) -> None:
    assert httpx2.post(address, content=b" " * (MAX_BODY + 1), headers=JSON, timeout=PATIENCE_S).status_code == 413


def test_there_is_no_stream_to_listen_to(address: str) -> None:
    answer = httpx2.get(address, headers={"accept": "text/event-stream"}, timeout=PATIENCE_S)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["code"] == "method-not-allowed"


def test_a_token_is_asked_for_and_taken(opened: Path) -> None:
    async def tools(address: str) -> int:
        async with (
            httpx2.AsyncClient(headers={"authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE_S) as known,
            Client(streamable_http_client(address, http_client=known)) as client,
        ):
            return len((await client.list_tools()).tools)

    with serving(opened, Policy(token=TOKEN)) as guarded:
        assert httpx2.post(guarded, json=hello(), headers=JSON, timeout=PATIENCE_S).status_code == 401
        assert asyncio.run(tools(guarded)) > 5


def test_before_the_service_runs_it_says_so(client: TestClient) -> None:
    answer = client.post("/mcp", json=hello(), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (503, "not-started")
    assert str(answer.request.url) == f"{HERE}/mcp"
