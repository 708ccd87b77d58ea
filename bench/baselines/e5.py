"""multilingual-e5-small in int8 alone: one vector a document."""

from __future__ import annotations

from collections.abc import Sequence

from bench.baselines.dense import best, cosines
from bench.baselines.document import Document

NAME = "e5 alone"
NOTE = "multilingual-e5-small in int8, names and text of a document as one vector"


def rank(documents: Sequence[Document], questions: Sequence[str]) -> list[list[str]]:
    """For each question the ids of documents, best first."""
    found = best(cosines("e5", [document.whole for document in documents], questions))
    return [[documents[place].id for place in places] for places in found]
