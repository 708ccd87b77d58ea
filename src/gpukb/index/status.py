"""An index → how far it is, and what is in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from gpukb.index.database import one, rows
from gpukb.index.rows import NOTES, problems_in
from gpukb.index.schema import VECTOR_KINDS, vector_keys
from gpukb.note import Problem
from gpukb.vault import FileProblem


@dataclass(frozen=True, slots=True)
class VectorStatus:
    """How many of the passages and of their sets of sentences, which an encoder is to read, have their vectors."""

    encoder: str
    dim: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Status:
    """What a generation of the index holds. `links` leaves those of derived sections out, as the graph does.

    `waiting` counts notes still to be read; `problems` are of files that could not be taken in.
    """

    generation: int
    notes: int
    canvases: int
    files: int
    waiting: int
    by_type: tuple[tuple[str, int], ...]
    by_lang: tuple[tuple[str, int], ...]
    passages: int
    links: int
    unresolved: int
    vectors: tuple[VectorStatus, ...]
    problems: tuple[FileProblem, ...]
    problem_notes: int

    @property
    def complete(self) -> bool:
        """Whether every note that was seen is in; vectors may still be on their way."""
        return not self.waiting


def status(connection: apsw.Connection) -> Status:
    """The status of what this connection sees."""
    kinds = dict(connection.execute("SELECT kind, count(*) FROM file GROUP BY kind"))
    waiting = one(connection, "SELECT count(*) FROM file WHERE kind <> 'other' AND made IS NULL")
    problems = json.loads(one(connection, "SELECT value FROM meta WHERE key = 'problems'") or "[]")
    return Status(
        generation=int(one(connection, "SELECT value FROM meta WHERE key = 'generation'")),
        notes=kinds.get("note", 0),
        canvases=kinds.get("canvas", 0),
        files=kinds.get("other", 0),
        waiting=waiting,
        by_type=_counts(connection, "type"),
        by_lang=_counts(connection, "lang"),
        passages=one(connection, "SELECT count(*) FROM passage"),
        links=one(connection, "SELECT count(*) FROM link WHERE NOT derived"),
        unresolved=one(connection, "SELECT count(*) FROM link WHERE NOT resolved AND NOT derived"),
        vectors=vector_status(connection),
        problems=tuple(FileProblem(path, message) for path, message in problems),
        problem_notes=one(connection, "SELECT count(*) FROM body WHERE problems <> '[]'"),
    )


def vector_status(connection: apsw.Connection) -> tuple[VectorStatus, ...]:
    """How far each encoder is."""
    found = []
    for number, name, dim, remote in rows(connection, "SELECT id, name, dim, remote FROM encoder ORDER BY id"):
        total = one(connection, f"SELECT count(*) + coalesce(sum({SENTENCED}), 0) FROM {READABLE}", remote)
        done = sum(one(connection, "SELECT count(*) FROM vector WHERE key >= ? AND key < ?", *span) for span in spans(number))
        found.append(VectorStatus(name, dim, done, total))
    return tuple(found)


def problem_notes(connection: apsw.Connection, limit: int) -> list[tuple[int, tuple[Problem, ...]]]:
    """The numbers of notes with problems, by path, each with its problems."""
    sql = (
        f"SELECT n.id, b.problems FROM {NOTES} JOIN body b ON b.id = n.id WHERE b.problems <> '[]' AND NOT n.hidden ORDER BY f.path LIMIT ?"
    )
    return [(number, problems_in(problems)) for number, problems in rows(connection, sql, limit)]


def revisions(connection: apsw.Connection) -> dict[str, tuple[str, str]]:
    """Path and revision of each note that may be shown, by its id."""
    sql = f"SELECT n.note, f.path, f.revision FROM {NOTES} WHERE NOT n.hidden ORDER BY f.path"
    return {note: (path, f"sha256:{revision.hex()}") for note, path, revision in connection.execute(sql)}


# Passages that an encoder may read: a remote one gets nothing of a note that says `llm: false`.
READABLE = "passage p JOIN note n ON n.id = p.note WHERE (n.llm OR NOT ?)"
SENTENCED = "p.kind NOT IN ('lead', 'code')"  # a lead is one sentence already, code has none


def spans(encoder: int) -> Sequence[tuple[int, int]]:
    """The ranges of keys of an encoder's vectors."""
    return [vector_keys(encoder, kind) for kind in VECTOR_KINDS]


def _counts(connection: apsw.Connection, column: str) -> tuple[tuple[str, int], ...]:
    return tuple(connection.execute(f"SELECT {column}, count(*) FROM note WHERE NOT hidden GROUP BY 1 ORDER BY 2 DESC, 1"))
