"""The bundled weights → a folder that `SentenceTransformer(folder)` loads as it is, in float32: for tuning, or for a GPU."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from gpukb.encoders.e5_folder import FULL, MISSING, cache_home, weights_path, write_settings
from gpukb.encoders.e5_tokenizer import make_tokenizer
from gpukb.encoders.e5_weights import Floats, Weights, read_weights
from gpukb.errors import ModelError

TENSORS = "model.safetensors"
ALIGNMENT = 8  # of the data behind the header, as the format asks

# Parts of a layer: our file's name, BERT's name, rows and columns as names of sizes.
MATRICES = (
    ("q", "attention.self.query", "hidden", "hidden"),
    ("k", "attention.self.key", "hidden", "hidden"),
    ("v", "attention.self.value", "hidden", "hidden"),
    ("ao", "attention.output.dense", "hidden", "hidden"),
    ("fi", "intermediate.dense", "ffn", "hidden"),
    ("fo", "output.dense", "hidden", "ffn"),
)
NORMS = (("aln", "attention.output.LayerNorm"), ("oln", "output.LayerNorm"))


def export_sentence_transformers(folder: Path, cache: Path | None = None) -> Path:
    """The folder, made and filled: settings, tokenizer and float32 weights (470 MB). ModelError when it holds something already."""
    source = weights_path(cache_home() if cache is None else cache)
    if source is None:
        raise ModelError(MISSING)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ModelError(f"{folder} is not empty: name a new folder for the model")
        weights = read_weights(source)
        write_settings(weights, folder)
        make_tokenizer(weights.vocabulary).save(str(folder / FULL), pretty=False)
        write_tensors(folder / TENSORS, dict(bert_tensors(weights)))
    except OSError as error:
        raise ModelError(f"the model cannot be written to {folder}: {error.strerror}") from error
    return folder


def bert_tensors(weights: Weights) -> Iterator[tuple[str, Floats]]:
    """Yield every tensor under the name that a `BertModel` gives it."""
    sizes = weights.sizes
    for ours, theirs, count in (
        ("word", "word", sizes.vocabulary),
        ("pos", "position", sizes.positions),
        ("type", "token_type", sizes.types),
    ):
        yield f"embeddings.{theirs}_embeddings.weight", weights.tensor(f"emb.{ours}", count, sizes.hidden)
    yield from _norm(weights, "emb.ln", "embeddings.LayerNorm")
    for layer in range(sizes.layers):
        target = f"encoder.layer.{layer}"
        for ours, theirs, rows, columns in MATRICES:
            shape = getattr(sizes, rows), getattr(sizes, columns)
            yield f"{target}.{theirs}.weight", weights.tensor(f"l{layer}.{ours}.w", *shape)
            yield f"{target}.{theirs}.bias", weights.tensor(f"l{layer}.{ours}.b", shape[0])
        for ours, theirs in NORMS:
            yield from _norm(weights, f"l{layer}.{ours}", f"{target}.{theirs}")
    # Mean pooling reads no pooler, but a BertModel without one is said to be incomplete at every load.
    yield "pooler.dense.weight", np.zeros((sizes.hidden, sizes.hidden), np.float32)
    yield "pooler.dense.bias", np.zeros(sizes.hidden, np.float32)


def _norm(weights: Weights, ours: str, theirs: str) -> Iterator[tuple[str, Floats]]:
    yield f"{theirs}.weight", weights.tensor(f"{ours}.w", weights.sizes.hidden)
    yield f"{theirs}.bias", weights.tensor(f"{ours}.b", weights.sizes.hidden)


def write_tensors(path: Path, tensors: dict[str, Floats]) -> None:
    """Write a safetensors file: the length of a JSON header, the header, the numbers."""
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    end = 0
    for name, tensor in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [end, end + tensor.nbytes]}
        end += tensor.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for tensor in tensors.values():
            file.write(np.ascontiguousarray(tensor, "<f4").data)
