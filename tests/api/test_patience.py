"""A server on a socket and clients that dawdle."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from gpukb_api import patience
from gpukb_api.patience import PatientProtocol

OURS_S = 120.0  # far more than the server's patience in a test
ASKED = b"GET / HTTP/1.1\r\nhost: localhost\r\n"


async def slow_app(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.sleep(2 * patience.HEAD_S)
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


async def reply_to(*said: bytes) -> bytes:
    """What comes back until the server closes when these bytes are sent one after another."""
    config = uvicorn.Config(slow_app, http=PatientProtocol, ws="none", lifespan="off", log_level="critical")
    config.load()
    state = uvicorn.server.ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: PatientProtocol(config, state, {}), "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        for piece in said:
            with suppress(ConnectionError):  # the server may have let go
                writer.write(piece)
                await writer.drain()
            await asyncio.sleep(0.1)
        try:
            return await asyncio.wait_for(reader.read(20), OURS_S)
        except ConnectionError:
            return b""
        finally:
            writer.close()


@pytest.mark.parametrize("said", [(), (ASKED,), (b"G", b"E", b"T", b" ", b"/")])
def test_a_client_that_does_not_finish_its_headers_is_let_go(said: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEAD_S", 0.3)
    assert asyncio.run(reply_to(*said)) == b""


def test_a_client_waits_for_a_slow_answer_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    def reply(head_s: float) -> bytes:
        monkeypatch.setattr(patience, "HEAD_S", head_s)
        return asyncio.run(reply_to(ASKED + b"\r\n"))

    replies = (reply(head_s) for head_s in (0.3, 3.0, 30.0))  # on a busy machine even a whole head may come too late
    assert any(said.startswith(b"HTTP/1.1 204") for said in replies)
