"""A full-text expression → passages with their BM25 scores; tokens → how many passages hold them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import apsw

from gpukb.index.database import one
from gpukb.index.schema import FIELDS, SAVED_WORDS, WORDS

Scored = Sequence[tuple[int, float]]  # passages with their scores
SLACK = 64  # more rows than asked for, so that equal scores at the border are settled by path and place, not by row


_NONE = array("q", [0])  # no row has this number; apsw takes no empty array


def numbers(values: Iterable[int]) -> Any:  # Any: apsw declares carray as a function
    """Row numbers as one bound value for `IN (SELECT value FROM carray(?))`."""
    bound = values if isinstance(values, array) else array("q", values)
    return apsw.carray(bound or _NONE)


def lexical(
    connection: apsw.Connection,
    expression: str,
    weights: Mapping[str, float],
    limit: int,
    allowed: Collection[int] | None = None,
    saved: Scored = (),
) -> list[tuple[int, float]]:
    """The best passages and their scores, above 0, best first; equal ones by path and place. `saved`: those of saved answers."""
    if not expression or limit <= 0 or (allowed is not None and not len(allowed)):
        return []
    wanted = limit + SLACK
    while True:
        rows = scored(connection, expression, weights, allowed, wanted)
        if len(rows) < wanted or rows[-1][1] < rows[limit - 1][1]:
            return settled(connection, together(rows, saved), limit)
        wanted *= 4  # a whole crowd of equals stands at the border


def together(rows: Scored, saved: Scored) -> list[tuple[int, float]]:
    """Passages and those of saved answers in one list, best first."""
    return sorted((*rows, *saved), key=lambda row: -row[1])


def lexical_scores(connection: apsw.Connection, expression: str, weights: Mapping[str, float], among: Collection[int]) -> dict[int, float]:
    """The scores of those of these passages that match at all."""
    return dict(scored(connection, expression, weights, among, -1)) if expression and len(among) else {}


def settled(connection: apsw.Connection, rows: list[tuple[int, float]], limit: int) -> list[tuple[int, float]]:
    """The first `limit` by score, equals by path and start: so two indexes of the same vault agree, whatever their row numbers."""
    counts = Counter(score for _, score in rows)
    equals = [number for number, score in rows if counts[score] > 1]
    if not equals:
        return rows[:limit]
    sql = "SELECT p.id, f.path, p.start, p.ordinal FROM passage p JOIN file f ON f.id = p.note WHERE p.id IN (SELECT value FROM carray(?))"
    places = {number: tuple(place) for number, *place in connection.execute(sql, (numbers(equals),))}
    there = (row for row in rows if counts[row[1]] == 1 or row[0] in places)
    return sorted(there, key=lambda row: (-row[1], places.get(row[0], ())))[:limit]


def matching(connection: apsw.Connection, expression: str, table: str = WORDS) -> list[int]:
    """The numbers of all passages that fit, in order."""
    return [number for (number,) in connection.execute(f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid", (expression,))]


def document_frequency(connection: apsw.Connection, token: str, table: str = WORDS) -> int:
    """How many passages hold the token."""
    return int(one(connection, f"SELECT count(*) FROM {table} WHERE {table} MATCH ?", quoted(token)))


def vocabulary(connection: apsw.Connection, *, saved: bool) -> dict[str, list[str]]:
    """Every spelling of two characters or more, its private-use prefix off, with the tokens that spell it."""
    for table in (WORDS, SAVED_WORDS):
        connection.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms_of_{table} USING fts5vocab(main, {table}, row)")
    more = f" UNION SELECT term FROM temp.terms_of_{SAVED_WORDS} ORDER BY term" if saved else ""
    found: dict[str, list[str]] = {}
    for (token,) in connection.execute(f"SELECT term FROM temp.terms_of_{WORDS}{more}"):
        spelt = token.lstrip("\ue000\ue001\ue002")
        if len(spelt) > 1:
            found.setdefault(spelt, []).append(token)
    return found


def column_weights(weights: Mapping[str, float]) -> list[float]:
    """The weight of each column, 1 where none is given."""
    return [float(weights.get(name, 1.0)) for name in FIELDS]


def quoted(token: str) -> str:
    """The token as a full-text expression, whatever characters it has."""
    return '"' + token.replace('"', '""') + '"'


def scored(
    connection: apsw.Connection,
    expression: str,
    weights: Mapping[str, float],
    among: Collection[int] | None,
    limit: int,
    table: str = WORDS,
) -> list[tuple[int, float]]:
    """The best passages of one table by its own counts, best first."""
    # The plus keeps SQLite from trying every allowed row against the expression one by one; ordering by the function and not by
    # `rank` lets it score only what has passed the filter.
    narrowed = "" if among is None else " AND +rowid IN (SELECT value FROM carray(?))"
    score = f"-bm25({table}{', ?' * len(FIELDS)}) AS score"
    sql = f"SELECT rowid, {score} FROM {table} WHERE {table} MATCH ?{narrowed} ORDER BY score DESC LIMIT ?"
    values = (*column_weights(weights), expression, *(() if among is None else (numbers(among),)), limit)
    return [(number, score) for number, score in connection.execute(sql, values)]
