"""Reciprocal rank fusion of stemmed words and both encoders, each with the same say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.baselines import e5, snowball, use
from bench.baselines.document import Document

NAME = "RRF"
NOTE = "Snowball BM25, e5 and USE by rank, k = 60"
K = 60  # Cormack, Clarke and Büttcher 2009, and everyone since


def fused(rankings: Iterable[Sequence[str]], weights: Iterable[float] | None = None) -> dict[str, float]:
    """The sum of each id's reciprocal ranks."""
    total: dict[str, float] = {}
    lists = list(rankings)
    for ranked, weight in zip(lists, weights or [1.0] * len(lists), strict=True):
        for place, id in enumerate(ranked):
            total[id] = total.get(id, 0.0) + weight / (K + place + 1)
    return total


def by_score(scores: dict[str, float]) -> list[str]:
    """The ids, best first; equals in the order they came."""
    return sorted(scores, key=lambda id: -scores[id])


def rank(documents: Sequence[Document], questions: Sequence[str]) -> list[list[str]]:
    """For each question the ids of documents, best first."""
    parts = [part.rank(documents, questions) for part in (snowball, e5, use)]
    return [by_score(fused(part[number] for part in parts)) for number in range(len(questions))]
