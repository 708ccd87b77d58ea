"""Vectors that were computed once, for all vaults: (text, encoder, question or passage) → vector, in one SQLite file.

Only hashes of texts are kept, never the texts. A cache that cannot be opened or written is left alone: nothing fails for want of it.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import apsw

from gpukb.encoders.encoder import Encoder, clean, unit

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Vectors

Kind = Literal["query", "document"]
T = TypeVar("T")

FILE = "vectors.sqlite"
SCHEMA = 1
BUSY_MS = 5_000  # how long to wait for another process's writing
DAY = 86_400
BYTES = 2  # of a number in float16
SLICE = 1_024  # texts encoded between two writings, so that an interrupted run keeps what it has
PART = 20_000  # rows removed in one transaction of prune, so that others can write in between

# What can befall any file; a mistake in our SQL is not among them.
UNUSABLE = (
    apsw.BusyError,
    apsw.LockedError,
    apsw.FullError,
    apsw.IOError,
    apsw.ReadOnlyError,
    apsw.CantOpenError,
    apsw.CorruptError,
    apsw.NotADBError,
)

TABLES = f"""
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS encoder (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS vector (
    encoder INTEGER NOT NULL, kind TEXT NOT NULL, text BLOB NOT NULL, used INTEGER NOT NULL, value BLOB NOT NULL,
    PRIMARY KEY (encoder, kind, text)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS vector_used ON vector (used);
PRAGMA user_version = {SCHEMA};
COMMIT;
"""


class VectorCache:
    """The file, shared by threads and processes. Vectors are kept as float16."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = threading.Lock()
        self._numbers: dict[str, int] = {}
        self._database = _open(self._path)

    def get(self, encoder: Encoder, kind: Kind, texts: Sequence[str]) -> list[bytes | None]:
        """The kept vector of each text as float16 bytes, or None."""
        keys = [_hash(text) for text in texts]
        rows = self._guarded(lambda database: self._get(database, encoder, kind, keys)) or [None] * len(texts)
        today = int(time.time()) // DAY
        if stale := [key for key, row in zip(keys, rows, strict=True) if row and row[1] < today]:
            self._guarded(lambda database: self._touch(database, encoder, kind, stale, today))
        return [row and row[0] for row in rows]

    def put(self, encoder: Encoder, kind: Kind, texts: Sequence[str], values: Sequence[bytes]) -> None:
        """Keep the vectors."""
        self._guarded(lambda database: self._put(database, encoder, kind, texts, values))

    def prune(self, max_bytes: int) -> int:
        """Remove what was not used for longest until the file has at most so many bytes; how many vectors were removed."""
        removed = 0
        while part := self._guarded(lambda database: _prune_part(database, max_bytes)):
            removed += part
        self._guarded(lambda database: list(database.execute("PRAGMA incremental_vacuum")))
        return removed

    def size(self) -> int:
        """The bytes of the file that hold something."""
        return self._guarded(_used_bytes) or 0

    def close(self) -> None:
        """Close the file; afterwards the cache is empty and keeps nothing."""
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def _guarded(self, work: Callable[[apsw.Connection], T]) -> T | None:
        """What the work returns, or None where the cache is of no use now: locked for too long, full disk, read-only, damaged."""
        with self._lock:
            if self._database is None:
                return None
            try:
                with self._database:
                    return work(self._database)
            except UNUSABLE:
                return None
        return None

    def _get(self, database: apsw.Connection, encoder: Encoder, kind: Kind, keys: Sequence[bytes]) -> list[tuple[bytes, int] | None]:
        query = (
            "SELECT value, used FROM vector WHERE encoder = (SELECT number FROM encoder WHERE id = ?) AND kind = ? AND text = ?"
            " AND length(value) = ?"
        )
        return [database.execute(query, (encoder.id, kind, key, BYTES * encoder.dim)).fetchone() for key in keys]

    def _touch(self, database: apsw.Connection, encoder: Encoder, kind: Kind, keys: Sequence[bytes], today: int) -> None:
        number = self._number(database, encoder.id)
        rows = [(today, number, kind, key) for key in keys]
        database.executemany("UPDATE vector SET used = ? WHERE encoder = ? AND kind = ? AND text = ?", rows)

    def _put(self, database: apsw.Connection, encoder: Encoder, kind: Kind, texts: Sequence[str], values: Sequence[bytes]) -> None:
        number, today = self._number(database, encoder.id), int(time.time()) // DAY
        rows = [(number, kind, _hash(text), today, value) for text, value in zip(texts, values, strict=True)]
        database.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?, ?)", rows)

    def _number(self, database: apsw.Connection, encoder: str) -> int:
        if encoder not in self._numbers:
            database.execute("INSERT OR IGNORE INTO encoder (id) VALUES (?)", (encoder,))
            self._numbers[encoder] = _number(database.execute("SELECT number FROM encoder WHERE id = ?", (encoder,)))
        return self._numbers[encoder]


class CachedEncoder:
    """An encoder that asks the cache first. Its vectors are the same whether they were kept or just made: rounded to float16 either way."""

    def __init__(self, encoder: Encoder, cache: VectorCache, *, queries: bool = False) -> None:
        """`queries` keeps questions too: for evaluation, not for what people ask."""
        self._encoder, self._cache, self._queries = encoder, cache, queries
        self.id = encoder.id
        self.remote = bool(getattr(encoder, "remote", False))  # whether texts leave this machine

    @property
    def dim(self) -> int:
        """The length of a vector; a server is asked for it only when someone wants to know."""
        return self._encoder.dim

    def encode_query(self, texts: Sequence[str]) -> Vectors:
        """The vectors of questions."""
        return self._encode("query", texts) if self._queries else self._encoder.encode_query(texts)

    def encode_document(self, texts: Sequence[str]) -> Vectors:
        """The vectors of passages."""
        return self._encode("document", texts)

    def _encode(self, kind: Kind, texts: Sequence[str]) -> Vectors:
        import numpy as np

        distinct = list(dict.fromkeys(texts))
        known = dict(zip(distinct, self._cache.get(self._encoder, kind, distinct), strict=True))
        missing = [text for text, value in known.items() if value is None]
        encode = self._encoder.encode_query if kind == "query" else self._encoder.encode_document
        for start in range(0, len(missing), SLICE):
            part = missing[start : start + SLICE]
            made = [row.tobytes() for row in encode(part).astype("<f2")]
            self._cache.put(self._encoder, kind, part, made)
            known.update(zip(part, made, strict=True))
        values = b"".join(known[text] or b"" for text in texts)
        return unit(np.frombuffer(values, "<f2").reshape(len(texts), self.dim))


def _number(cursor: apsw.Cursor) -> int:
    """The one number that a query gives."""
    return int(next(iter(cursor))[0])


def _hash(text: str) -> bytes:
    return hashlib.sha256(clean(text).encode()).digest()


def _open(path: Path) -> apsw.Connection | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _connect(path)
    except (apsw.NotADBError, apsw.CorruptError, apsw.SchemaChangeError):
        return _replace(path)
    except (OSError, apsw.Error):
        return None


def _replace(path: Path) -> apsw.Connection | None:
    """A new file in the place of one that is damaged or of another version."""
    try:
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            path.with_name(name).unlink(missing_ok=True)
        return _connect(path)
    except (OSError, apsw.Error):
        return None


def _connect(path: Path) -> apsw.Connection:
    database = apsw.Connection(str(path))
    try:
        database.set_busy_timeout(BUSY_MS)
        if database.pragma("user_version") not in (0, SCHEMA):
            raise apsw.SchemaChangeError("written by another version")
        list(database.execute(TABLES))  # read to the end: a pragma's row would stop it there
    except apsw.Error:
        database.close()
        raise
    return database


def _used_bytes(database: apsw.Connection) -> int:
    pages, free, size = (int(database.pragma(name)) for name in ("page_count", "freelist_count", "page_size"))
    return (pages - free) * size


def _prune_part(database: apsw.Connection, max_bytes: int) -> int:
    """Remove some of what is too much; how many."""
    count = _number(database.execute("SELECT count(*) FROM vector"))
    used = _used_bytes(database)
    if not count or used <= max_bytes:
        return 0
    part = min(PART, count, (used - max_bytes) * count // used + 1)
    oldest = "SELECT encoder, kind, text FROM vector ORDER BY used, text LIMIT ?"
    database.execute(f"DELETE FROM vector WHERE (encoder, kind, text) IN ({oldest})", (part,))
    return part
