"""Passages whose sentences have no vectors → those vectors: the last work of an encoder, for finer comparison of the best candidates."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import apsw

from gpukb.index.database import one
from gpukb.index.find_vectors import StoredEncoder
from gpukb.index.packing import pack_sentences
from gpukb.index.rows import PassageRow
from gpukb.index.schema import vector_key
from gpukb.index.status import READABLE, SENTENCED
from gpukb.passages import sentence_texts

if TYPE_CHECKING:
    from gpukb.encoders import Encoder
    from gpukb.index.store import Index

PASSAGES = 16  # encoded and committed at a time: some hundred sentences


def encode_sentences(index: Index, encoder: Encoder, stored: StoredEncoder, stop: threading.Event) -> Iterator[int]:
    """Make what is missing; yields how many passages were done with each batch."""
    with index.snapshot() as snapshot:
        todo = missing_sentences(snapshot.connection, stored.number)
    for start in range(0, len(todo), PASSAGES):
        if stop.is_set():
            return
        yield _encode(index, encoder, stored, todo[start : start + PASSAGES])


def missing_sentences(connection: apsw.Connection, encoder: int) -> list[int]:
    """The passages that lack them, those of the most linked notes first."""
    sql = f"""
      SELECT p.id FROM {READABLE} AND {SENTENCED} AND NOT EXISTS (SELECT 1 FROM vector WHERE key = p.id | ?2)
      ORDER BY (SELECT count(DISTINCT source) FROM link WHERE found = n.id AND NOT derived) DESC, n.id, p.ordinal"""
    remote = one(connection, "SELECT remote FROM encoder WHERE id = ?", encoder)
    return [number for (number,) in connection.execute(sql, (remote, vector_key(encoder, "sentence")))]


def _encode(index: Index, encoder: Encoder, stored: StoredEncoder, wanted: Sequence[int]) -> int:
    with index.snapshot() as snapshot:
        rows = snapshot.passages(wanted)
    texts = [sentence_texts(row.text) for row in rows]
    vectors = encoder.encode_document([text for passage in texts for text in passage])
    with index.writing() as connection:
        at = 0
        for row, sentences in zip(rows, texts, strict=True):
            data = pack_sentences(vectors[at : at + len(sentences)], stored.centre) if sentences else b""
            _write(connection, stored.number, row, data)
            at += len(sentences)
    return len(wanted)


def _write(connection: apsw.Connection, encoder: int, row: PassageRow, data: bytes) -> None:
    if one(connection, "SELECT 1 FROM passage WHERE id = ?", row.number):  # a passage with this number never says anything else
        connection.execute("INSERT OR REPLACE INTO vector VALUES (?,?)", (vector_key(encoder, "sentence", row.number), data))
