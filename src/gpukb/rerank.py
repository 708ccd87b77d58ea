"""The best hits of a search and a cross-encoder → the same hits, read once more together with the question and put in a new order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gpukb.fusion import to_unit
from gpukb.plain import plain_text

if TYPE_CHECKING:
    from gpukb.encoders.rerank import Reranker
    from gpukb.search import Hit, SearchResult

RERANKED = 20  # hits that are read: passages, some 30 ms each on a CPU
# How much the first order counts beside the reranker, by rank: so what words and names have put on top survives (after qmd).
TRUST = ((3, 0.75), (10, 0.6), (RERANKED, 0.4))


def reranked(result: SearchResult, reranker: Reranker, limit: int) -> SearchResult:
    """The result with its best hits in their new order, cut to so many, as its only page. Notes that the question names stay in front."""
    read, rest = result.hits[:RERANKED], result.hits[RERANKED:]
    if not read or not result.query.text:
        return replace(result, hits=result.hits[:limit], more=False)
    scores = list(map(float, reranker.score(result.query.text, [_text(hit) for hit in read])))
    placed = to_unit([-float(hit.rank) for hit in read])
    marks = [
        _trust(hit.rank) * place + (1 - _trust(hit.rank)) * score for hit, place, score in zip(read, placed, to_unit(scores), strict=True)
    ]
    told = [replace(hit, signals={**hit.signals, "raw:rerank": score}) for hit, score in zip(read, scores, strict=True)]
    order = sorted(range(len(read)), key=lambda at: (-read[at].signals.get("name", 0.0), -marks[at], at))
    return replace(result, hits=_numbered([*(told[at] for at in order), *rest][:limit]), more=False)


def _text(hit: Hit) -> str:
    return "\n".join((" › ".join(hit.passage.heading_path), plain_text(hit.passage.text).text))


def _trust(rank: int) -> float:
    return next(trust for last, trust in TRUST if rank <= last)


def _numbered(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, 1))
