"""The background work of an opened vault: watching it, and making the vectors that are missing."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gpukb.errors import GpukbError

if TYPE_CHECKING:
    from gpukb.encoding import Encoding
    from gpukb.index import Index
    from gpukb.index.sync import SyncReport

log = logging.getLogger(__name__)
RETRY_S = 5.0  # before work that failed is tried again: a model server may come back, a note may be mended


class Upkeep:
    """Two threads: one applies changes of the vault as they happen, one encodes what has no vector yet."""

    def __init__(self, index: Index, encoding: Encoding) -> None:
        self._index = index
        self._encoding = encoding
        self._stop = threading.Event()
        self._changed = threading.Event()
        self._threads: list[threading.Thread] = []
        self.trouble: dict[str, str] = {}  # what does not work now, by what it is: `watch`, `vectors`

    def start(self) -> None:
        """Begin."""
        self._changed.set()
        for work in (self._watch, self._encode):
            thread = threading.Thread(target=work, name=f"gpukb-{work.__name__.strip('_')}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """End, after the step in work."""
        self._stop.set()
        self._changed.set()
        for thread in self._threads:
            thread.join(timeout=30)

    def _watch(self) -> None:
        from gpukb.index.watch import watch  # watchfiles loads with it

        while not self._stop.is_set():
            with self._surviving("watch"):
                watch(self._index, self._took, self._stop)

    def _took(self, report: SyncReport) -> None:
        self.trouble.pop("watch", None)
        self._changed.set()

    def _encode(self) -> None:
        while not self._stop.is_set():
            self._changed.wait()
            self._changed.clear()
            with self._surviving("vectors"):
                self._encoding.finish(self._index, stop=self._stop)
                self.trouble.pop("vectors", None)

    @contextmanager
    def _surviving(self, what: str) -> Iterator[None]:
        """Whatever goes wrong is told, and tried again later: a thread that died would leave the index behind for good."""
        try:
            yield
        except Exception as error:
            self.trouble[what] = str(error) or type(error).__name__
            log.warning("%s: %s", what, error, exc_info=not isinstance(error, GpukbError))
            self._stop.wait(RETRY_S)
            self._changed.set()
