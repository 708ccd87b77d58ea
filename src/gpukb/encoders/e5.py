"""The bundled encoder: multilingual-e5-small in int8 on onnxruntime. Texts in, 384 numbers each out; offline, no torch."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpukb.encoders.e5_folder import FAST, FAST_IDS, FULL, GRAPH, ID, MISSING, PROMPTS, weights_path, write_folder
from gpukb.encoders.encoder import clean
from gpukb.encoders.folder import cache_home, is_whole, model_folder, open_folder
from gpukb.encoders.runtime import default_threads, encode_tokens, open_both, open_tokenizer
from gpukb.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gpukb.encoders.encoder import Vectors

DIM = 384
MAX_TOKENS = 512  # the model's positions
MAX_CHARACTERS = 20_000  # more than 512 tokens of the longest pieces (16 characters): the rest of a huge text is not worth reading
BATCH_TOKENS = 512  # a batch's activations stay in the caches: a quarter less CPU time than with 4096
SLICE = 2048  # texts tokenised at a time, so that memory does not follow the length of the list
PAD = 1
SPECIAL = re.compile(r"<(?=/?s>|pad>|unk>|mask>)")  # HTML's <s>, say, is text here and not the model's sign


class E5:
    """multilingual-e5-small. Made at once; the model is loaded with the first text or by `load()`. Safe for several threads."""

    id = ID
    dim = DIM

    def __init__(self, cache: Path | None = None, threads: int = 0) -> None:
        self._cache = cache_home() if cache is None else cache
        self._threads = threads or default_threads()
        self._lock = threading.Lock()
        self._model: _Model | None = None
        if not is_whole(model_folder(self._cache, ID)) and weights_path(self._cache) is None:
            raise ModelError(MISSING)

    def load(self) -> _Model:
        """The loaded model; made first if this is the first time on this machine."""
        with self._lock:
            if self._model is None:
                folder = model_folder(self._cache, ID)
                self._model = open_folder(folder, lambda place: write_folder(self._cache, place), lambda made: _Model(made, self._threads))
            return self._model

    def encode_query(self, texts: Sequence[str]) -> Vectors:
        """The vectors of questions."""
        return self._encode(texts, PROMPTS["query"])

    def encode_document(self, texts: Sequence[str]) -> Vectors:
        """The vectors of passages."""
        return self._encode(texts, PROMPTS["document"])

    def _encode(self, texts: Sequence[str], prompt: str) -> Vectors:
        import numpy as np

        vectors = np.zeros((len(texts), DIM), np.float32)
        for start in range(0, len(texts), SLICE):
            part = texts[start : start + SLICE]
            self.load().encode([prompt + _prepared(text) for text in part], vectors[start : start + SLICE])
        return vectors


def _prepared(text: str) -> str:
    return SPECIAL.sub("< ", clean(text[:MAX_CHARACTERS]))


class _Model:
    """An opened folder: session and tokenizers."""

    def __init__(self, folder: Path, threads: int) -> None:
        import numpy as np

        self._session, self._fast = open_both(folder / GRAPH, folder / FAST, threads, MAX_TOKENS)
        self._ids: NDArray[np.int32] = np.load(folder / FAST_IDS)
        self._full_path = folder / FULL
        self._full: Any = None  # Any: a tokenizer, loaded with the first text that needs it
        self._lock = threading.Lock()

    def encode(self, texts: list[str], vectors: Vectors) -> None:
        """Write the texts' vectors into the rows."""
        encode_tokens(self._session, self.tokenize(texts), vectors, pad=PAD, budget=BATCH_TOKENS)

    def tokenize(self, texts: list[str]) -> list[Sequence[int]]:
        """The tokens of each text, numbered as in the full vocabulary."""
        from gpukb.encoders.e5_tokenizer import needs_full

        tokens: list[Sequence[int]] = [self._ids[encoding.ids] for encoding in self._fast.encode_batch_fast(texts)]
        rare = [place for place, text in enumerate(texts) if needs_full(text)]
        if rare:
            for place, encoding in zip(rare, self._full_tokenizer().encode_batch_fast([texts[i] for i in rare]), strict=True):
                tokens[place] = encoding.ids
        return tokens

    def _full_tokenizer(self) -> Any:  # Any: as above
        with self._lock:
            if self._full is None:
                self._full = open_tokenizer(self._full_path, MAX_TOKENS)
            return self._full
