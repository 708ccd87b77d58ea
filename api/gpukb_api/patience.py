"""uvicorn's HTTP/1.1 with a limit on how long a client may take to send a request's head. The body's limit is the guard's."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 15.0  # from the connection, or the first byte of a later request, to the end of the headers


class PatientProtocol(H11Protocol):
    """Closes a connection that holds a place and asks nothing."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn narrows it
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Go on waiting until a request is at work."""
        self._wait()
        super().data_received(data)
        if self._at_work():
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _at_work(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        if self._waiting is None and not self._at_work():
            self._waiting = self.loop.call_later(HEAD_S, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if not self._at_work():
            self.transport.close()
