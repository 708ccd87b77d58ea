"""SQLite's FTS5 over title and text, as most vault tools use it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import apsw
from bench.baselines.document import Document

WORD = re.compile(r"\w+")


def fts_rank(
    texts: Sequence[tuple[str, ...]],
    questions: Sequence[str],
    tokenize: str,
    weights: Sequence[float],
    joiner: str,
    prefix: str,
    depth: int,
) -> list[list[int]]:
    """For each question the places of the rows that match, best first. Words of a question are quoted and joined by AND or OR."""
    connection = apsw.Connection(":memory:")
    columns = ", ".join(f"c{place}" for place in range(len(weights)))
    connection.execute(f"CREATE VIRTUAL TABLE words USING fts5({columns}, tokenize={tokenize!r})")
    connection.executemany(
        f"INSERT INTO words (rowid, {columns}) VALUES ({', '.join('?' * (len(weights) + 1))})",
        [(place, *row) for place, row in enumerate(texts)],
    )
    sql = f"SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, {', '.join(map(str, weights))}), rowid LIMIT {depth}"
    ranked = []
    for question in questions:
        asked = f" {joiner} ".join(f'"{word}"{prefix}' for word in WORD.findall(question.lower()))
        ranked.append([row for (row,) in connection.execute(sql, (asked,))] if asked else [])
    return ranked


def names_and_text(documents: Sequence[Document]) -> list[tuple[str, ...]]:
    """The two columns of a plain index."""
    return [(document.title, document.text) for document in documents]
