"""A wish to stop, set by one thread and heard by another, also while that one waits for a server."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Lock


class Stop:
    """Set once. What was given to `on` is called then, or at once when it is set already."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._set = False
        self._calls: list[Callable[[], object]] = []

    @property
    def is_set(self) -> bool:
        """Whether somebody wants an end."""
        return self._set

    def on(self, call: Callable[[], object]) -> None:
        """Call this when it is time to stop."""
        with self._lock:
            if not self._set:
                self._calls.append(call)
                return
        call()

    def set(self) -> None:
        """Ask for an end."""
        with self._lock:
            self._set = True
            calls, self._calls = self._calls, []
        for call in calls:
            with suppress(Exception):  # closing what is closed already
                call()
