"""Passage numbers or ids → passage rows with their text and note."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import apsw

from gpukb.index.database import rows
from gpukb.index.find_notes import note, notes_by_number
from gpukb.index.find_words import numbers
from gpukb.index.rows import NoteDetail, PassageRow, facts_in, problems_in, text_in
from gpukb.note import Span

COLUMNS = "id, note, ordinal, digest, heading_path, anchor, kind, lang, start, end, line, line_end, continued"


def passages(connection: apsw.Connection, wanted: Sequence[int]) -> list[PassageRow]:
    """The passages with these numbers in this order; one that is gone is left out."""
    sql = f"SELECT {COLUMNS} FROM passage WHERE id IN (SELECT value FROM carray(?))"
    found = {row.number: row for row in _rows(connection, connection.execute(sql, (numbers(wanted),)).fetchall())}
    return [found[number] for number in wanted if number in found]


def passages_of(connection: apsw.Connection, note_number: int) -> list[PassageRow]:
    """The passages of a note in their order."""
    sql = f"SELECT {COLUMNS} FROM passage WHERE note = ? ORDER BY ordinal"
    return list(_rows(connection, connection.execute(sql, (note_number,)).fetchall()))


def passage_by_id(connection: apsw.Connection, passage_id: str) -> PassageRow | None:
    """The passage with this id (`n_…_…`), or None."""
    note_id, _, digest = passage_id.rpartition("_")
    owner = note(connection, note_id) if note_id.startswith("n_") else None
    if owner is None:
        return None
    sql = f"SELECT {COLUMNS} FROM passage WHERE note = ? AND digest = ? ORDER BY ordinal"
    return next(_rows(connection, connection.execute(sql, (owner.number, digest)).fetchall()), None)


def leads(connection: apsw.Connection, notes: Iterable[int]) -> dict[int, PassageRow]:
    """The leads of those of these notes that have one."""
    sql = f"SELECT {COLUMNS} FROM passage WHERE kind = 'lead' AND note IN (SELECT value FROM carray(?))"
    return {row.note.number: row for row in _rows(connection, connection.execute(sql, (numbers(notes),)).fetchall())}


def places(connection: apsw.Connection, wanted: Iterable[int]) -> list[tuple[int, int, str, str, int, str]]:
    """Number, note, language, path, start and nearest heading of those of these passages that exist."""
    heading = "coalesce(p.heading_path ->> '$[#-1]', '')"
    sql = f"SELECT p.id, p.note, p.lang, f.path, p.start, {heading} FROM passage p JOIN file f ON f.id = p.note"
    return list(connection.execute(f"{sql} WHERE p.id IN (SELECT value FROM carray(?))", (numbers(wanted),)))


def notes_of(connection: apsw.Connection, wanted: Iterable[int]) -> dict[int, int]:
    """The note of each of these passages."""
    sql = "SELECT id, note FROM passage WHERE id IN (SELECT value FROM carray(?))"
    return dict(connection.execute(sql, (numbers(wanted),)))


def generated(connection: apsw.Connection) -> array[int]:
    """The passages of the notes that gpukb wrote."""
    sql = "SELECT p.id FROM note n CROSS JOIN passage p ON p.note = n.id WHERE n.generated"
    return array("q", (number for (number,) in connection.execute(sql)))


def text(connection: apsw.Connection, note_number: int) -> str:
    """The whole text of a note as it was decoded; empty when there is no such note."""
    found = rows(connection, "SELECT facts, data FROM body WHERE id = ?", note_number)
    return text_in(*found[0]) if found else ""


def texts(connection: apsw.Connection, first: str = "") -> Iterator[tuple[int, str]]:
    """Number and text of each note that may be found, by path, from this path on; unpacked one after another."""
    sql = (
        "SELECT f.id, b.facts, b.data FROM file f CROSS JOIN note n ON n.id = f.id CROSS JOIN body b ON b.id = f.id"
        " WHERE f.path >= ? AND f.kind = 'note' AND NOT n.hidden ORDER BY f.path"
    )
    for number, length, data in connection.execute(sql, (first,)):
        yield number, text_in(length, data)


def detail(connection: apsw.Connection, note_number: int) -> NoteDetail | None:
    """Properties, headings, blocks and problems of a note."""
    found = rows(connection, "SELECT encoding, body_start, problems, facts, data FROM body WHERE id = ?", note_number)
    if not found:
        return None
    encoding, body_start, problems, length, data = found[0]
    return NoteDetail(encoding, body_start, *facts_in(length, data), problems_in(problems))


def _rows(connection: apsw.Connection, found: list[tuple[Any, ...]]) -> Iterator[PassageRow]:
    """The rows as passages. A note's text is unpacked once for all its passages."""
    notes = notes_by_number(connection, {row[1] for row in found})
    texts: dict[int, str] = {}
    for number, owner, ordinal, digest, heading_path, anchor, kind, lang, start, end, line, line_end, continued in found:
        note_row = notes[owner]
        if owner not in texts:
            texts[owner] = text(connection, owner)
        yield PassageRow(
            number,
            f"{note_row.id}_{digest}",
            note_row,
            ordinal,
            tuple(json.loads(heading_path)),
            anchor,
            kind,
            lang,
            Span(start, end, line),
            line_end,
            texts[owner][start:end],
            bool(continued),
        )
