"""haiku.rag as its documentation sets it up: chunks of 256 tokens, vectors and full text fused by reciprocal rank, no reranker.

After docs/configuration/processing.md, docs/tuning.md and the chunk repository of ggozad/haiku.rag (MIT): full text over headings and chunk
in LanceDB, whose default index stems English, drops English stop words and folds to ASCII; LanceDB's own fusion with k = 60.

Not rebuilt: qwen3-embedding served by Ollama (e5-small stands in), Docling's layout, LanceDB's tokeniser to the letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.baselines.chunks import pieces
from bench.baselines.dense import best, cosines
from bench.baselines.document import Document
from bench.baselines.fts import fts_rank
from bench.baselines.rrf import by_score, fused

NAME = "haiku.rag's settings"
NOTE = "chunks of 256 tokens, English stems, RRF; e5 for qwen3-embedding, no Docling"
CHUNK = 256
DEPTH = 100


def rank(documents: Sequence[Document], questions: Sequence[str]) -> list[list[str]]:
    """For each question the ids of documents, best first: a document is as good as its best chunk."""
    chunks = pieces(documents, CHUNK)
    texts = [f"{documents[place].title}\n{text}" for place, text in chunks]
    words = fts_rank([(text,) for text in texts], questions, "porter unicode61", (1.0,), "OR", "", DEPTH)
    near = best(cosines("e5", [text for _, text in chunks], questions))
    ranked = []
    for lists in zip(words, near, strict=True):
        chunk_order = by_score(fused([list(map(str, places)) for places in lists]))
        ranked.append(list(dict.fromkeys(documents[chunks[int(at)][0]].id for at in chunk_order)))
    return ranked
