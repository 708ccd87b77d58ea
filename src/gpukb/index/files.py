"""The `file`, `secret` and `moved` tables: what is known of the files, and where notes went."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from gpukb.index.changes import EMPTY, Known, Stat, place_of
from gpukb.index.database import one, rows
from gpukb.index.rows import digest_of, text_in
from gpukb.note import note_id
from gpukb.vault import CANVAS_SUFFIX, VaultFile

_KNOWN = "SELECT id, path, size, mtime_ns, ctime_ns, inode, racy, revision, made FROM file"
_SECRET = "SELECT NULL, place, size, mtime_ns, ctime_ns, inode, racy, NULL, made FROM secret"


def known_files(connection: apsw.Connection, under: Iterable[str] | None = None) -> dict[str, Known]:
    """The files of the index by path: all, or those at or below some paths."""
    if under is None:
        return _known(connection, _KNOWN)
    found: dict[str, Known] = {}
    for path in under:
        found |= _known(connection, f"{_KNOWN} WHERE path = ? OR (path >= ? AND path < ?)", path, f"{path}/", f"{path}0")  # 0 is after /
    return found


def known_secrets(connection: apsw.Connection) -> dict[str, Known]:
    """The notes that no one may see, by the digest of their path."""
    return _known(connection, _SECRET)


def _known(connection: apsw.Connection, sql: str, *values: str) -> dict[str, Known]:
    return {
        path: Known(number, path, Stat(*stat), bool(racy), revision and revision.hex(), made)
        for number, path, *stat, racy, revision, made in rows(connection, sql, *values)
    }


def spelling(connection: apsw.Connection, path: str) -> str:
    """How the file system spells a known file's path."""
    return str(one(connection, "SELECT coalesce(file, path) FROM file WHERE path = ?", path))


def text_digest(connection: apsw.Connection, path: str) -> str | None:
    """The digest of the text that the index has of a note; None when it has none."""
    body = rows(connection, "SELECT facts, data FROM body WHERE id = (SELECT id FROM file WHERE path = ?)", path)
    return digest_of(text_in(*body[0])) if body else None


def kind_of(file: VaultFile) -> str:
    """`note`, `canvas` or `other`."""
    return "other" if not file.is_note else "canvas" if file.path.lower().endswith(CANVAS_SUFFIX) else "note"


def add_file(connection: apsw.Connection, file: VaultFile) -> int:
    """Write a new file; a note stays without revision until it is parsed."""
    connection.execute("DELETE FROM secret WHERE place = ?", (place_of(file.path),))
    sql = "INSERT INTO file (path, file, kind, size, mtime_ns, ctime_ns, inode) VALUES (?,?,?,?,?,?,?) RETURNING id"
    return int(one(connection, sql, file.path, _other_spelling(file), kind_of(file), *Stat.of(file)))


def set_stat(connection: apsw.Connection, file: VaultFile, scanned_ns: int) -> None:
    """Write how a file looks now that its bytes are known to be the same."""
    racy = file.is_note and file.is_racy(scanned_ns)
    connection.execute(
        "UPDATE file SET (file, size, mtime_ns, ctime_ns, inode, racy) = (?,?,?,?,?,?) WHERE path = ?",
        (_other_spelling(file), *Stat.of(file), racy, file.path),
    )


def set_parsed(connection: apsw.Connection, number: int, revision: str, made: str) -> None:
    """Write that a note's rows are those of this revision, made so."""
    connection.execute("UPDATE file SET revision = ?, made = ? WHERE id = ?", (bytes.fromhex(revision), made, number))


def rename_file(connection: apsw.Connection, before: Known, file: VaultFile) -> int:
    """Give a file another path; it keeps its number, and its note its passages. The old path is remembered."""
    number = int(one(connection, "SELECT id FROM file WHERE path = ?", before.path))
    _remember(connection, before, number)
    connection.execute("DELETE FROM moved WHERE path = ?", (file.path,))
    connection.execute(
        "UPDATE file SET path = ?, file = ?, kind = ?, made = NULL WHERE id = ?", (file.path, _other_spelling(file), kind_of(file), number)
    )
    connection.execute("UPDATE note SET note = ? WHERE id = ?", (note_id(file.path), number))
    return number


def remove_file(connection: apsw.Connection, before: Known, *, secret: bool) -> int:
    """Take a file's row away; its note's path is remembered, unless no one may see it."""
    number = int(one(connection, "SELECT id FROM file WHERE path = ?", before.path))
    connection.execute("DELETE FROM file WHERE id = ?", (number,))
    if secret:
        connection.execute("DELETE FROM moved WHERE target = ? OR path = ?", (number, before.path))
    elif before.revision:
        twin = one(connection, "SELECT id FROM file WHERE revision = ? ORDER BY path LIMIT 1", bytes.fromhex(before.revision))
        twin = None if before.revision == EMPTY else twin
        connection.execute("UPDATE moved SET target = ?, revision = ? WHERE target = ?", (twin, bytes.fromhex(before.revision), number))
        _remember(connection, before, twin)
    return number


def found_again(connection: apsw.Connection, number: int, path: str, revision: str) -> None:
    """A note was read: those that were lost with the same bytes are this one now, and what stood at its path is back."""
    connection.execute("DELETE FROM moved WHERE path = ?", (path,))
    if revision != EMPTY:
        connection.execute("UPDATE moved SET target = ? WHERE target IS NULL AND revision = ?", (number, bytes.fromhex(revision)))


def keep_secret(connection: apsw.Connection, file: VaultFile, made: str, scanned_ns: int) -> None:
    """Remember how a secret note looks, so that it stays unread while it does not change."""
    connection.execute(
        "INSERT OR REPLACE INTO secret VALUES (?,?,?,?,?,?,?)",
        (place_of(file.path), *Stat.of(file), file.is_racy(scanned_ns), made),
    )


def forget_secrets(connection: apsw.Connection, places: Iterable[str]) -> None:
    """Forget secret notes that are gone."""
    connection.executemany("DELETE FROM secret WHERE place = ?", [(place,) for place in places])


def _other_spelling(file: VaultFile) -> str | None:
    return None if file.file == file.path else file.file


def _remember(connection: apsw.Connection, before: Known, target: int | None) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO moved (path, note, revision, target) VALUES (?,?,?,?)",
        (before.path, note_id(before.path), before.revision and bytes.fromhex(before.revision), target),
    )
