"""A knowledge base → the MCP server around it, not yet connected to anything."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from mcp.server import MCPServer
from mcp.server.caching import CacheHint
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import ValidationError
from pydantic.json_schema import GenerateJsonSchema

from gpukb.kb import KnowledgeBase
from gpukb_api.mcp.arguments import wrong_arguments
from gpukb_api.mcp.prompts import PROMPTS
from gpukb_api.mcp.reply import Served, telling
from gpukb_api.mcp.resources import INDEX, TEMPLATES, vault_index
from gpukb_api.mcp.texts import INSTRUCTIONS
from gpukb_api.mcp.tools import TOOLS
from gpukb_api.turns import Turns
from gpukb_api.version import VERSION

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
LISTS_KEPT = CacheHint(ttl_ms=3_600_000)  # what there is to call does not change while the server runs


def make_server(kb: KnowledgeBase, turns: Turns | None = None) -> MCPServer[Served]:
    """The server. It neither opens nor closes the knowledge base. `turns`: of the service that it is a part of, if it is."""
    served = Served(kb, turns or Turns(kb.config.user.server.parallel_asks))

    @asynccontextmanager
    async def lifespan(_: MCPServer[Served]) -> AsyncIterator[Served]:
        yield served

    with _root_logger_kept():
        server = MCPServer(
            "gpukb",
            title=f"gpukb: {kb.name}",
            instructions=INSTRUCTIONS,
            version=VERSION,
            tools=[as_tool(function) for function in TOOLS],
            lifespan=lifespan,
            cache_hints=dict.fromkeys(("tools/list", "prompts/list", "resources/templates/list"), LISTS_KEPT),
            subscriptions=False,
        )
    for address in TEMPLATES:
        server.resource(address.uri, mime_type=address.media_type)(address.read)
    server.resource(INDEX, name=vault_index.__name__, description=vault_index.__doc__, mime_type="text/plain")(lambda: vault_index(kb))
    for prompt in PROMPTS:
        server.prompt()(prompt)
    return server


def as_tool(function: Callable[..., CallToolResult]) -> Tool:
    """The tool that this function is. An argument it does not know is an error, since a misspelt filter would find too much."""
    tool = _Tool.from_function(telling(function), annotations=READS, structured_output=False)
    model = tool.fn_metadata.arg_model
    model.model_config["extra"] = "forbid"
    model.model_rebuild(force=True)
    tool.parameters = model.model_json_schema(by_alias=True, schema_generator=_Untitled)
    tool.parameters.pop("title")
    return tool


class _Tool(Tool):
    """A tool that says in words what is wrong with its arguments."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:  # Any: as in the SDK
        """The tool's result. ToolError: the arguments are not those of its schema."""
        try:
            self.fn_metadata.validate_arguments(arguments)
        except ValidationError as error:
            raise ToolError(f"{self.name}: {wrong_arguments(error, self.parameters['properties'])}") from error
        return await super().run(arguments, context, convert_result)


class _Untitled(GenerateJsonSchema):
    """A schema whose members have no titles: they repeat the names, and every client's model pays for them."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # Any: a schema of pydantic's core
        """Never."""
        return False


@contextmanager
def _root_logger_kept() -> Iterator[None]:
    """The SDK gives the root logger a handler and a level of its own, for all of the process: put back what was there."""
    root, ours = logging.getLogger(), logging.getLogger("mcp")
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    ours.setLevel(logging.WARNING)  # below that it tells what clients ask
