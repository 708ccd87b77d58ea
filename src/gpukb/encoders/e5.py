"""The bundled encoder: multilingual-e5-small in int8 on onnxruntime. Texts in, 384 numbers each out; offline, no torch."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpukb.encoders.batches import batches
from gpukb.encoders.e5_folder import FAST, FAST_IDS, FULL, GRAPH, ID, MISSING, PROMPTS, cache_home, ensure_folder, is_whole, weights_path
from gpukb.encoders.encoder import clean
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
        self._threads = threads or os.cpu_count() or 1
        self._lock = threading.Lock()
        self._model: _Model | None = None
        if not is_whole(self._cache / "encoders" / ID) and weights_path(self._cache) is None:
            raise ModelError(MISSING)

    def load(self) -> _Model:
        """The loaded model; made first if this is the first time on this machine."""
        with self._lock:
            if self._model is None:
                self._model = _open(self._cache, self._threads)
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


def _open(cache: Path, threads: int) -> _Model:
    folder = ensure_folder(cache)
    try:
        return _Model(folder, threads)
    except Exception:  # whatever onnxruntime or tokenizers say about damaged bytes: made again once, then told
        folder = ensure_folder(cache, rebuild=True)
        return _Model(folder, threads)


class _Model:
    """An opened folder: session and tokenizers."""

    def __init__(self, folder: Path, threads: int) -> None:
        import numpy as np
        from tokenizers import Tokenizer

        from gpukb.encoders.runtime import open_session

        self._full_path = folder / FULL
        self._full: Tokenizer | None = None
        self._lock = threading.Lock()
        # The graph and the vocabulary take about as long as each other, so they are read side by side.
        with ThreadPoolExecutor(1) as pool:
            session = pool.submit(open_session, folder / GRAPH, threads)
            self._fast = _tokenizer(folder / FAST)
            self._ids: NDArray[np.int32] = np.load(folder / FAST_IDS)
            self._session = session.result()

    def encode(self, texts: list[str], vectors: Vectors) -> None:
        """Write the texts' vectors into the rows."""
        import numpy as np

        tokens = self.tokenize(texts)
        for batch in batches([len(t) for t in tokens], BATCH_TOKENS):
            width = max(len(tokens[i]) for i in batch)
            ids = np.full((len(batch), width), PAD, np.int64)
            mask = np.zeros((len(batch), width), np.int64)
            for row, place in enumerate(batch):
                ids[row, : len(tokens[place])] = tokens[place]
                mask[row, : len(tokens[place])] = 1
            vectors[batch] = self._session.run(None, {"input_ids": ids, "attention_mask": mask})[0]

    def tokenize(self, texts: list[str]) -> list[NDArray[np.int32]]:
        """The tokens of each text, numbered as in the full vocabulary."""
        import numpy as np

        from gpukb.encoders.e5_tokenizer import needs_full

        rare = [i for i, text in enumerate(texts) if needs_full(text)]
        tokens = [self._ids[encoding.ids] for encoding in self._fast.encode_batch_fast(texts)]
        for place, encoding in zip(rare, self._full_tokenizer().encode_batch_fast([texts[i] for i in rare]) if rare else (), strict=True):
            tokens[place] = np.array(encoding.ids, np.int32)
        return tokens

    def _full_tokenizer(self) -> Any:  # Any: tokenizers is not imported before it is needed
        with self._lock:
            if self._full is None:
                self._full = _tokenizer(self._full_path)
            return self._full


def _tokenizer(path: Path) -> Any:  # Any: tokenizers is not imported before it is needed
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer
