"""Filters as typed → the passages or notes that they leave."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime

import apsw

from gpukb.errors import UsageError
from gpukb.index.rows import packed
from gpukb.lang import normalize_code
from gpukb.note import fold, nfc
from gpukb.query import Filters

LAST = "\U0010ffff"  # sorts behind every character that a path can hold
Clause = tuple[str, list[object]]


def allowed(connection: apsw.Connection, filters: Filters, exclude: Collection[str] = (), *, saved: bool = True) -> array[int] | None:
    """The numbers of the passages that may be found, in order; None when any may. `exclude` has ids or paths of notes, or passage ids.

    Without `saved`, no passage of a saved answer is among them, and None means any other.
    UsageError: a value that cannot be read.
    """
    if not filters and not exclude:
        return None
    where, values = note_clause(connection, filters)
    if not saved:
        where += " AND NOT n.generated"
    if exclude:
        refs = packed([nfc(ref) for ref in exclude])
        where += " AND n.note NOT IN (SELECT value FROM json_each(?)) AND f.path NOT IN (SELECT value FROM json_each(?))"
        values = [*values, refs, refs]
    sql = f"SELECT p.id FROM passage p JOIN note n ON n.id = p.note JOIN file f ON f.id = n.id WHERE {where}"
    if any(ref.count("_") > 1 for ref in exclude):
        sql += " AND n.note || '_' || p.digest NOT IN (SELECT value FROM json_each(?))"
        values.append(refs)
    return array("q", (number for (number,) in connection.execute(f"{sql} ORDER BY p.id", values)))


def note_clause(connection: apsw.Connection, filters: Filters) -> Clause:
    """What the filters ask of a note `n` and its file `f`, in SQL with its values. Values of one field are alternatives."""
    sql: list[str] = []
    values: list[object] = []
    for clause, given in _clauses(connection, filters):
        sql.append(clause)
        values.extend(given)
    return " AND ".join(sql) or "TRUE", values


def _clauses(connection: apsw.Connection, filters: Filters) -> Iterator[Clause]:
    if filters.type:
        yield _spelled_as(connection, "type", filters.type)
    if filters.lang:
        yield _among("n.lang", map(normalize_code, filters.lang))
    if filters.tag:
        clause, values = _among("tag", (tag_key(tag) for tag in filters.tag))
        yield f"n.id IN (SELECT note FROM tag WHERE {clause})", values
    if filters.path:
        yield _any(_path, filters.path)
    if filters.prop:
        yield _any(_property, filters.prop)
    if filters.updated_after:
        yield _any(lambda text: ("n.updated >= ?", [moment(text)]), filters.updated_after)
    if filters.updated_before:
        yield _any(lambda text: ("n.updated < ?", [moment(text)]), filters.updated_before)
    if filters.note:
        yield _among("n.note", filters.note)


def tag_key(tag: str) -> str:
    """A tag as tags are compared."""
    return fold(tag.strip().lstrip("#").strip("/"))


def moment(text: str) -> int:
    """Seconds since 1970 of a date (its first moment, UTC) or a time in ISO 8601; UsageError when it is neither."""
    try:
        read = datetime.fromisoformat(text.strip())
    except ValueError:
        raise UsageError(f"{text!r} is no date: write 2026-11-30 or 2026-11-30T12:00:00Z", "no_date", value=text) from None
    return int((read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp())


def _spelled_as(connection: apsw.Connection, column: str, wanted: Iterable[str]) -> Clause:
    """Equal to one of these, whatever the case: the few spellings that occur are looked at one by one."""
    keys = {fold(text) for text in wanted}
    spelled = [text for (text,) in connection.execute(f"SELECT DISTINCT {column} FROM note") if fold(text) in keys]
    return _among(f"n.{column}", spelled)


def _among(column: str, wanted: Iterable[str]) -> Clause:
    values: list[object] = list(wanted)
    return f"{column} IN ({','.join('?' * len(values))})", values


def _any(clause: Callable[[str], Clause], wanted: Iterable[str]) -> Clause:
    parts = [clause(text) for text in wanted]
    return f"({' OR '.join(sql for sql, _ in parts)})", [value for _, values in parts for value in values]


def _path(prefix: str) -> Clause:
    start = nfc(prefix).removeprefix("./").lstrip("/")
    return "(f.path >= ? AND f.path < ?)", [start, start + LAST]


def _property(text: str) -> Clause:
    key, colon, value = text.partition(":")
    if not colon or not key.strip():
        raise UsageError(f"prop:{text} has no value: write prop:KEY:VALUE, or prop:KEY:* for any", "no_value", value=text)
    if value.strip() == "*":
        return "n.id IN (SELECT note FROM property WHERE key = ?)", [fold(key.strip())]
    return "n.id IN (SELECT note FROM property WHERE key = ? AND value = ?)", [fold(key.strip()), fold(value.strip())]
