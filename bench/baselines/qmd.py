"""qmd as its README sets it up, as far as that goes without its three models.

FTS5 with Porter stems and weights 1.5/4/1, every word a prefix and all of them asked for; vectors of
900-token pieces with 15 % overlap; reciprocal ranks with k = 60, the original question counted twice, .05 more for a first place and .02
for the next two.

After README.md ("Score Normalization & Fusion") and docs/SYNTAX.md of tobi/qmd (MIT).

Not rebuilt: embeddinggemma (e5-small stands in), the tuned 1.7B model that rewrites questions, and the reranker qwen3-reranker-0.6b.
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.baselines.chunks import pieces
from bench.baselines.dense import best, cosines
from bench.baselines.document import Document
from bench.baselines.fts import fts_rank
from bench.baselines.rrf import by_score, fused

NAME = "qmd's settings"
NOTE = "Porter, all words asked for, RRF with bonus; e5 for embeddinggemma, no rewriting, no reranker"
PIECE, OVERLAP = 900, 135
WEIGHTS = (1.5, 4.0, 1.0)  # path, title, body
ORIGINAL = 2.0
BONUS = (0.05, 0.02, 0.02)  # for the first three places of any list
DEPTH = 100


def rank(documents: Sequence[Document], questions: Sequence[str]) -> list[list[str]]:
    """For each question the ids of documents, best first."""
    rows = [(document.path, document.title, document.text) for document in documents]
    words = fts_rank(rows, questions, "porter unicode61", WEIGHTS, "AND", "*", DEPTH)
    chunks = pieces(documents, PIECE, OVERLAP)
    near = best(cosines("e5", [f"{documents[place].title} | {text}" for place, text in chunks], questions))
    ranked = []
    for by_words, by_vectors in zip(words, near, strict=True):
        lists = [
            [documents[place].id for place in by_words],
            list(dict.fromkeys(documents[chunks[at][0]].id for at in by_vectors)),
        ]
        scores = fused(lists, [ORIGINAL, ORIGINAL])
        for ids in lists:
            for id, bonus in zip(ids, BONUS, strict=False):
                scores[id] += bonus
        ranked.append(by_score(scores))
    return ranked
