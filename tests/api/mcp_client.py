"""The official MCP client, for tests that are not coroutines."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
from mcp import Client
from mcp_types import CallToolResult

T = TypeVar("T")
Use = Callable[[Client], Awaitable[T]]
ERAS = ["legacy", "2026-07-28"]  # the handshake of old clients, and the protocol without one


def use(server: Any, what: Use[T], mode: str = "2026-07-28") -> T:
    """What is done with a client connected to the server."""

    async def connected() -> T:
        async with Client(server, mode=mode, read_timeout_seconds=300) as client:
            return await what(client)

    return anyio.run(connected)


def call(server: Any, tool: str, **arguments: Any) -> CallToolResult:
    """The result of one tool."""
    return use(server, lambda client: client.call_tool(tool, arguments))


def found(server: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured part of a result that is no error."""
    result = call(server, tool, **arguments)
    assert not result.is_error, text_of(result)
    return dict(result.structured_content)


def text_of(result: CallToolResult) -> str:
    return "".join(block.text for block in result.content)


def everything(value: Any) -> str:
    """All that a client receives, as text."""
    return json.dumps(value.model_dump(mode="json"), ensure_ascii=False)
