"""What each signal says of each candidate passage → one score a passage, and what linked notes add.

A convex combination of words and meaning, as Bruch et al. (arXiv 2210.11934) found better than rank fusion; how much words weigh depends on
whether the question and the passage share a language. Every constant says where it comes from.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gpukb.candidates import Candidate

WORDS_SAME = 0.35  # words where question and passage share a language: the middle of a plateau from .3 to .4 on xquad dev en, ru, zh
WORDS_OTHER = 0.05  # and where they do not: at .3 shared Latin tokens drag English → Russian from .92 down to .85
OWN_FIRST = 0.85  # of the score of another language's passage when words alone speak: of equals the asker's own language goes first
SENTENCE_SAME = 0.5  # of a best sentence's weight in one language, since it leaves out its title; vault-search .84 at 1, .87 at .5
SENTENCES = 100  # the best candidates by passage vectors and words, whose sentences are compared too
GRAPH_WEIGHT = 0.25  # of a linked note's bonus; dev: hotpotqa100 .872 without, .91 to .92 from .2 to .3; musique100 .677 at .2, .674 at .3
GRAPH_SEEDS = 10  # the best notes whose links are looked at


@dataclass(frozen=True, slots=True)
class Opinion:
    """How much an encoder counts beside others, and of that its best sentence beside the whole passage.

    `same` is what is left of its weight where question and passage share a language.
    """

    weight: float
    sentence: float
    same: float = 1.0


# The best of a grid on the development fifths of nine XQuAD pairs: across languages .90 to .96 with sentences, .86 to .94 without.
# USE is there for those: in one language half of it serves XQuAD as well, and vault-search gains .01.
OPINIONS = {"multilingual-e5-small": Opinion(0.6, 0.4), "use-multilingual": Opinion(0.4, 0.5, same=0.5)}
OTHER_ENCODER = Opinion(0.6, 0.4)


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
    opinions = [(f"vector:{encoder}", f"sentence:{encoder}", weight_of(encoder)) for encoder in encoders]
    for candidate in candidates:
        spoken = candidate.signals.get("words", 0.0)
        same = not question_langs or candidate.lang in question_langs
        if not encoders:
            candidate.score = spoken if same else OWN_FIRST * spoken
            continue
        weight = (WORDS_SAME if same else WORDS_OTHER) if words else 0.0
        candidate.score = weight * spoken + (1 - weight) * _meaning(candidate.signals, opinions, spoken, same=same)


def _meaning(signals: Mapping[str, float], opinions: Sequence[tuple[str, str, Opinion]], spoken: float, *, same: bool) -> float:
    """The encoders' opinions, weighed. What has no vector yet is judged by its words, or a half-encoded vault would hide its other half."""
    total = weighed = 0.0
    for vector, best_sentence, opinion in opinions:
        passage = signals.get(vector, spoken)
        sentence = signals.get(best_sentence, passage)
        weight, share = (opinion.weight * opinion.same, opinion.sentence * SENTENCE_SAME) if same else (opinion.weight, opinion.sentence)
        weighed += weight * ((1 - share) * passage + share * sentence)
        total += weight
    return weighed / total if total else 0.0


def weight_of(encoder: str) -> Opinion:
    """How much this encoder counts."""
    return next((opinion for name, opinion in OPINIONS.items() if encoder.startswith(name)), OTHER_ENCODER)


def _scale(candidates: Sequence[Candidate], encoders: Sequence[str]) -> None:
    for candidate, share in zip(candidates, to_unit([c.words for c in candidates], low=0.0), strict=True):
        if candidate.words > 0:
            candidate.signals |= {"words": share, "raw:bm25": candidate.words}
    for encoder in encoders:
        for name, raw in (
            ("vector", [c.meaning.get(encoder) for c in candidates]),
            ("sentence", [c.sentence.get(encoder) for c in candidates]),
        ):
            known = [(candidate, value) for candidate, value in zip(candidates, raw, strict=True) if value is not None]
            for (candidate, value), share in zip(known, to_unit([value for _, value in known]), strict=True):
                candidate.signals |= {f"{name}:{encoder}": share, f"raw:{name}:{encoder}": value}


def graph_bonus(scores: Mapping[int, float], pairs: Iterable[tuple[int, int]], degrees: Mapping[int, int]) -> dict[int, float]:
    """What each note's best linked note among the scored ones gives it: weight · score / log2(1 + degree)."""
    bonus: dict[int, float] = {}
    for seed, neighbour in pairs:
        if seed != neighbour and seed in scores:
            gain = GRAPH_WEIGHT * scores[seed] / math.log2(1 + max(1, degrees.get(seed, 1)))
            bonus[neighbour] = max(bonus.get(neighbour, 0.0), gain)
    return bonus
