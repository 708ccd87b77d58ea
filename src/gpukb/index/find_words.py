"""A full-text expression → passages with their BM25 scores; tokens → how many passages hold them."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import apsw

from gpukb.index.database import one
from gpukb.index.schema import FIELDS

SLACK = 64  # more rows than asked for, so that equal scores at the border are settled by path and place, not by row


DEEPER = 4  # times as many passages are found by rare words as are asked for

_NONE = array("q", [0])  # no row has this number; apsw takes no empty array


def numbers(values: Iterable[int]) -> Any:  # Any: apsw declares carray as a function
    """Row numbers as one bound value for `IN (SELECT value FROM carray(?))`."""
    bound = values if isinstance(values, array) else array("q", values)
    return apsw.carray(bound or _NONE)


def lexical(
    connection: apsw.Connection, expression: str, weights: Mapping[str, float], limit: int, allowed: Collection[int] | None = None
) -> list[tuple[int, float]]:
    """The best passages and their scores, above 0, best first; equal ones by path and place."""
    if not expression or limit <= 0 or (allowed is not None and not len(allowed)):
        return []
    wanted = limit + SLACK
    while True:
        rows = _scored(connection, expression, weights, allowed, wanted)
        if len(rows) < wanted or rows[-1][1] < rows[limit - 1][1]:
            return settled(connection, rows, limit)
        wanted *= 4  # a whole crowd of equals stands at the border


def lexical_by_rare(
    connection: apsw.Connection, expression: str, rare: str, weights: Mapping[str, float], limit: int
) -> list[tuple[int, float]]:
    """The same for an expression that matches a large part of a large vault: its `rare` part finds passages, all of it scores them.

    Of the ten best none is lost and of the hundred best two, for half the time: words that stand everywhere weigh next to nothing in BM25.
    """
    found = _scored(connection, rare, weights, None, limit * DEEPER)
    if len(found) < limit:
        return lexical(connection, expression, weights, limit)
    scores = lexical_scores(connection, expression, weights, [number for number, _ in found])
    return settled(connection, sorted(scores.items(), key=lambda row: -row[1]), limit)


def lexical_scores(connection: apsw.Connection, expression: str, weights: Mapping[str, float], among: Collection[int]) -> dict[int, float]:
    """The scores of those of these passages that match at all."""
    return dict(_scored(connection, expression, weights, among, -1)) if expression and len(among) else {}


def settled(connection: apsw.Connection, rows: list[tuple[int, float]], limit: int) -> list[tuple[int, float]]:
    """The first `limit` by score, equals by path and start: so two indexes of the same vault agree, whatever their row numbers."""
    scores = [score for _, score in rows]
    if len(set(scores)) == len(scores):
        return rows[:limit]
    sql = "SELECT p.id, f.path, p.start, p.ordinal FROM passage p JOIN file f ON f.id = p.note WHERE p.id IN (SELECT value FROM carray(?))"
    places = {number: tuple(place) for number, *place in connection.execute(sql, (numbers(number for number, _ in rows),))}
    return sorted((row for row in rows if row[0] in places), key=lambda row: (-row[1], places[row[0]]))[:limit]


def matching(connection: apsw.Connection, expression: str) -> list[int]:
    """The numbers of all passages that fit, in order."""
    return [number for (number,) in connection.execute("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid", (expression,))]


def document_frequency(connection: apsw.Connection, token: str, *, saved: bool = True) -> int:
    """How many passages hold the token; without those of saved answers unless `saved`."""
    but = "" if saved else " AND rowid NOT IN (SELECT p.id FROM passage p JOIN note n ON n.id = p.note WHERE n.generated)"
    return int(one(connection, f"SELECT count(*) FROM words WHERE words MATCH ?{but}", quoted(token)))


def vocabulary(connection: apsw.Connection) -> dict[str, list[str]]:
    """Every spelling of two characters or more, its private-use prefix off, with the tokens that spell it."""
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, row)")
    found: dict[str, list[str]] = {}
    for (token,) in connection.execute("SELECT term FROM temp.vocabulary"):
        spelt = token.lstrip("\ue000\ue001\ue002")
        if len(spelt) > 1:
            found.setdefault(spelt, []).append(token)
    return found


def quoted(token: str) -> str:
    """The token as a full-text expression, whatever characters it has."""
    return '"' + token.replace('"', '""') + '"'


def _scored(
    connection: apsw.Connection, expression: str, weights: Mapping[str, float], among: Collection[int] | None, limit: int
) -> list[tuple[int, float]]:
    # The plus keeps SQLite from trying every allowed row against the expression one by one; ordering by the function and not by
    # `rank` lets it score only what has passed the filter.
    narrowed = "" if among is None else " AND +rowid IN (SELECT value FROM carray(?))"
    sql = f"SELECT rowid, -bm25(words{', ?' * len(FIELDS)}) AS score FROM words WHERE words MATCH ?{narrowed} ORDER BY score DESC LIMIT ?"
    values: list[object] = [float(weights.get(name, 1.0)) for name in FIELDS]
    values += [expression, *([] if among is None else [numbers(among)]), limit]
    return [(number, score) for number, score in connection.execute(sql, values)]
