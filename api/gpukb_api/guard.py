"""The wall around every route: checks before it, limits the body, adds the headers after it, and turns a mistake of ours into a 500."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping

import anyio
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gpukb_api.limiting import Limiter
from gpukb_api.problems import Problem, request_id
from gpukb_api.security import OPEN_PATHS, Policy, check

MAX_BODY = 1_048_576  # bytes, as sent: far above any question, far below what hurts
BODY_S = 15.0  # that a client may take to send its body
DRAINED = 16 * MAX_BODY  # bytes that are read and dropped so that a client who sends on sees its refusal
SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
LOG = logging.getLogger("gpukb_api")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

Answer = Callable[[HTTPConnection, Problem], Response]
Seen = Callable[[Scope, int, float], None]  # a request, its status and how many seconds it took


class Guard:
    """ASGI middleware that lets a request through or answers it with a problem; `seen` is told of each when it is over."""

    def __init__(self, app: ASGIApp, policy: Policy, answer: Answer, seen: Seen | None = None) -> None:
        self.app = app
        self.policy = policy
        self.answer = answer
        self.seen = seen
        self.limiter = Limiter(policy.per_minute) if policy.per_minute else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)  # lifespan: starting and stopping; there are no web sockets here
            return
        connection, asked, begun = HTTPConnection(scope), scope["method"], time.perf_counter()
        sending = _Sending(send, request_id(connection), bodiless=scope["method"] == "HEAD")
        if asked == "HEAD":
            scope = {**scope, "method": "GET"}  # every GET answers HEAD too; the body is dropped on its way out
        try:
            problem = check(self.policy, connection) or self._limited(connection, sending)
            body = problem or await read_body(connection, receive)
            if isinstance(body, Problem):
                await self.answer(connection, body)(scope, receive, sending)
                return
            await self.app(scope, replay(body, receive), sending)
        except Exception as error:
            if sending.status and _nobody_listens(error):
                LOG.info("request %s: the client left before the end", sending.id)
                return
            LOG.exception("request %s failed", sending.id)
            if sending.status:
                raise
            problem = Problem(500, "internal-error", f"A mistake of ours; the server's log has it under {sending.id}.")
            await self.answer(connection, problem)(scope, receive, sending)
        finally:
            if self.seen is not None:
                self.seen({**scope, "method": asked}, sending.status, time.perf_counter() - begun)

    def _limited(self, connection: HTTPConnection, sending: _Sending) -> Problem | None:
        """The problem of a client that asks too often. A supervisor may ask as often as it likes."""
        if self.limiter is None or connection.scope["path"] in OPEN_PATHS:
            return None
        sending.more, problem = self.limiter.take(connection.client.host if connection.client else "")
        return problem


def _nobody_listens(error: BaseException) -> bool:
    """Whether there was nothing wrong but that parts of a stream had nobody to go to."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(_nobody_listens, error.exceptions))
    return isinstance(error, anyio.BrokenResourceError | anyio.ClosedResourceError)


class _Sending:
    """Sends a response with our headers, and remembers whether it has begun."""

    def __init__(self, send: Send, id: str, *, bodiless: bool = False) -> None:
        self.send = send
        self.id = id
        self.bodiless = bodiless
        self.more: Mapping[str, str] = {}  # headers of this response alone
        self.status = 0  # of the response, once it has begun

    async def __call__(self, message: Message) -> None:
        """Send one message."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in {**HEADERS, **self.more}.items():
                headers.setdefault(name, value)
            headers["X-Request-ID"] = self.id
        elif self.bodiless:
            message = {**message, "body": b""}
        await self.send(message)


async def read_body(connection: HTTPConnection, receive: Receive) -> bytes | Problem:
    """The whole body, or what is wrong with it: larger than allowed, whatever its headers say, or too slow to come."""
    said = connection.headers.get("content-length", "")
    announced = len(said) > len(str(DRAINED)) or (said.isdecimal() and int(said) > MAX_BODY)
    if announced and "expect" in connection.headers:  # this client waits for our word before it sends
        return _too_large()
    body = bytearray()
    size = 0
    try:
        async with asyncio.timeout(BODY_S):
            # Closed over unread bytes, a connection is reset and the refusal lost with it: so what is too much is read, and dropped.
            async for piece in _pieces(receive):
                size += len(piece)
                if size > DRAINED:
                    break
                if size <= MAX_BODY and not announced:
                    body += piece
    except TimeoutError:
        if announced:
            return _too_large()
        return Problem(408, "body-too-slow", f"A body has to come within {BODY_S:g} seconds.", {"Connection": "close"})
    if announced or size > MAX_BODY:
        return _too_large()
    return Problem(422, "invalid-request", "The body holds half a character: a surrogate without its pair.") if _torn(body) else bytes(body)


def _too_large() -> Problem:
    return Problem(413, "body-too-large", f"A body may hold {MAX_BODY} bytes.", {"Connection": "close"})


def _torn(body: bytearray) -> bool:
    """Whether a text of the JSON holds half a surrogate pair, which escapes can write, but no encoding, database or answer."""
    if SURROGATE.search(body) is None:
        return False
    try:
        json.dumps(json.loads(body), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    except (ValueError, RecursionError):  # no JSON: the route says so
        return False
    return False


async def _pieces(receive: Receive) -> AsyncIterator[bytes]:
    more = True
    while more:
        message = await receive()
        more = message.get("more_body", False)
        yield message.get("body", b"")


def replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body once, then what the server says (a client that went away)."""
    given = False

    async def once() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once
