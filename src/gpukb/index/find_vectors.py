"""Encoders by name, passages by number → stored vectors and their cosines with a query."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import apsw

from gpukb.index.database import rows
from gpukb.index.find_words import numbers
from gpukb.index.packing import sentence_bytes, unpack_sentences, unpack_vectors
from gpukb.index.schema import vector_key, vector_passage

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Vectors

PASSAGES = ("passage", "lead")  # a passage has one or the other


@dataclass(frozen=True, slots=True)
class StoredEncoder:
    """An encoder that the index has vectors of: its number here, and the middle from which they are measured."""

    number: int
    dim: int
    centre: Vectors


def stored_encoder(connection: apsw.Connection, encoder: str) -> StoredEncoder | None:
    """What the index knows of an encoder, None when it has no vectors of it."""
    import numpy as np

    row = connection.execute("SELECT id, dim, centre FROM encoder WHERE name = ?", (encoder,)).fetchone()
    return StoredEncoder(row[0], row[1], np.frombuffer(row[2], "<f4")) if row else None


def vectors(connection: apsw.Connection, encoder: str, kind: str, wanted: Collection[int]) -> dict[int, Vectors]:
    """The stored vectors of those of these passages that have one. A `sentence` entry has one row for each sentence."""
    stored = stored_encoder(connection, encoder)
    if stored is None:
        return {}
    passages, data = _data(connection, stored, kind, wanted)
    if kind == "sentence":
        return {passage: unpack_sentences(packed, stored.centre) for passage, packed in zip(passages, data, strict=True)}
    return dict(zip(passages, unpack_vectors(data, stored.centre), strict=True)) if data else {}


def sentence_cosines(connection: apsw.Connection, encoder: str, vector: Vectors, wanted: Collection[int]) -> dict[int, float]:
    """The greatest cosine among the sentences of each of these passages; a lead's own cosine, since it is one sentence."""
    import numpy as np

    stored = stored_encoder(connection, encoder)
    if stored is None:
        return {}
    passages, data = _data(connection, stored, "sentence", wanted)
    counts = [len(packed) // sentence_bytes(stored.dim) for packed in data]
    having = [(passage, count) for passage, count in zip(passages, counts, strict=True) if count]
    best: dict[int, float] = {}
    if having:
        each = dots(unpack_sentences(b"".join(data), stored.centre), vector)
        starts = np.cumsum([0, *(count for _, count in having[:-1])])
        greatest = np.maximum.reduceat(each, starts).tolist()
        best = {passage: cosine for (passage, _), cosine in zip(having, greatest, strict=True)}
    return best | _cosines(connection, stored, "lead", vector, wanted)


def cosines(connection: apsw.Connection, encoder: str, vector: Vectors, wanted: Collection[int]) -> dict[int, float]:
    """The cosine of each of these passages that has a vector."""
    stored = stored_encoder(connection, encoder)
    if stored is None:
        return {}
    return {passage: cosine for kind in PASSAGES for passage, cosine in _cosines(connection, stored, kind, vector, wanted).items()}


def dots(matrix: Vectors, vector: Vectors) -> Any:  # Any: an array; `Vectors` names rows of components
    """Each row's product with the vector: summed row by row, so that equal rows have equal products wherever they stand."""
    return (matrix * vector).sum(axis=1)


def _cosines(connection: apsw.Connection, stored: StoredEncoder, kind: str, vector: Vectors, wanted: Collection[int]) -> dict[int, float]:
    passages, data = _data(connection, stored, kind, wanted)
    return dict(zip(passages, dots(unpack_vectors(data, stored.centre), vector).tolist(), strict=True)) if data else {}


def _data(connection: apsw.Connection, stored: StoredEncoder, kind: str, wanted: Collection[int]) -> tuple[Sequence[int], Sequence[bytes]]:
    """Those of these passages that have vectors, and what is stored of each."""
    if not len(wanted):
        return [], []
    first = vector_key(stored.number, kind)
    sql = "SELECT key, data FROM vector WHERE key IN (SELECT value FROM carray(?))"
    found = rows(connection, sql, numbers(first | passage for passage in wanted))
    return [vector_passage(key) for key, _ in found], [data for _, data in found]
