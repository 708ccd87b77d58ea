"""A client for servers of models: a request is over within its time and its size, whatever the server sends or keeps back.

A timeout of the client's own begins anew with every byte, so a server that sends one now and then would be waited for without end.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import httpx2

CONNECT_S: Final = 10.0
CONNECTED: Final = ("connection.connect_tcp.complete", "connection.start_tls.complete")  # what the client calls these moments


class TooLongError(httpx2.DecodingError):
    """The answer holds more bytes than any good one."""


def open_client(most: int, timeout_s: float) -> httpx2.Client:
    """A client whose requests take at most so many seconds, their answers at most so many bytes. TooLongError, httpx2.ReadTimeout.

    It follows no redirects and takes no proxies from the environment: texts and keys go to the configured address or nowhere.
    """
    headers = {"Accept-Encoding": "identity"}  # a few packed bytes can hold gigabytes
    return httpx2.Client(transport=_Transport(most), follow_redirects=False, trust_env=False, timeout=within(timeout_s), headers=headers)


def within(seconds: float) -> httpx2.Timeout:
    """The timeout of a request that is to be over in so many seconds."""
    return httpx2.Timeout(seconds, connect=min(CONNECT_S, seconds))


class _Transport(httpx2.HTTPTransport):
    """One connection a request, so that it can be hung up. The read timeout of a request is the time of all of it."""

    def __init__(self, most: int) -> None:
        super().__init__(trust_env=False, limits=httpx2.Limits(max_keepalive_connections=0))
        self._most = most

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        line = _Line(request.extensions["timeout"]["read"])
        request.extensions = {**request.extensions, "trace": line.trace}
        response = None
        try:
            with line.held():
                response = super().handle_request(request)
            body = response.stream
            assert isinstance(body, httpx2.SyncByteStream)
            if response.headers.get("content-encoding", "identity") != "identity":
                raise httpx2.DecodingError("the answer is packed, which was not asked for")
        except BaseException:
            line.leave()
            if response is not None:
                response.close()
            raise
        response.stream = _Body(body, line, self._most)
        return response


class _Line:
    """The connection of one request: hung up when its time is over."""

    def __init__(self, seconds: float) -> None:
        self._socket: socket.socket | None = None
        self._over = False
        self._timer = threading.Timer(seconds, self._hang_up)
        self._timer.daemon = True
        self._timer.start()

    def trace(self, event: str, info: dict[str, Any]) -> None:  # Any: whatever a moment has to tell
        """Told by the client of all that it does."""
        if event in CONNECTED:
            self._socket = info["return_value"].get_extra_info("socket")
            if self._over:
                self._hang_up()

    @contextmanager
    def held(self) -> Iterator[None]:
        """What goes wrong in here, or ends, after the time is over does so for that reason."""
        try:
            yield
        except httpx2.TransportError as error:
            if not self._over:
                raise
            raise httpx2.ReadTimeout("the answer took too long") from error
        if self._over:
            raise httpx2.ReadTimeout("the answer took too long")

    def leave(self) -> None:
        """Watch it no more."""
        self._timer.cancel()

    def _hang_up(self) -> None:
        self._over = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


class _Body(httpx2.SyncByteStream):
    """An answer as it comes, up to so many bytes."""

    def __init__(self, body: httpx2.SyncByteStream, line: _Line, most: int) -> None:
        self._body = body
        self._line = line
        self._most = most

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        with self._line.held():
            for piece in self._body:
                size += len(piece)
                if size > self._most:
                    raise TooLongError(f"the answer has more than {self._most >> 20} MiB")
                yield piece

    def close(self) -> None:
        self._line.leave()
        self._body.close()
