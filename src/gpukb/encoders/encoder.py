"""What an encoder is: texts in, unit vectors out. Other objects with the methods of a `SentenceTransformer` are adapted to it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from gpukb.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

SURROGATES = re.compile("[\ud800-\udfff]")
TINY = 1e-12  # a vector shorter than this has no direction
PROBE = "gpukb"  # a text whose vector tells the dimension
SAMPLE = 256  # numbers of each weight that go into a model's fingerprint: tuning touches them all


@runtime_checkable
class Encoder(Protocol):
    """Texts → float32[n, dim] of unit length. `id` names model, version and precision: vectors of one id may be compared."""

    @property
    def id(self) -> str:
        """What the index stores beside the vectors."""

    @property
    def dim(self) -> int:
        """The length of a vector."""

    def encode_query(self, texts: Sequence[str]) -> Vectors:
        """The vectors of questions."""

    def encode_document(self, texts: Sequence[str]) -> Vectors:
        """The vectors of passages."""


def clean(text: str) -> str:
    """The text as UTF-8 can hold it: a lone surrogate becomes U+FFFD."""
    return text if text.isascii() else SURROGATES.sub("\ufffd", text)


def unit(vectors: Any) -> Vectors:  # Any: what models return: lists, arrays, tensors
    """The vectors as float32 of unit length; one without a direction stays zero."""
    import numpy as np

    array = np.asarray(vectors, dtype=np.float32)
    if not np.isfinite(array).all():
        raise ModelError("the encoder gave a vector that is not finite")
    length = np.linalg.norm(array, axis=-1, keepdims=True)
    return np.ascontiguousarray(array / np.maximum(length, TINY))


def as_encoder(model: Any) -> Encoder:  # Any: whatever a caller has that can encode
    """The object itself if it is an encoder, else an adapter around its `encode_query` and `encode_document`."""
    if isinstance(model, Encoder) and isinstance(model.id, str) and isinstance(model.dim, int):
        return model
    for method in ("encode_query", "encode_document"):
        if not callable(getattr(model, method, None)):
            raise ModelError(f"{type(model).__name__} is no encoder: it has no method {method}(texts)")
    return _Adapted(model)


class _Adapted:
    """Another object's vectors under our protocol."""

    def __init__(self, model: Any) -> None:  # Any: see as_encoder
        self._model = model
        probe = unit(model.encode_document([PROBE]))
        self.dim = int(probe.shape[-1])
        self.id = f"{_name(model)}@{_fingerprint(model, probe)}"

    def encode_query(self, texts: Sequence[str]) -> Vectors:
        return self._encode(self._model.encode_query, texts)

    def encode_document(self, texts: Sequence[str]) -> Vectors:
        return self._encode(self._model.encode_document, texts)

    def _encode(self, encode: Any, texts: Sequence[str]) -> Vectors:  # Any: a method of the model
        import numpy as np

        if not texts:
            return np.zeros((0, self.dim), np.float32)
        vectors = unit(encode([clean(text) for text in texts]))
        if vectors.shape != (len(texts), self.dim):
            raise ModelError(f"{self.id} gave vectors of shape {vectors.shape} for {len(texts)} texts")
        return vectors


def _name(model: Any) -> str:  # Any: see as_encoder
    """What the model calls itself: its `id`, the name in its model card, where its transformer came from, else its class."""
    card, inner = getattr(model, "model_card_data", None), getattr(model, "transformers_model", None)
    names = (getattr(model, "id", None), getattr(card, "model_id", None), getattr(inner, "name_or_path", None))
    named = next((name for name in names if isinstance(name, str) and name), type(model).__name__)
    return named.rstrip("/").rsplit("/", 1)[-1]


def _fingerprint(model: Any, probe: Vectors) -> str:  # Any: see as_encoder
    """Twelve hex digits over what changes the vectors: weights, prompts, lengths."""
    settings = {key: getattr(model, key, None) for key in ("prompts", "default_prompt_name", "max_seq_length", "truncate_dim")}
    digest = hashlib.sha256(repr(settings).encode())
    if callable(getattr(model, "state_dict", None)):
        for name, tensor in model.state_dict().items():
            values = tensor.detach().flatten()
            some = values[:: max(1, len(values) // SAMPLE)].float().cpu().numpy()
            digest.update(f"{name} {tuple(tensor.shape)}".encode() + some.tobytes())
    else:
        # Rounded, so that another machine's last bit does not make another model of it.
        digest.update((probe.round(1) + 0.0).tobytes())
    return digest.hexdigest()[:12]
