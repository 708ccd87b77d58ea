"""A piece of work that is broken off when it has used so many CPU seconds: how a test meets a hang, since no test is timed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

AMPLE = 20.0  # CPU seconds for what takes a second at most on a quiet machine


class TooLongError(Exception):
    """The work was broken off."""


@contextmanager
def limited(seconds: float = AMPLE) -> Iterator[None]:
    """Break off what would run for ever: a regular expression looks for signals while it works."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
