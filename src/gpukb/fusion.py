"""What each signal says of each candidate passage → one score a passage, and what linked notes add.

A convex combination of words and meaning, as Bruch et al. (arXiv 2210.11934) found better than rank fusion; how much words weigh depends on
whether the question and the passage share a language. Every constant says where it comes from.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from gpukb.candidates import Candidate

WORDS_SAME = 0.4  # words where question and passage share a language: xquad dev .986 .983 .980 (en ru zh); .5: .984 .979 .981
WORDS_OTHER = 0.05  # and where they do not: at .3 shared Latin tokens drag English → Russian from .92 down to .85
GRAPH_WEIGHT = 0.3  # of a linked note's bonus: the better of .3 and .5 on multi-hop questions' development fifths
GRAPH_SEEDS = 10  # the best notes whose links are looked at


def to_unit(values: Sequence[float], low: float | None = None) -> list[float]:
    """The values scaled so that the greatest is 1 and `low` (or the least) is 0. All equal: 1 each, or 0 when none is above `low`."""
    if not values:
        return []
    floor, top = (min(values) if low is None else low), max(values)
    if top <= floor:
        return [0.0 if low is not None else 1.0] * len(values)
    return [(value - floor) / (top - floor) for value in values]


def fuse(candidates: Sequence[Candidate], question_langs: frozenset[str], encoders: Sequence[str], *, words: bool = True) -> None:
    """Set each candidate's `score` (0…1) and `signals`. Empty `question_langs`: of unknown language, so words speak as in their own."""
    _scale(candidates, encoders)
    for candidate in candidates:
        spoken = candidate.signals.get("words", 0.0)
        # What has no vector yet is judged by its words alone, or a half-encoded vault would hide its other half.
        shares = [candidate.signals.get(f"vector:{encoder}", spoken) for encoder in encoders]
        meaning = sum(shares) / len(shares) if shares else 0.0
        weight = words_weight(candidate.lang, question_langs) if encoders and words else float(words)
        candidate.score = weight * spoken + (1 - weight) * meaning


def words_weight(lang: str, question_langs: frozenset[str]) -> float:
    """How much words weigh for a passage in this language."""
    return WORDS_SAME if not question_langs or lang in question_langs else WORDS_OTHER


def _scale(candidates: Sequence[Candidate], encoders: Sequence[str]) -> None:
    for candidate, share in zip(candidates, to_unit([c.words for c in candidates], low=0.0), strict=True):
        if candidate.words > 0:
            candidate.signals |= {"words": share, "raw:bm25": candidate.words}
    for encoder in encoders:
        known = [candidate for candidate in candidates if encoder in candidate.meaning]
        for candidate, share in zip(known, to_unit([c.meaning[encoder] for c in known]), strict=True):
            candidate.signals |= {f"vector:{encoder}": share, f"raw:cosine:{encoder}": candidate.meaning[encoder]}


def graph_bonus(scores: Mapping[int, float], pairs: Iterable[tuple[int, int]], degrees: Mapping[int, int]) -> dict[int, float]:
    """What each note's best linked note among the scored ones gives it: weight · score / log2(1 + degree)."""
    bonus: dict[int, float] = {}
    for seed, neighbour in pairs:
        if seed != neighbour and seed in scores:
            gain = GRAPH_WEIGHT * scores[seed] / math.log2(1 + max(1, degrees.get(seed, 1)))
            bonus[neighbour] = max(bonus.get(neighbour, 0.0), gain)
    return bonus
