"""`gpukb serve`: open the vault, print the address, answer until interrupted."""

from __future__ import annotations

import errno
import os
import socket
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.errors import UsageError

if TYPE_CHECKING:
    from gpukb.kb import KnowledgeBase
    from gpukb_api.security import Policy

STOP_S = 5  # that a request in work may take when the server is told to stop


def serve(
    call: Call,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="The port (8000; 0: any free one).")] = None,
    host: Annotated[str | None, typer.Option("--host", help="The address (127.0.0.1); another one needs GPUKB_TOKEN.")] = None,
    allow_write: Annotated[bool, typer.Option("--allow-write", help="Let clients keep answers as notes of the vault.")] = False,
) -> None:
    """Serve the vault as pages, API and chat. The index is kept current while the server runs.

    Example: gpukb serve --port 8123
    """
    from gpukb_api.security import policy_of

    settings = {"server__port": port, "server__host": host, "server__allow_write": allow_write or None}
    server = call.config(**settings).user.server
    policy = policy_of(server)
    with bind(server.host.strip("[]"), server.port) as bound:  # before the vault is read: a port in use is said at once
        kb = _told_of_index(call, settings)
        call.output.line(f"gpukb serves {kb.vault} at {address_of(bound)}")
        call.output.out.flush()
        _run(kb, policy, bound)


def opened(call: Call, **settings: Any) -> KnowledgeBase:  # Any: values of every kind of setting
    """The knowledge base, words and links current; vectors are made and changes followed while requests are answered."""
    kb = call.open(**settings)
    if kb.config.user.index.sync:
        kb.start()
    return kb


def _told_of_index(call: Call, settings: dict[str, Any]) -> KnowledgeBase:  # Any: as above
    """The knowledge base; where its index is made for the first time, that is said before and after, for it takes a while."""
    from gpukb.index.place import DATABASE

    first = not (call.index_folder() / DATABASE).exists()
    if first:
        call.output.say(f"building the index of {call.vault()}, which is done once")
    kb = opened(call, **settings)
    if first:
        status = kb.status()
        vectors = "; vectors are made while it serves" if kb.config.user.index.vectors else ""
        call.output.say(f"the index is built: {status.notes:,} notes, {status.passages:,} passages{vectors}")
    return kb


def bind(host: str, port: int) -> socket.socket:
    """A socket bound to the address, not yet listening. UsageError when it cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        bound = socket.socket(family, kind, protocol)
    except OSError as error:
        raise UsageError(f"cannot serve at {host}: {error.strerror}") from None
    try:
        if os.name == "posix":  # elsewhere this flag lets two servers share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            raise UsageError(
                f"port {port} of {host} is in use: stop what uses it, or take another with `--port {port + 1}` (`--port 0`: any free one)"
            ) from None
        raise UsageError(f"cannot serve at {host}, port {port}: {error.strerror}") from None
    return bound


def address_of(bound: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = bound.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _run(kb: KnowledgeBase, policy: Policy, bound: socket.socket) -> None:
    import uvicorn  # slow to import, as is all that follows

    from gpukb_api import create_app
    from gpukb_api.patience import PatientProtocol

    config = uvicorn.Config(
        create_app(kb, policy),
        http=PatientProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=STOP_S,
    )
    uvicorn.Server(config).run(sockets=[bound])
