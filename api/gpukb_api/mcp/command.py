"""`gpukb mcp`: open the vault, and serve a model over stdin and stdout until the client goes."""

from __future__ import annotations

from gpukb.cli.call import Call


def mcp(call: Call) -> None:
    """Serve the vault to a model over stdin and stdout (MCP). `gpukb serve` does the same at /mcp over HTTP.

    Example: claude mcp add notes -- gpukb mcp --vault ~/Notes
    """
    import anyio  # slow to import, as is all that follows

    from gpukb_api.command import opened
    from gpukb_api.mcp.server import make_server

    with opened(call) as kb:
        anyio.run(make_server(kb).run_stdio_async)
