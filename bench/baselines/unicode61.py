"""Plain words: FTS5 with its default tokeniser and BM25, any word of the question will do."""

from __future__ import annotations

from collections.abc import Sequence

from bench.baselines.document import Document
from bench.baselines.fts import fts_rank, names_and_text

NAME = "unicode61"
NOTE = "FTS5 as it comes: no stems, a run of Chinese is one word"
DEPTH = 100


def rank(documents: Sequence[Document], questions: Sequence[str]) -> list[list[str]]:
    """For each question the ids of documents, best first."""
    found = fts_rank(names_and_text(documents), questions, "unicode61", (1.0, 1.0), "OR", "", DEPTH)
    return [[documents[place].id for place in places] for places in found]
