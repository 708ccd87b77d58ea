"""A parsed note and its passages → its rows, put in place of those it had. What did not change keeps its row number and its vectors."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import apsw

from gpukb.index.database import one, rows
from gpukb.index.filters import tag_key
from gpukb.index.rows import deflated, pack_blocks, pack_headings, pack_problems, packed, storable
from gpukb.index.schema import VECTOR_KINDS, vector_key
from gpukb.index.write_words import Columns, columns, digest, fields_of, sense
from gpukb.names import name_key
from gpukb.note import Note, fold

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer
    from gpukb.passages import Passage

PASSAGE_COLUMNS = "note, ordinal, digest, heading_path, anchor, kind, lang, start, end, line, line_end, continued, same, words, meaning"
_INSERT = f"INSERT INTO passage ({PASSAGE_COLUMNS}) VALUES ({','.join('?' * 15)}) RETURNING id"
_UPDATE = f"UPDATE passage SET ({PASSAGE_COLUMNS}) = ({','.join('?' * 15)}) WHERE id = ?"
_WORDS = "INSERT OR REPLACE INTO words (rowid, title, headings, tags, lead, body, code) VALUES (?,?,?,?,?,?,?)"
_OF_NOTE = ("tag", "property", "name")


class NoteWriter:
    """Writes notes into the tables of one connection; the caller opens and ends the transaction."""

    def __init__(self, connection: apsw.Connection, analyzer: Analyzer) -> None:
        self._db = connection
        self._analyzer = analyzer

    def put(self, number: int, note: Note, passages: Sequence[Passage], tokens: Sequence[Columns], mtime_ns: int) -> None:
        """Write all of a note but its links. `tokens` of the passages are made here when there are none."""
        self.forget(number, keep_passages=True)
        db = self._db
        deprecated = str(note.properties.get("status", "")).strip().casefold() == "deprecated"
        db.execute(
            "INSERT INTO note VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                number, note.id, note.name, storable(note.title), storable(note.type), note.lang, packed(note.tags), packed(note.aliases),
                updated(note.properties, mtime_ns), note.hidden, allows_llm(note), is_on(note, "generated"), deprecated,
            ),
        )  # fmt: skip
        facts = packed(note.properties), pack_headings(note.headings), pack_blocks(note.blocks), pack_problems(note.problems)
        db.execute("INSERT INTO body VALUES (?,?,?,?,?,?,?,?)", (number, note.encoding, note.body_start, *facts, deflated(note.text)))
        db.executemany("INSERT OR IGNORE INTO tag VALUES (?,?,?)", [(key, number, shown) for key, shown in tags(note)])
        db.executemany(
            "INSERT OR IGNORE INTO property VALUES (?,?,?)", [(key, value, number) for key, value in properties(note.properties)]
        )
        db.executemany("INSERT OR IGNORE INTO name VALUES (?,?,?,?,?)", [(*name, number) for name in names(note)])
        self._put_passages(number, note, passages, tokens)

    def forget(self, number: int, *, keep_passages: bool = False) -> None:
        """Take a note's rows away, but for its file and links."""
        for table in _OF_NOTE:
            self._db.execute(f"DELETE FROM {table} WHERE note = ?", (number,))
        self._db.execute("DELETE FROM note WHERE id = ?", (number,))
        self._db.execute("DELETE FROM body WHERE id = ?", (number,))
        if not keep_passages:
            for (passage,) in rows(self._db, "SELECT id FROM passage WHERE note = ?", number):
                self._drop_passage(passage)

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
                self._db.execute(_WORDS, (changed, *(made or columns(note, passage, self._analyzer))))
        for left in old.values():
            for number_left, _, _ in left:
                self._drop_passage(number_left)

    def _put_passage(self, number: int, note: Note, passage: Passage, same: bytes, kept: tuple[int, bytes, bytes] | None) -> int | None:
        """Write a passage; its number when its words are to be written too."""
        fields = fields_of(note, passage)
        words = digest(fields.title, fields.headings, fields.tags, passage.kind, passage.lang, note.lang)
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
        self._db.execute("DELETE FROM words WHERE rowid = ?", (number,))
        self._db.execute("DELETE FROM passage WHERE id = ?", (number,))

    def _drop_vectors(self, passage: int, kinds: Sequence[str] = VECTOR_KINDS) -> None:
        for (encoder,) in rows(self._db, "SELECT id FROM encoder"):
            for kind in kinds:
                key = vector_key(encoder, kind, passage)
                self._db.execute("DELETE FROM vector WHERE key = ?", (key,))
                if self._db.changes():
                    self._db.execute("INSERT INTO vector_change (key) VALUES (?)", (key,))


def tags(note: Note) -> Iterator[tuple[str, str | None]]:
    """The keys of the note's tags with their spelling; parents of nested ones too, without one: they are found, not listed."""
    listed = {storable(tag_key(tag)): storable(tag) for tag in reversed(note.tags)}
    parents = {key[:at] for key in listed for at, char in enumerate(key) if char == "/"}
    yield from listed.items()
    yield from ((parent, None) for parent in sorted(parents - listed.keys()))


def properties(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Each property and list item as folded text; a nested map's key is written `a.b`."""
    for name, value in values.items():
        key = f"{above}{storable(fold(str(name)))}"
        if isinstance(value, Mapping):
            yield from properties(value, f"{key}.")
        else:
            for item in value if isinstance(value, list | tuple) else (value,):
                if isinstance(item, Mapping):
                    yield from properties(item, f"{key}.")
                else:
                    yield key, _folded_value(item)


def names(note: Note) -> Iterator[tuple[str, str, str, str | None]]:
    """Key, kind, spelling of what the note is called; an alias also as links are compared, for those that name it."""
    for kind, shown in (("name", note.name), ("title", note.title), *(("alias", alias) for alias in note.aliases)):
        key = name_key(shown)
        if key:
            yield storable(key), kind, storable(shown), storable(fold(shown)) if kind == "alias" else None


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
    row = connection.execute("SELECT b.id, b.properties FROM body b JOIN file f USING (id) WHERE f.path = ?", (path,)).fetchone()
    if row is not None:
        connection.execute("UPDATE note SET updated = ? WHERE id = ?", (updated(json.loads(row[1]), mtime_ns), row[0]))


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
    return "" if value is None else storable(fold(str(value).strip()))
