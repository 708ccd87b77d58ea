"""Which encoders this run may use, loaded when first needed, and how the index gets their vectors."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gpukb.config import EmbeddingsConfig
from gpukb.errors import ModelError
from gpukb.index import LockedError

if TYPE_CHECKING:
    from gpukb.encoders import Encoder
    from gpukb.encoders.rerank import Reranker
    from gpukb.index import Index, Snapshot

Progress = Callable[[int, int, str], None]


class Encoding:
    """The encoders of one knowledge base. What cannot be loaded is told once, and search goes on without it."""

    def __init__(self, config: EmbeddingsConfig, given: Any, *, wanted: bool, told: list[str]) -> None:  # Any: an Encoder or a model
        self._config = config
        self._given = given
        self._wanted = wanted
        self._told = told
        self._mutex = threading.Lock()
        self._encoders: tuple[Encoder, ...] | None = None
        self._reranker: Reranker | None = None

    def reranker(self) -> Reranker:
        """The configured cross-encoder, loaded once. ModelError: none is configured, or it cannot be loaded."""
        with self._mutex:
            if self._reranker is None:
                name = self._config.reranker
                if not name:
                    raise ModelError("no reranker is configured: set embeddings.reranker to a hub name or a folder")
                from gpukb.encoders.rerank import CrossEncoderReranker  # needs the extra `models`

                self._reranker = CrossEncoderReranker(name)
            return self._reranker

    def encoders(self) -> tuple[Encoder, ...]:
        """All encoders of this run, loaded if need be."""
        with self._mutex:
            if self._encoders is None:
                self._encoders = tuple(self._load()) if self._wanted else ()
            return self._encoders

    def _load(self) -> list[Encoder]:
        from gpukb.encoders import as_encoder, load
        from gpukb.encoders.cache import CachedEncoder, VectorCache
        from gpukb.encoders.e5_folder import cache_home

        if self._given is not None:
            return [as_encoder(self._given)]
        cache = VectorCache(cache_home())
        found: list[Encoder] = []
        wanted = self._config
        for name in wanted.encoders:
            try:
                encoder = load(name, threads=wanted.threads, base_url=wanted.base_url, model=wanted.model, api_key=wanted.api_key)
            except ModelError as error:
                self._told.append(f"no vectors by {name!r}: {error}")
            else:
                found.append(CachedEncoder(encoder, cache))
        return found

    def ready(self, snapshot: Snapshot) -> tuple[Encoder, ...]:
        """The encoders whose vectors the index has: of one that has none yet nothing could be asked."""
        if not self._wanted:
            return ()
        known = {status.encoder for status in snapshot.vector_status() if status.done}
        return tuple(encoder for encoder in self.encoders() if encoder.id in known) if known else ()

    def finish(
        self, index: Index, progress: Progress | None = None, seconds: float | None = None, stop: threading.Event | None = None
    ) -> bool:
        """Make missing vectors until all are there, `stop` is set, or the time is over; whether all are there."""
        ended = stop or threading.Event()
        timer = threading.Timer(seconds, ended.set) if seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            for encoder in self.encoders():
                index.encode(encoder, progress, ended)
        except LockedError as error:
            if error.kept not in self._told and not _complete(index):
                self._told.append(error.kept)
        finally:
            if timer:
                timer.cancel()
        return _complete(index)


def _complete(index: Index) -> bool:
    with index.snapshot() as snapshot:
        return all(status.done >= status.total for status in snapshot.vector_status())
