"""Encoders by name, passages by number → stored vectors and their cosines with a query."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import apsw

from gpukb.index.database import rows
from gpukb.index.find_words import numbers
from gpukb.index.packing import unpack_sentences, unpack_vectors
from gpukb.index.schema import vector_key, vector_passage

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Vectors

PASSAGES = ("passage", "lead")  # a passage has one or the other


def encoder_row(connection: apsw.Connection, encoder: str) -> tuple[int, int] | None:
    """Number and dimension of an encoder that the index has vectors of."""
    row = connection.execute("SELECT id, dim FROM encoder WHERE name = ?", (encoder,)).fetchone()
    return (row[0], row[1]) if row else None


def vectors(connection: apsw.Connection, encoder: str, kind: str, wanted: Collection[int]) -> dict[int, Vectors]:
    """The stored vectors of those of these passages that have one. A `sentence` entry has one row for each sentence."""
    row = encoder_row(connection, encoder)
    if row is None or not len(wanted):
        return {}
    number, dim = row
    first = vector_key(number, kind)
    found = rows(connection, "SELECT key, data FROM vector WHERE key IN (SELECT value FROM carray(?))", numbers(first | p for p in wanted))
    if kind == "sentence":
        return {vector_passage(key): unpack_sentences(data, dim) for key, data in found}
    if not found:
        return {}
    unpacked = unpack_vectors([data for _, data in found], dim)
    return {vector_passage(key): vector for (key, _), vector in zip(found, unpacked, strict=True)}


def sentence_cosines(connection: apsw.Connection, encoder: str, vector: Vectors, wanted: Collection[int]) -> dict[int, float]:
    """The greatest cosine among the sentences of each of these passages; a lead's own cosine, since it is one sentence."""
    stored = vectors(connection, encoder, "sentence", wanted)
    best = {passage: float((sentences @ vector).max()) for passage, sentences in stored.items() if len(sentences)}
    return best | {passage: float(row @ vector) for passage, row in vectors(connection, encoder, "lead", wanted).items()}


def cosines(connection: apsw.Connection, encoder: str, vector: Vectors, wanted: Collection[int]) -> dict[int, float]:
    """The cosine of each of these passages that has a vector."""
    found: dict[int, float] = {}
    for kind in PASSAGES:
        stored = vectors(connection, encoder, kind, wanted)
        found |= {passage: float(row @ vector) for passage, row in stored.items()}
    return found
