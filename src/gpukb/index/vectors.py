"""Passages without a vector → their vectors, in the background: leads first, then the passages of the most linked notes, then the rest."""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import apsw

from gpukb.encoders.centre import centre_of
from gpukb.index.database import one, rows
from gpukb.index.find_vectors import StoredEncoder, stored_encoder
from gpukb.index.packing import pack_vectors
from gpukb.index.rows import PassageRow
from gpukb.index.schema import VECTOR_KINDS, vector_key, vector_keys
from gpukb.index.sentence_vectors import encode_sentences, missing_sentences
from gpukb.index.status import READABLE
from gpukb.index.vector_scan import Scan
from gpukb.index.write_words import meaning, sense

if TYPE_CHECKING:
    from gpukb.encoders import Encoder
    from gpukb.encoders.encoder import Vectors
    from gpukb.index.store import Index
    from gpukb.index.sync import Progress

BATCH = 64  # texts encoded and committed at a time: some two seconds of e5 on two cores, lost when it is killed
CHANGES_KEPT = 2_000  # newest entries of the change log; a scan in memory that is further behind is read anew


def encode_missing(index: Index, encoder: Encoder, progress: Progress | None, stop: threading.Event) -> int:
    """Make the vectors that this encoder owes; how many were made before all were there or `stop` was set."""
    what = f"vectors {encoder.id}"
    made = 0
    stored = _registered(index, encoder)
    while not stop.is_set():
        with index.snapshot() as snapshot:
            todo = missing(snapshot.connection, stored.number)
            total = count_readable(snapshot.connection, stored.number)
        if not todo:
            break
        done = total - len(todo)
        before = made
        for start in range(0, len(todo), BATCH):
            if stop.is_set():
                break
            wanted = todo[start : start + BATCH]
            made += _encode_batch(index, encoder, stored, wanted)
            if progress:
                progress(min(done + start + len(wanted), total), total, what)
        if made == before:  # what is left cannot be had now: its notes change faster than they are read
            break
    _keep_scans(index, encoder, stored)
    return made + _make_sentences(index, encoder, stored, progress, stop)


def _make_sentences(index: Index, encoder: Encoder, stored: StoredEncoder, progress: Progress | None, stop: threading.Event) -> int:
    with index.snapshot() as snapshot:
        total = len(missing_sentences(snapshot.connection, stored.number))
    made = 0
    for count in encode_sentences(index, encoder, stored, stop):
        made += count
        if progress:
            progress(min(made, total), total, f"sentences {encoder.id}")
    return made


def _registered(index: Index, encoder: Encoder) -> StoredEncoder:
    """The encoder as the index knows it, registered when it is new: only then does the index change.

    One of the same name with another dimension is another encoder: its vectors are dropped.
    """
    with index.snapshot() as snapshot:
        stored = stored_encoder(snapshot.connection, encoder.id)
    if stored and stored.dim == encoder.dim:
        return stored
    centre = centre_of(encoder)
    with index.writing() as connection:
        if stored:
            _drop(connection, stored.number)
        last = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'vector_change'), 0)"  # what was before is another encoder's
        sql = f"INSERT INTO encoder (name, dim, remote, centre, forgotten) VALUES (?,?,?,?,{last}) RETURNING id"
        number = one(connection, sql, encoder.id, encoder.dim, is_remote(encoder), centre.astype("<f4").tobytes())
    return StoredEncoder(int(number), encoder.dim, centre)


def is_remote(encoder: Encoder) -> bool:
    """Whether texts leave this machine on their way to the encoder."""
    return bool(getattr(encoder, "remote", False))


def drop_encoders(connection: apsw.Connection, kept: Collection[str]) -> None:
    """Forget all encoders but these."""
    for number, name in rows(connection, "SELECT id, name FROM encoder"):
        if name not in kept:
            _drop(connection, number)


def missing(connection: apsw.Connection, encoder: int) -> list[int]:
    """The passages without a vector that may have one, in the order of work."""
    sql = f"""
      SELECT p.id FROM {READABLE}
        AND NOT EXISTS (SELECT 1 FROM vector WHERE key = p.id | iif(p.kind = 'lead', ?2, ?3))
      ORDER BY p.kind <> 'lead', (SELECT count(DISTINCT source) FROM link WHERE found = n.id AND NOT derived) DESC, n.id, p.ordinal"""
    remote = one(connection, "SELECT remote FROM encoder WHERE id = ?", encoder)
    return [number for (number,) in connection.execute(sql, (remote, vector_key(encoder, "lead"), vector_key(encoder, "passage")))]


def count_readable(connection: apsw.Connection, encoder: int) -> int:
    """How many passages the encoder may read."""
    remote = one(connection, "SELECT remote FROM encoder WHERE id = ?", encoder)
    return int(one(connection, f"SELECT count(*) FROM {READABLE}", remote))


def _encode_batch(index: Index, encoder: Encoder, stored: StoredEncoder, wanted: Sequence[int]) -> int:
    with index.snapshot() as snapshot:
        rows = snapshot.passages(wanted)
    if not rows:
        return 0
    vectors = encoder.encode_document([meaning(row.note.title, row.kind, row.heading_path, row.text) for row in rows])
    with index.writing() as connection:
        return _write(connection, stored, rows, vectors)


def _write(connection: apsw.Connection, stored: StoredEncoder, rows: Sequence[PassageRow], vectors: Vectors) -> int:
    """Write the vectors of the passages that still say what was encoded."""
    made = 0
    for row, data in zip(rows, pack_vectors(vectors, stored.centre), strict=True):
        read = sense(row.note.title, row.kind, row.heading_path, row.text)
        if one(connection, "SELECT meaning FROM passage WHERE id = ?", row.number) == read:
            key = vector_key(stored.number, "lead" if row.kind == "lead" else "passage", row.number)
            connection.execute("INSERT OR REPLACE INTO vector VALUES (?,?)", (key, data))
            connection.execute("INSERT INTO vector_change (key) VALUES (?)", (key,))
            made += 1
    if made:
        _forget_changes(connection, stored.number, connection.last_insert_rowid() - CHANGES_KEPT)
    return made


def _forget_changes(connection: apsw.Connection, encoder: int, last: int) -> None:
    """Drop this encoder's entries of the change log up to this one."""
    span = (vector_key(encoder, VECTOR_KINDS[0]), vector_key(encoder + 1, VECTOR_KINDS[0]))
    connection.execute("DELETE FROM vector_change WHERE seq <= ? AND key >= ? AND key < ?", (last, *span))
    if connection.changes():
        connection.execute("UPDATE encoder SET forgotten = ? WHERE id = ?", (last, encoder))


def _drop(connection: apsw.Connection, encoder: int) -> None:
    for kind in VECTOR_KINDS:
        connection.execute("INSERT INTO vector_change (key) SELECT key FROM vector WHERE key >= ? AND key < ?", vector_keys(encoder, kind))
        connection.execute("DELETE FROM vector WHERE key >= ? AND key < ?", vector_keys(encoder, kind))
    connection.execute("DELETE FROM encoder WHERE id = ?", (encoder,))


def _keep_scans(index: Index, encoder: Encoder, stored: StoredEncoder) -> None:
    with index.snapshot() as snapshot:
        for kind in ("passage", "lead"):
            Scan(index.folder, encoder.id, stored, kind).keep(snapshot.connection)
