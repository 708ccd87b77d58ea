"""What was found for a question → how sure it is that the vault answers it, before a word is written.

The mix is logistic; its weights come from the removed-paragraph test (each question asked with its gold passages and without them), fitted
over all languages together by `bench/calibrate_answers.py`. The thresholds are one for all languages.
"""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final, Literal

from gpukb.answer.question import Question
from gpukb.answer.rank import Ranked, coverage
from gpukb.answer.sources import Found, Source
from gpukb.note import fold

Outcome = Literal["none", "weak", "enough"]
OUTCOMES: Final[tuple[Outcome, ...]] = ("none", "weak", "enough")
DEPTH: Final = 10  # sources that the best sentence must stand out from
BACKGROUND: Final = 0.83  # of a passage that is not there: the median best sentence of unrelated passages, for vaults of fewer than ten
NAME_DEPTH: Final = 5  # sources in which the question's names must stand

ENOUGH: Final = 0.75
WEAK: Final = 0.5
PINNED: Final = 0.95  # a note bears the very name that is asked for
UNNAMED: Final = 0.30  # below WEAK: "H300" stands in nothing that was found, so nothing found is about it


@dataclass(frozen=True, slots=True)
class Strength:
    """What speaks for an answer.

    `coverage`: the share of the question's words in its best passage; `sentence`: in its best sentence; `nearness`: the cosine of the
    sentence nearest in meaning; `standout`: how far that is above the mean of the best sentences of the first ten passages; `gap`: how
    far the best concept's score is above the second's; `names`: the share of the question's names and numbers that were found.
    """

    coverage: float = 0.0
    sentence: float = 0.0
    nearness: float = 0.0
    standout: float = 0.0
    gap: float = 0.0
    names: float = 0.0


# bias and weights. `same`: the best passage is in the question's language; `other`: it is not, so only the words that languages share
# (names, codes) say something: XQuAD has few, their weight is by hand; `words`: no vectors. The biases make WEAK refuse 6 % of the
# answerable development questions, 20 % in another language, where vectors alone are a weaker witness.
MIXES: Final[Mapping[str, Mapping[str, float]]] = {
    "same": {"bias": -40.5, "coverage": 3.8, "sentence": 4.1, "nearness": 38.9, "standout": 31.4, "gap": 5.9, "names": 1.1},
    "other": {"bias": -18.6, "coverage": 3.0, "nearness": 21.7, "standout": 26.1, "gap": 7.3},
    "words": {"bias": -6.5, "coverage": 4.5, "sentence": 5.9, "gap": 4.3, "names": 1.8},
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """The verdict, the probability behind it, what it was made of, and the names that stand nowhere in what was found."""

    outcome: Outcome
    confidence: float
    strength: Strength
    mix: str
    missing: tuple[str, ...] = ()


def weigh(question: Question, found: Found, ranked: Sequence[Ranked], mix: str, rivals: Sequence[Source] = ()) -> Evidence:
    """How well what was found answers the question. `rivals`: what else was found, in other languages, and not asked for an answer."""
    missing = missing_names(question, found.sources[:NAME_DEPTH])
    strength = measure(question, found, ranked, missing, rivals)
    if not ranked:
        return Evidence("none", 0.0, strength, mix, missing)
    confidence = probability(strength, mix)
    if question.kind == "definition" and any(source.pinned for source in found.sources):
        confidence = max(confidence, PINNED)
    if any(is_code(name) for name in missing):
        confidence = min(confidence, UNNAMED)
    outcome: Outcome = "enough" if confidence >= ENOUGH else "weak" if confidence >= WEAK else "none"
    return Evidence(outcome, confidence, strength, mix, missing)


def probability(strength: Strength, mix: str) -> float:
    """The logistic mix of the signals."""
    values = asdict(strength)
    weights = MIXES[mix]
    total = weights["bias"] + sum(weight * values[name] for name, weight in weights.items() if name != "bias")
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))


def measure(question: Question, found: Found, ranked: Sequence[Ranked], missing: Sequence[str], rivals: Sequence[Source] = ()) -> Strength:
    """The signals. They are all 0 when nothing was found."""
    sources = found.sources
    if not sources:
        return Strength()
    nearest = [_nearness(source) for source in sources[:DEPTH]]
    field = nearest + [BACKGROUND] * (DEPTH - len(nearest) if found.vectors else 0)
    named = (*question.names, *question.numbers)
    return Strength(
        coverage=max(coverage(found.terms, found.tokens(_whole(source), source.lang)) for source in sources[:NAME_DEPTH]),
        sentence=max((one.parts["overlap"] for one in ranked), default=0.0),
        nearness=max(nearest),
        standout=max(nearest) - statistics.fmean(field),
        gap=_gap(sources, rivals),
        names=1 - len(missing) / len(named) if named else 1.0,
    )


def _gap(sources: Sequence[Source], rivals: Sequence[Source]) -> float:
    """How far the best concept is ahead of any other: a note and its translations say the same and do not compete."""
    best: dict[str, float] = {}
    for source in (*sources, *rivals):
        best[_concept(source)] = max(best.get(_concept(source), 0.0), source.score)
    own = max(sources, key=lambda source: source.score)
    return best.pop(_concept(own)) - max(best.values(), default=0.0)


def _concept(source: Source) -> str:
    return source.concept or source.note.id


def missing_names(question: Question, sources: Sequence[Source]) -> tuple[str, ...]:
    """The names and numbers of the question that stand in none of the sources, in any spelling that shares their letters."""
    texts = [fold(_whole(source)) for source in sources]
    return tuple(name for name in (*question.names, *question.numbers) if not any(_stands(name, text) for text in texts))


def _stands(name: str, text: str) -> bool:
    folded = re.escape(fold(name)).replace(r"\-", "[-‑ ]?").replace(r"\ ", r"[-\s]?")
    if is_code(name) or name[0].isdigit():
        return bool(re.search(rf"(?<![^\W_]){folded}(?![^\W_])", text))
    return fold(name)[: max(3, len(name) - 2)] in text  # an inflected ending may differ


def is_code(name: str) -> bool:
    """Whether this is a name like H100, FP8 or v1.2.3, which every language writes alike."""
    return name.isascii() and any(c.isdigit() for c in name) and any(c.isalpha() for c in name)


def _whole(source: Source) -> str:
    return " . ".join((source.note.title, *source.names, *source.heading_path, source.text))


def _nearness(source: Source) -> float:
    """The cosine of the source's nearest sentence, or of all of it where sentences have no vectors."""
    whole = statistics.fmean(source.meaning.values()) if source.meaning else 0.0
    return max(source.sentences.values(), default=whole)
