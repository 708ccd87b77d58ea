"""A file of SQLite → a connection that is set up for reading or writing, or an error that says what is wrong with it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import apsw

from gpukb.errors import IndexUnusableError
from gpukb.index.place import DATABASE, check_plain, unwritable
from gpukb.index.schema import APPLICATION, SAVED_WORDS, SCHEMA, TABLES, WORDS

WAL_KEPT = 64 << 20  # bytes of log left on disk after a checkpoint; a cold build's log would otherwise stay as long as it grew
BUSY_MS = 10_000  # for the moments when SQLite itself needs both sides still: opening, checkpoints, recovery after a kill
PAGE = 8192  # bytes: of rows of one to three kB, as notes' texts and sentences' vectors are, two or three fill it; 4096 left a tenth empty
CACHE_KB = 32 << 10
HEADER = 100  # bytes of a database's header


class DamagedError(IndexUnusableError):
    """The database is cut short, foreign, or of another version: it has to be built again."""


def open_writer(folder: Path) -> apsw.Connection:
    """The connection that writes; makes the database when there is none. DamagedError: what is there cannot be used."""
    path = folder / DATABASE
    with translated(folder):
        short = check_header(path)
        connection = apsw.Connection(str(path))
        try:
            connection.set_busy_timeout(BUSY_MS)
            _settle(connection)
            if short and one(connection, "PRAGMA quick_check(1)") != "ok":
                raise DamagedError(f"{path} is cut short: {_AGAIN}")
            connection.pragma("page_size", PAGE)
            connection.pragma("auto_vacuum", "incremental")
            _refuse_foreign(connection)
            connection.pragma("journal_mode", "wal")
            connection.pragma("synchronous", "normal")  # in WAL a power cut loses the last commits, never the order or the whole
            connection.pragma("journal_size_limit", WAL_KEPT)
            connection.execute("BEGIN IMMEDIATE")
            if not connection.pragma("user_version"):
                _create(connection)
            connection.execute("COMMIT")
            _check_version(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def open_reader(folder: Path) -> apsw.Connection:
    """A connection that only reads. IndexUnusableError: there is none, or it cannot be read."""
    path = folder / DATABASE
    if not path.is_file():
        raise IndexUnusableError(f"there is no index in {folder}: run `gpukb index`")
    check_plain(folder)
    with translated(folder):
        check_header(path)
        connection = _connect_read_only(path)
        try:
            connection.set_busy_timeout(BUSY_MS)
            _settle(connection)
            _check_version(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def is_sound(folder: Path) -> bool:
    """Whether SQLite finds nothing wrong with the database: asked when what was read from it made no sense."""
    try:
        connection = apsw.Connection(str(folder / DATABASE), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            return bool(one(connection, "PRAGMA integrity_check(1)") == "ok")
        finally:
            connection.close()
    except apsw.Error:
        return False


def remove(folder: Path) -> None:
    """Take the database away with all that belongs to it; readers of the old one go on reading it where the system allows."""
    for suffix in ("-wal", "-shm", ""):
        (folder / f"{DATABASE}{suffix}").unlink(missing_ok=True)
    for scan in folder.glob("*.faiss"):
        scan.unlink(missing_ok=True)


def check_header(path: Path) -> bool:
    """DamagedError when the file is no database of ours or is cut short. No file, or an empty one, is fine.

    True when it ends too early but has a log beside it: a checkpoint may have been killed in its middle, and the log mends that.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(HEADER)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise unwritable(path.parent, error) from error
    if not size:
        return False
    if len(header) < HEADER or not header.startswith(b"SQLite format 3\0"):
        raise DamagedError(f"{path} is no index: {_AGAIN}")
    if int.from_bytes(header[68:72], "big") not in (0, APPLICATION):
        raise IndexUnusableError(f"{path} belongs to another program: name another folder with --index DIR")
    page = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    short = size < pages * (65536 if page == 1 else page)
    if short and not _has_log(path):
        raise DamagedError(f"{path} is cut short: {_AGAIN}")
    return short


@contextmanager
def translated(folder: Path) -> Iterator[None]:
    """What SQLite says → what a person can do about it."""
    path = folder / DATABASE
    try:
        yield
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise DamagedError(f"{path} is damaged ({error}): {_AGAIN}") from error
    except apsw.FullError as error:
        raise IndexUnusableError(f"no space is left for the index {folder}: free some, or name another place with --index DIR") from error
    except apsw.BusyError as error:
        raise IndexUnusableError(f"another process keeps the index {folder} busy: try again") from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError, apsw.IOError) as error:
        raise IndexUnusableError(
            f"the index {folder} cannot be read or written ({error}): check the folder and its disk, or name another with --index DIR"
        ) from error


@contextmanager
def transaction(connection: apsw.Connection, *, visible: bool = True) -> Iterator[None]:
    """One step from a consistent index to the next; readers see all of it, under a new generation, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        if visible:
            connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
        connection.execute("COMMIT")
    except BaseException:
        if not connection.get_autocommit():
            connection.execute("ROLLBACK")
        raise


def compact(connection: apsw.Connection) -> None:
    """Merge the pieces that a large build left of the full-text tables: a seventh smaller, and quicker to search."""
    for table in (WORDS, SAVED_WORDS):
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
    connection.execute("PRAGMA incremental_vacuum").fetchall()


def rows(connection: apsw.Connection, sql: str, *values: Any) -> list[tuple[Any, ...]]:  # Any: columns of any type
    """All rows."""
    return connection.execute(sql, values).fetchall()


def one(connection: apsw.Connection, sql: str, *values: Any) -> Any:  # Any: a column of any type
    """The first column of the first row, or None."""
    row = connection.execute(sql, values).fetchone()
    return None if row is None else row[0]


_AGAIN = "`gpukb index` builds it again from the notes"


def _connect_read_only(path: Path) -> apsw.Connection:
    """A reading connection, also where the folder cannot be written.

    A database in WAL mode needs its -shm file; where that cannot be made and there is no log to read, the file alone is the whole truth.
    """
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    shared = path.with_name(path.name + "-shm").exists()
    if not shared and not _has_log(path) and not os.access(path.parent, os.W_OK):
        return apsw.Connection(f"file:{quote(str(path))}?immutable=1", flags=flags)
    return apsw.Connection(str(path), flags=flags)


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _settle(connection: apsw.Connection) -> None:
    connection.pragma("cache_size", -CACHE_KB)
    connection.pragma("temp_store", "memory")


def _refuse_foreign(connection: apsw.Connection) -> None:
    """IndexUnusableError when there are tables and they are not ours: nothing of somebody else's is changed."""
    if not connection.pragma("user_version") and one(connection, "SELECT count(*) FROM sqlite_schema"):
        raise IndexUnusableError(f"{connection.filename} belongs to another program: name another folder with --index DIR")


def _create(connection: apsw.Connection) -> None:
    connection.execute(TABLES)
    connection.pragma("application_id", APPLICATION)
    connection.pragma("user_version", SCHEMA)
    connection.execute("INSERT INTO meta VALUES ('generation', 0), ('birth', ?)", (secrets.token_hex(8),))


def _check_version(connection: apsw.Connection) -> None:
    version = connection.pragma("user_version")
    if version != SCHEMA:
        raise DamagedError(f"{connection.filename} was written by another version of gpukb (form {version}, here {SCHEMA}): {_AGAIN}")
    if _schema(connection) != _own_schema():  # a trigger of a stranger's could write other texts behind our back
        raise DamagedError(f"{connection.filename} is made otherwise than gpukb makes it: {_AGAIN}")


@cache
def _own_schema() -> frozenset[tuple[Any, ...]]:  # Any: columns of any type
    connection = apsw.Connection(":memory:")
    try:
        connection.execute(TABLES)
        return _schema(connection)
    finally:
        connection.close()


def _schema(connection: apsw.Connection) -> frozenset[tuple[Any, ...]]:  # Any: as above
    """All tables and indexes but SQLite's own, and all views and triggers, of which it has none."""
    sql = "SELECT type, name, sql FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR name NOT GLOB 'sqlite_*'"
    return frozenset(rows(connection, sql))
