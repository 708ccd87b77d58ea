"""Passages of saved answers by their words, scored as if the vault's other notes were all there is.

Their words stand in a table of their own, so that they count in nobody else's score. By the counts of that small table a score would say
little of how rare a word is: so it is made by those of the other table, and hits of both kinds can stand in one list.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Callable, Collection, Mapping
from typing import Any  # values of SQLite

import apsw

from gpukb.index.database import one
from gpukb.index.find_words import column_weights, numbers, scored
from gpukb.index.schema import SAVED_WORDS, WORDS

LOOKED_AT = 400  # passages, the best by their own table's counts: scored in some 4 ms
K1, B, LEAST = 1.2, 0.75, 1e-6  # as in FTS5's own BM25; LEAST: the rarity of a word that half of all passages hold
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


def register(connection: apsw.Connection) -> None:
    """Let a connection score saved answers."""
    connection.register_fts5_function("counts", _counts)
    connection.register_fts5_function("bm25_by", _bm25_by)


class SavedWords:
    """The words of saved answers. `frequency` tells how many passages of the other notes hold a token."""

    def __init__(self, connection: apsw.Connection, frequency: Callable[[str], int]) -> None:
        self._connection = connection
        self._frequency = frequency
        counts = one(connection, f"SELECT counts({WORDS}) FROM {WORDS} LIMIT 1")
        self._rows, tokens = map(int, counts.split()) if counts else (0, 0)
        self._length = tokens / self._rows if tokens else 1.0

    def scored(self, expression: str, weights: Mapping[str, float], among: Collection[int] | None) -> list[tuple[int, float]]:
        """Passages of saved answers that match and their scores, above 0."""
        near = scored(self._connection, expression, weights, among, LOOKED_AT, SAVED_WORDS)
        if not near:
            return []
        rarities = (self._rarity(token.replace('""', '"')) for token in _QUOTED.findall(expression))  # one of each phrase, in its order
        given = array("d", (self._length, *column_weights(weights), *rarities)).tobytes()
        sql = (
            f"SELECT rowid, bm25_by({SAVED_WORDS}, ?) FROM {SAVED_WORDS} WHERE {SAVED_WORDS} MATCH ?"
            " AND +rowid IN (SELECT value FROM carray(?))"
        )
        return list(self._connection.execute(sql, (given, expression, numbers(number for number, _ in near))))

    def _rarity(self, token: str) -> float:
        held = self._frequency(token)
        return max(LEAST, math.log((self._rows - held + 0.5) / (held + 0.5)))


def _counts(table: apsw.FTS5ExtensionApi, *_: Any) -> str:
    """How many rows and how many tokens the table has."""
    return f"{table.row_count} {table.column_total_size(-1)}"


def _bm25_by(row: apsw.FTS5ExtensionApi, *given: Any) -> float:
    """The row's BM25 by the mean length, weights of columns and rarities of phrases that are given."""
    length, *rest = array("d", given[0])
    columns = row.column_count
    weights, rarities = rest[:columns], rest[columns:]
    score = 0.0
    for phrase, rarity in enumerate(rarities):
        places = row.phrase_locations(phrase)
        held = sum(weight * len(at) for weight, at in zip(weights, places, strict=True))
        if held:
            score += rarity * held * (K1 + 1) / (held + K1 * (1 - B + B * row.column_size(-1) / length))
    return score
