"""When the server is told to end, streams that would go on for ever end first: a server waits for what is open before it stops."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopping:
    """Whether the end was asked for."""

    def __init__(self) -> None:
        self.asked = False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Hear the signals to end, and hand each on to whoever heard it before: uvicorn says nothing to the app until all is closed."""
        self.asked = False
        before = {one: signal.getsignal(one) for one in SIGNALS} if threading.current_thread() is threading.main_thread() else {}

        def handle(number: int, frame: FrameType | None) -> None:
            self.asked = True
            handler = before[signal.Signals(number)]
            if callable(handler):
                handler(number, frame)

        ours = [one for one, handler in before.items() if callable(handler)]
        for one in ours:
            signal.signal(one, handle)
        try:
            yield
        finally:
            self.asked = True
            for one in ours:
                if signal.getsignal(one) is handle:
                    signal.signal(one, before[one])
