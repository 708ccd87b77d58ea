"""What a tool found → the result that its client reads: structured for programs, and the same as fenced text for models that read text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent

from gpukb.errors import GpukbError
from gpukb.kb import KnowledgeBase
from gpukb.objects import Object
from gpukb_api.mcp.texts import NOTICE, fenced
from gpukb_api.problems import ProblemError
from gpukb_api.turns import Turns


@dataclass(frozen=True, slots=True)
class Served:
    """What a server is made around."""

    kb: KnowledgeBase
    turns: Turns


Ctx = Context[Served, Any]  # Any: the HTTP request, or nothing over stdio
P = ParamSpec("P")


def kb_of(ctx: Ctx) -> KnowledgeBase:
    """The knowledge base that the server was made for."""
    return ctx.request_context.lifespan_context.kb


def turns_of(ctx: Ctx) -> Turns:
    """The turns of answering, shared with whoever else asks this service."""
    return ctx.request_context.lifespan_context.turns


def reply(text: str, structured: Object) -> CallToolResult:
    """The result of a tool."""
    return CallToolResult(content=[TextContent(text=fenced(text))], structured_content={**structured, "notice": NOTICE})


def telling(tool: Callable[P, CallToolResult]) -> Callable[P, CallToolResult]:
    """The tool, telling the model of errors that it can act on. A mistake of ours is logged and told without its text."""

    @wraps(tool)
    def told(*args: P.args, **kwargs: P.kwargs) -> CallToolResult:
        try:
            return tool(*args, **kwargs)
        except GpukbError as error:
            raise ToolError(str(error)) from error
        except ProblemError as error:
            raise ToolError(error.problem.detail) from error

    return told
