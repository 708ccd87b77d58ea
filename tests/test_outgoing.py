"""Servers that never end, in each part of an answer. Each gives up after PATIENCE_S and answers well, so that a client that waits fails."""

from __future__ import annotations

import socket
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest

from gpukb.outgoing import TooLongError, open_client

HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
PATIENCE_S = 60
DRIP_S = 0.02
MOST = 1 << 16


@contextmanager
def served(first: bytes, drip: bytes, last: bytes) -> Iterator[str]:
    """The address of a server that sends this, then the same again and again while the client listens, then the end."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(1 << 16)
            try:
                connection.sendall(first)
                end = time.monotonic() + PATIENCE_S
                while time.monotonic() < end and not over.wait(DRIP_S):
                    connection.sendall(drip)
                connection.sendall(last)
            except OSError:  # hung up on
                pass

    thread = threading.Thread(target=serve)
    thread.start()
    with listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        over.set()
        thread.join()


@pytest.mark.parametrize(
    ("first", "drip", "last"),
    [(HEAD + b"X: ", b"x", b"\r\n\r\n"), (HEAD + b"\r\n", b": ping\n\n", b""), (HEAD + b"\r\n", b"", b"")],
    ids=["head", "body", "silence"],
)
def test_an_answer_that_never_ends_is_left_at_its_time(first, drip, last):
    with served(first, drip, last) as url, open_client(MOST, 0.3) as client, pytest.raises(httpx2.ReadTimeout):
        client.get(url)


def test_an_answer_whose_time_is_over_as_it_begins_is_let_go(monkeypatch):
    begin, begun = httpx2.HTTPTransport.handle_request, []

    def too_late(self, request):
        begun.append(begin(self, request))
        request.extensions["trace"].__self__._hang_up()  # as the timer does
        return begun[0]

    monkeypatch.setattr(httpx2.HTTPTransport, "handle_request", too_late)
    with served(HEAD + b"\r\n", b"x", b"") as url, open_client(MOST, PATIENCE_S) as client, pytest.raises(httpx2.ReadTimeout):
        client.get(url)
    assert begun[0].is_closed


def test_an_answer_without_measure_is_not_read_on():
    with served(HEAD + b"\r\n", b"x" * MOST, b"") as url, open_client(MOST, PATIENCE_S) as client, pytest.raises(TooLongError):
        client.get(url)


def test_what_is_packed_is_not_unpacked():
    packed = zlib.compress(bytes(1 << 24))
    address = served(HEAD + b"Content-Encoding: deflate\r\n\r\n", packed, b"")
    with address as url, open_client(1 << 25, PATIENCE_S) as client, pytest.raises(httpx2.DecodingError):
        client.get(url)


def test_an_answer_that_comes_in_time_is_whole():
    with served(HEAD + b"Content-Length: 2\r\n\r\nok", b"", b"") as url, open_client(MOST, PATIENCE_S) as client:
        assert client.get(url).text == "ok"
