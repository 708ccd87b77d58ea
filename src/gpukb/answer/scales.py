"""An encoder and two languages → what its cosines mean: where an unrelated sentence stands, and where one that answers.

Cosines of different encoders, and of one encoder between different languages, cannot be compared as they are: e5 gives two unrelated
Chinese sentences more than a Russian question and its English answer. Scaled, 0 is a sentence about something else and 1 one that answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Scale = tuple[float, float]
Pair = tuple[str, str]

# Means over the development questions of xquad: the best sentence of a random passage, and of the gold one. `bench/calibrate_answers.py`
# prints them. "*" stands for any other language; ("=", "=") for two that are the same.
SCALES: Final[Mapping[str, Mapping[Pair, Scale]]] = {
    "multilingual-e5-small": {
        ("en", "en"): (0.746, 0.876),
        ("ru", "ru"): (0.755, 0.873),
        ("zh", "zh"): (0.817, 0.907),
        ("=", "="): (0.752, 0.874),
        ("en", "zh"): (0.712, 0.783),
        ("*", "zh"): (0.735, 0.803),
        ("zh", "*"): (0.738, 0.806),
        ("*", "*"): (0.715, 0.806),
    },
    "use-multilingual": {
        ("=", "="): (0.090, 0.450),
        ("*", "*"): (0.080, 0.375),
    },
}
# How much an encoder's witness counts beside others', within a language and across: the best of a grid on xquad dev. Alone in telling
# answered from removed questions, e5 has .89 and USE .78 within a language; across, .70 and .69, but together .77.
WITNESS: Final[Mapping[str, tuple[float, float]]] = {"multilingual-e5-small": (0.85, 0.65), "use-multilingual": (0.15, 0.35)}
OTHER_WITNESS: Final = (0.85, 0.65)
# Of an encoder that was never measured: how many deviations above the mean of unrelated passages an answer stands. e5 and USE: 4.7 to 5.3
# within a language.
DEVIATIONS: Final = 5.0


# From which nearness on a title speaks for its note, and at which it is the question, within a language and across: of questions that no
# note of the vault answers none has more than the first; the own titles asked in other words or languages reach the second.
TITLES: Final[tuple[Scale, Scale]] = ((1.15, 1.6), (1.4, 1.9))


def titled(nearness: float, asked: str, lang: str) -> float:
    """How far a title with this nearness is the question, 0…1."""
    return max(0.0, min(1.0, scaled(nearness, TITLES[asked != lang])))


def scale_for(encoder: str, asked: str, lang: str) -> Scale | None:
    """The scale of this encoder's cosines between a question and a passage in these languages; None when it was never measured."""
    table = next((pairs for name, pairs in SCALES.items() if encoder.startswith(name)), None)
    if table is None:
        return None
    keys: tuple[Pair, ...] = ((asked, lang), ("=", "=")) if asked == lang else ((asked, lang), ("*", lang), (asked, "*"), ("*", "*"))
    return next(table[key] for key in keys if key in table)


def witness_of(encoder: str, asked: str, lang: str) -> float:
    """How much this encoder counts beside others between a question and a passage in these languages."""
    within, across = next((weights for name, weights in WITNESS.items() if encoder.startswith(name)), OTHER_WITNESS)
    return within if asked == lang else across


def scaled(cosine: float, scale: Scale) -> float:
    """The cosine on that scale: about 0 for what is unrelated, about 1 for an answer."""
    low, high = scale
    return (cosine - low) / (high - low)
