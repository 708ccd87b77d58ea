"""The background work of an opened vault: watching it, and making the vectors that are missing."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from gpukb.errors import GpukbError

if TYPE_CHECKING:
    from gpukb.encoding import Encoding
    from gpukb.index import Index

log = logging.getLogger(__name__)
RETRY_S = 30.0  # before vectors are tried again after a failure: a model server may come back


class Upkeep:
    """Two threads: one applies changes of the vault as they happen, one encodes what has no vector yet."""

    def __init__(self, index: Index, encoding: Encoding) -> None:
        self._index = index
        self._encoding = encoding
        self._stop = threading.Event()
        self._changed = threading.Event()
        self._threads: list[threading.Thread] = []

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
            try:
                watch(self._index, lambda report: self._changed.set(), self._stop)
            except GpukbError as error:
                log.warning("the vault is not watched: %s", error)
                self._stop.wait(RETRY_S)

    def _encode(self) -> None:
        while not self._stop.is_set():
            self._changed.wait()
            self._changed.clear()
            try:
                self._encoding.finish(self._index, stop=self._stop)
            except GpukbError as error:
                log.warning("vectors are not made: %s", error)
                self._stop.wait(RETRY_S)
                self._changed.set()
