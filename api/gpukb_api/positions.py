"""A part of the graph → a place in the square from -1 to 1 for each of its notes. The same part has the same places, today and tomorrow.

Linked notes draw each other near, all others push each other away (Fruchterman and Reingold, 1991). Up to `EXACT` notes every pair is
looked at, above that a few others of each by lot, whose push counts for all: five thousand notes take half a second and no n² of memory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gpukb_api.graph_part import Part

    Points = NDArray[np.float64]

SEED: Final = 7
ROUNDS: Final = 80
EXACT: Final = 300  # notes
SAMPLE: Final = 16  # others that are looked at of each note, where there are more
WARM, COLD = 0.12, 0.002  # how far a note may go in the first and in the last round
PULL: Final = 0.4  # towards the middle, so that what is tied to nothing stays in sight
NEAR: Final = 1e-3  # closer than this pushes no harder
DIGITS: Final = 4


def positions(part: Part) -> Mapping[int, tuple[float, float]]:
    """Where each note of the part stands, by its number."""
    numbers = [note.number for note in part.notes]
    if len(numbers) < 2:
        return dict.fromkeys(numbers, (0.0, 0.0))
    place = {number: at for at, number in enumerate(numbers)}
    pairs = sorted({tuple(sorted((place[edge.source], place[edge.target]))) for edge in part.edges if edge.source != edge.target})
    found = _settled(_begun([note.id for note in part.notes]), [(a, b) for a, b in pairs])
    return {number: (round(float(x), DIGITS), round(float(y), DIGITS)) for number, (x, y) in zip(numbers, found, strict=True)}


def _begun(ids: Sequence[str]) -> Points:
    """Where each note begins: told by its id alone, so that another note beside it moves it little."""
    import numpy as np  # here and below: this route alone needs it

    halves = [hashlib.sha256(one.encode()).digest()[:8] for one in ids]
    return np.array([[int.from_bytes(one[:4]), int.from_bytes(one[4:])] for one in halves]) / 2**31 - 1.0


def _settled(at: Points, pairs: Sequence[tuple[int, int]]) -> Points:
    import numpy as np

    count = len(at)
    apart = 1.6 / count**0.5  # what all would have between them, spread evenly
    lot = np.random.default_rng(SEED)
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    for step in np.geomspace(WARM, COLD, ROUNDS):
        others = None if count <= EXACT else lot.integers(0, count, (count, SAMPLE))
        force = _push(at, others, apart) - PULL * at
        way = at[ends[:, 1]] - at[ends[:, 0]]
        draw = way * np.hypot(way[:, 0], way[:, 1])[:, None] / apart
        for axis in (0, 1):
            force[:, axis] += np.bincount(ends[:, 0], draw[:, axis], count) - np.bincount(ends[:, 1], draw[:, axis], count)
        length = np.maximum(np.hypot(force[:, 0], force[:, 1]), NEAR)[:, None]
        at = at + force / length * np.minimum(length, step)
    at = at - (at.max(axis=0) + at.min(axis=0)) / 2
    return at / max(float(np.abs(at).max()), NEAR)


def _push(at: Points, others: NDArray[np.int64] | None, apart: float) -> Points:
    """How each note is pushed by all others, or by those that the lot fell on, as if they were all."""
    import numpy as np

    away = at[:, None, :] - (at[None, :, :] if others is None else at[others])
    square = np.maximum((away**2).sum(axis=2), NEAR**2)
    weight = 1.0 if others is None else len(at) / others.shape[1]
    made: Points = (away / square[:, :, None]).sum(axis=1) * (apart**2 * weight)
    return made
