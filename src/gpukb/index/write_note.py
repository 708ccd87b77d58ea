"""A parsed note and its passages → its rows, put in place of those it had. What did not change keeps its row number and its vectors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import apsw

from gpukb.index.database import one, rows
from gpukb.index.filters import tag_key
from gpukb.index.rows import facts_in, pack_body, pack_problems, packed, storable, strings
from gpukb.index.schema import FIELDS, SAVED_WORDS, VECTOR_KINDS, WORDS, vector_key
from gpukb.index.write_words import Columns, columns, digest, fields_of, sense
from gpukb.names import name_key
from gpukb.note import Note, fold

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer
    from gpukb.passages import Passage

PASSAGE_COLUMNS = "note, ordinal, digest, heading_path, anchor, kind, lang, start, end, line, line_end, continued, same, words, meaning"
_INSERT = f"INSERT INTO passage ({PASSAGE_COLUMNS}) VALUES ({','.join('?' * 15)}) RETURNING id"
_UPDATE = f"UPDATE passage SET ({PASSAGE_COLUMNS}) = ({','.join('?' * 15)}) WHERE id = ?"
_INSERT_WORDS = f"INSERT OR REPLACE INTO {{}} (rowid, {', '.join(FIELDS)}) VALUES (?,?,?,?,?,?,?)"


class NoteWriter:
    """Writes notes into the tables of one connection; the caller opens and ends the transaction."""

    def __init__(self, connection: apsw.Connection, analyzer: Analyzer) -> None:
        self._db = connection
        self._analyzer = analyzer

    def put(self, number: int, note: Note, passages: Sequence[Passage], tokens: Sequence[Columns], mtime_ns: int) -> None:
        """Write all of a note but its links. `tokens` of the passages are made here when there are none."""
        self._forget_note(number)
        length, data = pack_body(note)
        tags, aliases = packed(note.tags), packed(note.aliases)
        deprecated = str(note.properties.get("status", "")).strip().casefold() == "deprecated"
        self._db.execute(
            "INSERT INTO note VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                number, note.id, note.name, storable(note.title), storable(note.type), note.lang, tags, aliases,
                updated(note.properties, mtime_ns), note.hidden, allows_llm(note), is_on(note, "generated"), deprecated,
            ),
        )  # fmt: skip
        self._db.execute(
            "INSERT INTO body VALUES (?,?,?,?,?,?)",
            (number, note.encoding, note.body_start, pack_problems(note.problems), length, data),
        )
        for table, row in self._looked_up(number):
            self._db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({','.join('?' * len(row))})", tuple(row.values()))
        self._put_passages(number, note, passages, tokens)

    def forget(self, number: int) -> None:
        """Take a note's rows away, but for its file and links."""
        self._forget_note(number)
        for (passage,) in rows(self._db, "SELECT id FROM passage WHERE note = ?", number):
            self._drop_passage(passage)

    def _forget_note(self, number: int) -> None:
        for table, row in self._looked_up(number):
            self._db.execute(f"DELETE FROM {table} WHERE {' AND '.join(f'{column} IS ?' for column in row)}", tuple(row.values()))
        self._db.execute("DELETE FROM note WHERE id = ?", (number,))
        self._db.execute("DELETE FROM body WHERE id = ?", (number,))

    def _looked_up(self, number: int) -> list[tuple[str, dict[str, str | int | None]]]:
        """The rows of the look-up tables that a written note has: made from what was written, so that they can be made again to go."""
        sql = "SELECT n.name, n.title, n.tags, n.aliases, b.facts, b.data FROM note n JOIN body b USING (id) WHERE n.id = ?"
        for name, title, tags, aliases, length, data in rows(self._db, sql, number):
            return list(looked_up(number, name, title, strings(tags), strings(aliases), facts_in(length, data)[0]))
        return []

    def _put_passages(self, number: int, note: Note, passages: Sequence[Passage], tokens: Sequence[Columns]) -> None:
        old: dict[bytes, list[tuple[int, bytes, bytes]]] = defaultdict(list)
        for passage, same, words, meaning in self._db.execute(
            "SELECT id, same, words, meaning FROM passage WHERE note = ? ORDER BY ordinal DESC", (number,)
        ):
            old[same].append((passage, words, meaning))
        for passage, made in zip_longest(passages, tokens):
            same = digest(passage.kind, passage.text)
            kept = old[same].pop() if old.get(same) else None
            changed = self._put_passage(number, note, passage, same, kept)
            if changed is not None:
                self._put_words(changed, made or columns(note, passage, self._analyzer), saved=is_on(note, "generated"))
        for left in old.values():
            for number_left, _, _ in left:
                self._drop_passage(number_left)

    def _put_words(self, passage: int, tokens: Columns, *, saved: bool) -> None:
        table, other = (SAVED_WORDS, WORDS) if saved else (WORDS, SAVED_WORDS)
        self._db.execute(_INSERT_WORDS.format(table), (passage, *tokens))
        self._db.execute(f"DELETE FROM {other} WHERE rowid = ?", (passage,))

    def _put_passage(self, number: int, note: Note, passage: Passage, same: bytes, kept: tuple[int, bytes, bytes] | None) -> int | None:
        """Write a passage; its number when its words are to be written too."""
        fields = fields_of(note, passage)
        words = digest(fields.title, fields.headings, fields.tags, passage.kind, passage.lang, note.lang, str(is_on(note, "generated")))
        meaning = sense(note.title, passage.kind, passage.heading_path, passage.text)
        span = passage.span
        row = (
            number, passage.ordinal, passage.id.rpartition("_")[2], packed(passage.heading_path), passage.anchor, passage.kind,
            passage.lang, span.start, span.end, span.line, passage.line_end, passage.continued, same, words, meaning,
        )  # fmt: skip
        if kept is None:
            return int(one(self._db, _INSERT, *row))
        passage_number, old_words, old_meaning = kept
        self._db.execute(_UPDATE, (*row, passage_number))
        if old_meaning != meaning:
            self._drop_vectors(passage_number, ("passage", "lead"))
        return None if old_words == words else passage_number

    def _drop_passage(self, number: int) -> None:
        self._drop_vectors(number)
        for table in (WORDS, SAVED_WORDS):
            self._db.execute(f"DELETE FROM {table} WHERE rowid = ?", (number,))
        self._db.execute("DELETE FROM passage WHERE id = ?", (number,))

    def _drop_vectors(self, passage: int, kinds: Sequence[str] = VECTOR_KINDS) -> None:
        for (encoder,) in rows(self._db, "SELECT id FROM encoder"):
            for kind in kinds:
                key = vector_key(encoder, kind, passage)
                self._db.execute("DELETE FROM vector WHERE key = ?", (key,))
                if self._db.changes():
                    self._db.execute("INSERT INTO vector_change (key) VALUES (?)", (key,))


def looked_up(
    number: int, name: str, title: str, tags: Sequence[str], aliases: Sequence[str], values: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, str | int | None]]]:
    """Table and columns of each row by which a note is found: its tags, properties, names and aliases."""
    for key, shown in tag_keys(tags):
        yield "tag", {"tag": key, "note": number, "shown": shown}
    for key, value in properties(values):
        yield "property", {"key": key, "value": value, "note": number}
    for kind, shown in (("name", name), ("title", title), *(("alias", alias) for alias in aliases)):
        key = name_key(shown)
        if key:
            yield "name", {"key": key, "kind": kind, "note": number, "shown": shown}
    for alias in aliases:
        yield "alias", {"folded": fold(alias), "note": number}


def tag_keys(tags: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """The keys of tags with their spelling; parents of nested ones too, without one: they are found, not listed."""
    listed = {tag_key(tag): tag for tag in reversed(tags)}
    parents = {key[:at] for key in listed for at, char in enumerate(key) if char == "/"}
    yield from listed.items()
    yield from ((parent, None) for parent in sorted(parents - listed.keys()))


def properties(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Each property and list item as folded text; a nested map's key is written `a.b`."""
    for name, value in values.items():
        key = f"{above}{fold(str(name))}"
        if isinstance(value, Mapping):
            yield from properties(value, f"{key}.")
        else:
            for item in value if isinstance(value, list | tuple) else (value,):
                if isinstance(item, Mapping):
                    yield from properties(item, f"{key}.")
                else:
                    yield key, _folded_value(item)


def updated(properties: Mapping[str, Any], mtime_ns: int) -> int:
    """When a note last changed: its `updated` property where that is a date, else the file's time. Seconds since 1970."""
    written = properties.get("updated")
    try:
        read = datetime.fromisoformat(written.strip()) if isinstance(written, str) else None
    except ValueError:
        read = None
    if read is None:
        return mtime_ns // 1_000_000_000
    return int((read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp())


def set_time(connection: apsw.Connection, path: str, mtime_ns: int) -> None:
    """Write when a note that was touched, but not changed, last changed."""
    for number, length, data in rows(connection, "SELECT b.id, b.facts, b.data FROM body b JOIN file f USING (id) WHERE f.path = ?", path):
        properties_of = facts_in(length, data)[0]
        connection.execute("UPDATE note SET updated = ? WHERE id = ?", (updated(properties_of, mtime_ns), number))


def is_on(note: Note, name: str) -> bool:
    """Whether a property is a switch that is on."""
    return str(note.properties.get(name, "")).strip().casefold() in ("true", "yes", "on", "1")


def allows_llm(note: Note) -> bool:
    """Whether the note may be sent to a model (the vault's own rule)."""
    from gpukb.vault import allows_llm as allowed  # the parser's libraries load with it

    return allowed(note)


def _folded_value(value: Any) -> str:  # Any: a scalar of YAML
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else fold(str(value).strip())
