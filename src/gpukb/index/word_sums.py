"""BM25 of a large vault's passages for any of some words: the sum of what each word gives, and that is kept for the next search.

FTS5 looks at every word of the expression for every passage that holds one: 20,000 passages and thirty words take it 15 ms. What one word
gives is the same whatever is asked beside it, so it is read once a generation, and adding up takes a millisecond. The sums are FTS5's own
to the last bit: it adds the same numbers in the same order.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import apsw

from gpukb.index.database import rows
from gpukb.index.find_words import column_weights, quoted
from gpukb.index.schema import FIELDS, WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGE = 20_000  # passages; of fewer, FTS5 scores all that hold any word in under 5 ms, and numpy need not be loaded
KEPT = 4_000_000  # what words gave, in passages: 48 MB
_ANY = re.compile(r'"(?:[^"]|"")*"(?: OR "(?:[^"]|"")*")*')
_TOKEN = re.compile(r'"((?:[^"]|"")*)"')

Given = tuple["NDArray[np.int64]", "NDArray[np.float64]"]  # passages, and what a word gives to each


def adds_up(expression: str, weights: Mapping[str, float]) -> bool:
    """Whether an expression asks for any of some words, and every column counts."""
    return min(column_weights(weights)) > 0 and _ANY.fullmatch(expression) is not None


class WordSums:
    """What words give by these weights in one generation. Safe to share between threads: at worst a word is read twice."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = column_weights(weights)
        self._given: dict[str, Given] = {}
        self._kept = 0

    def of(self, connection: apsw.Connection, expression: str) -> Sums:
        """The score of every passage by an expression that adds up."""
        return Sums([self._read(connection, token.replace('""', '"')) for token in _TOKEN.findall(expression)])

    def _read(self, connection: apsw.Connection, token: str) -> Given:
        given = self._given.get(token)
        if given is None:
            given = _given(connection, token, self._weights)
            if self._kept + len(given[0]) > KEPT:
                self._given, self._kept = {}, 0
            self._given[token] = given
            self._kept += len(given[0])
        return given


class Sums:
    """The score of every passage."""

    def __init__(self, given: Sequence[Given]) -> None:
        import numpy as np

        passages = np.concatenate([numbers for numbers, _ in given])
        self._scores = np.bincount(passages, np.concatenate([scores for _, scores in given]), 1).astype(np.float64, copy=False)

    def best(self, limit: int, allowed: Collection[int] | None = None) -> list[tuple[int, float]]:
        """The best passages, best first; more than `limit` where the last ones are equals."""
        import numpy as np

        passages = np.flatnonzero(self._scores) if allowed is None else self._known(allowed)
        scores = self._scores[passages]
        if len(scores) > limit:
            high = scores >= np.partition(scores, -limit)[-limit]
            passages, scores = passages[high], scores[high]
        order = np.argsort(-scores, kind="stable")
        return list(zip(passages[order].tolist(), scores[order].tolist(), strict=True))

    def among(self, numbers: Collection[int]) -> dict[int, float]:
        """The scores of those of these passages that hold a word."""
        passages = self._known(numbers)
        return dict(zip(passages.tolist(), self._scores[passages].tolist(), strict=True))

    def _known(self, numbers: Collection[int]) -> NDArray[np.int64]:
        import numpy as np

        wanted = np.asarray(numbers if isinstance(numbers, array) else list(numbers), dtype=np.int64)
        wanted = wanted[wanted < len(self._scores)]
        held: NDArray[np.int64] = wanted[self._scores[wanted] > 0]
        return held


def _given(connection: apsw.Connection, token: str, weights: Sequence[float]) -> Given:
    import numpy as np

    sql = f"SELECT rowid, -bm25({WORDS}{', ?' * len(FIELDS)}) FROM {WORDS} WHERE {WORDS} MATCH ?"
    found = rows(connection, sql, *weights, quoted(token))
    return np.array([number for number, _ in found], dtype=np.int64), np.array([score for _, score in found], dtype=np.float64)
