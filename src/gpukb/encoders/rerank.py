"""A cross-encoder: a question and passages in, a score for each out. Needs the extra `models`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from gpukb.encoders.encoder import clean
from gpukb.encoders.sentence_transformers import open_model
from gpukb.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH = 16


class Reranker(Protocol):
    """What reads a question and a passage together."""

    @property
    def id(self) -> str:
        """The model's name."""

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """How well each text answers, in the order of the texts."""


class CrossEncoderReranker:
    """A sentence-transformers `CrossEncoder`, by hub name or folder."""

    def __init__(self, name: str, *, device: str | None = None, max_tokens: int | None = None) -> None:
        self._model: Any = open_model("CrossEncoder", name, device=device, max_length=max_tokens)  # Any: torch is not imported here
        if self._model.num_labels != 1:
            raise ModelError(f"{name} gives {self._model.num_labels} numbers for a pair; a reranker gives one")
        self.id = name.rstrip("/").rsplit("/", 1)[-1]

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """How well each text answers, in the order of the texts."""
        import numpy as np

        if not texts:
            return np.zeros(0, np.float32)
        pairs = [(clean(query), clean(text)) for text in texts]
        return np.asarray(self._model.predict(pairs, batch_size=BATCH, show_progress_bar=False), dtype=np.float32)
