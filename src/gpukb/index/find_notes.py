"""Paths, ids, names and filters → note rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import apsw

from gpukb.errors import UsageError
from gpukb.index.filters import LAST, note_clause
from gpukb.index.find_words import numbers
from gpukb.index.rows import NOTE_COLUMNS, NOTES, NameRow, NoteRow, note_row
from gpukb.note import nfc
from gpukb.query import Filters

Sort = Literal["path", "title", "updated"]
SORTS: dict[str, str] = {"path": "f.path", "title": "n.title", "updated": "-n.updated"}
NAME_ORDER = {"name": 0, "title": 1, "alias": 2}


@dataclass(frozen=True, slots=True)
class NotePage:
    """A stretch of a list of notes, how many the whole list has, and where the next stretch begins (None at the end)."""

    notes: tuple[NoteRow, ...]
    total: int
    after: tuple[Any, str] | None


@dataclass(frozen=True, slots=True)
class Facets:
    """How many notes there are of each type, language, tag and top folder, most first."""

    types: tuple[tuple[str, int], ...]
    langs: tuple[tuple[str, int], ...]
    tags: tuple[tuple[str, int], ...]
    folders: tuple[tuple[str, int], ...]


def note(connection: apsw.Connection, ref: str | int) -> NoteRow | None:
    """The note with this number, id (`n_…`) or path, or None."""
    column = "n.id" if isinstance(ref, int) else "n.note" if ref.startswith("n_") and "/" not in ref and "." not in ref else "f.path"
    value = nfc(ref) if isinstance(ref, str) else ref
    row = connection.execute(f"SELECT {NOTE_COLUMNS} FROM {NOTES} WHERE {column} = ?", (value,)).fetchone()
    return note_row(row) if row else None


def notes_by_number(connection: apsw.Connection, wanted: Iterable[int]) -> dict[int, NoteRow]:
    """The notes with these numbers."""
    sql = f"SELECT {NOTE_COLUMNS} FROM {NOTES} WHERE n.id IN (SELECT value FROM carray(?))"
    return {row[0]: note_row(row) for row in connection.execute(sql, (numbers(wanted),))}


def moved(connection: apsw.Connection, ref: str) -> NoteRow | None:
    """Where the note went that once had this path or id: a rename seen by its bytes. None when it is not known."""
    column = "note" if ref.startswith("n_") and "/" not in ref else "path"
    sql = f"SELECT {NOTE_COLUMNS} FROM {NOTES} JOIN moved m ON m.target = n.id WHERE m.{column} = ?"
    row = connection.execute(sql, (nfc(ref),)).fetchone()
    return note_row(row) if row else None


def kept_from_models(connection: apsw.Connection) -> tuple[str, ...]:
    """The ids of the notes that no model may read (`llm: false`), by path."""
    sql = f"SELECT n.note FROM {NOTES} WHERE NOT n.llm ORDER BY f.path"
    return tuple(note_id for (note_id,) in connection.execute(sql))


def generated(connection: apsw.Connection) -> tuple[str, ...]:
    """The ids of the notes that gpukb wrote (`generated: true`), by path."""
    sql = f"SELECT n.note FROM {NOTES} WHERE n.generated ORDER BY f.path"
    return tuple(note_id for (note_id,) in connection.execute(sql))


def page(
    connection: apsw.Connection, filters: Filters, sort: Sort, after: tuple[Any, str] | None, limit: int, *, hidden: bool = False
) -> NotePage:
    """The notes that fit, in order, from behind `after` on. Obsidian's excluded notes only when asked for."""
    if sort not in SORTS:
        raise UsageError(f"notes cannot be sorted by {sort!r}: the orders are {', '.join(SORTS)}")
    key = SORTS[sort]
    where, values = note_clause(connection, filters)
    if not hidden:
        where += " AND NOT n.hidden"
    total = connection.execute(f"SELECT count(*) FROM {NOTES} WHERE {where}", values).fetchone()
    if after is not None:
        where += f" AND ({key}, f.path) > (?, ?)"
        values = [*values, *after]
    sql = f"SELECT {key}, {NOTE_COLUMNS} FROM {NOTES} WHERE {where} ORDER BY {key}, f.path LIMIT ?"
    rows = list(connection.execute(sql, (*values, limit + 1)))
    found = tuple(note_row(row[1:]) for row in rows[:limit])
    more = len(rows) > limit and found
    return NotePage(found, int(total[0]) if total else 0, (rows[limit - 1][0], found[-1].path) if more else None)


def named(connection: apsw.Connection, key: str) -> list[NameRow]:
    """The notes that this key names: by file name first, then by title, then by alias; within a kind by path."""
    sql = (
        "SELECT m.key, m.kind, m.shown, m.note FROM name m JOIN file f ON f.id = m.note JOIN note n ON n.id = m.note"
        " WHERE m.key = ? AND NOT n.hidden ORDER BY f.path"
    )
    return sorted((NameRow(*row) for row in connection.execute(sql, (key,))), key=lambda name: NAME_ORDER[name.kind])


def named_from(connection: apsw.Connection, prefix: str, longest: int) -> list[NameRow]:
    """The names whose key begins so and has at most so many characters, by key and path."""
    sql = (
        "SELECT m.key, m.kind, m.shown, m.note FROM name m JOIN file f ON f.id = m.note JOIN note n ON n.id = m.note"
        " WHERE m.key >= ? AND m.key < ? AND length(m.key) <= ? AND NOT n.hidden ORDER BY m.key, f.path"
    )
    return [NameRow(*row) for row in connection.execute(sql, (prefix, prefix + LAST, longest))]


def all_names(connection: apsw.Connection) -> list[NameRow]:
    """Every name, title and alias of the notes that may be suggested."""
    sql = "SELECT m.key, m.kind, m.shown, m.note FROM name m JOIN note n ON n.id = m.note WHERE NOT n.hidden ORDER BY m.key, m.note, m.kind"
    return [NameRow(*row) for row in connection.execute(sql)]


def facets(connection: apsw.Connection, filters: Filters = Filters(), *, saved: bool = True) -> Facets:  # noqa: B008  a frozen value
    """The facets of the notes that the filters leave; those of saved answers only if `saved`."""
    where, values = note_clause(connection, filters)
    where += " AND NOT n.hidden" + ("" if saved else " AND NOT n.generated")
    folders: dict[str, int] = defaultdict(int)
    types: dict[str, int] = defaultdict(int)
    langs: dict[str, int] = defaultdict(int)
    for path, kind, lang in connection.execute(f"SELECT f.path, n.type, n.lang FROM {NOTES} WHERE {where}", values):
        types[kind] += 1
        langs[lang] += 1
        folder, slash, _ = path.partition("/")
        if slash:
            folders[folder] += 1
    of_notes = f"SELECT n.id FROM {NOTES} WHERE {where}"
    sql = f"SELECT min(shown), count(*) FROM tag WHERE note IN ({of_notes}) GROUP BY tag HAVING min(shown) NOT NULL"
    tags = dict(connection.execute(sql, values))
    return Facets(*(tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0]))) for counts in (types, langs, tags, folders)))
