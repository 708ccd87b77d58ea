"""Encoders → a function that says how near two texts are in meaning: about 0 for unrelated ones, about 1 for a translation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gpukb.encoders import Encoder

# Cosines of unrelated sentences (mean) and of true paraphrases (median) in tests/verify/claims.jsonl, within a language and across.
SCALES: Final[Mapping[str, tuple[tuple[float, float], tuple[float, float]]]] = {
    "multilingual-e5-small": ((0.850, 0.984), (0.791, 0.904)),
    "use-multilingual": ((0.121, 0.925), (0.104, 0.728)),
}


def near_by(encoders: Sequence[Encoder]) -> Callable[[str, str, str, str], float | None]:
    """How near two texts (each followed by its language) are by the encoders that were measured; None where none was."""
    measured = [(encoder, scales) for encoder in encoders for name, scales in SCALES.items() if encoder.id.startswith(name)]

    def near(left: str, left_lang: str, right: str, right_lang: str) -> float | None:
        found = []
        for encoder, scales in measured:
            low, high = scales[left_lang != right_lang]
            one, other = encoder.encode_document([left, right])
            found.append((float(one @ other) - low) / (high - low))
        return sum(found) / len(found) if found else None

    return near
