"""Candidates of several languages and the concepts that their notes are versions of → the asker's own version first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpukb.candidates import Candidate, best_of_notes

AHEAD = 1e-6  # of its best translation: enough to stand before it, and no more


def prefer_own(found: Sequence[Candidate], concepts: Mapping[int, int], lang: str) -> None:
    """Lift the version in this language to its best translation: what one says the other says, and the asker can read it."""
    best = best_of_notes(found)
    tops: dict[int, float] = {}
    for note, candidate in best.items():
        tops[concepts[note]] = max(tops.get(concepts[note], 0.0), candidate.score)
    for note, candidate in best.items():
        if candidate.lang == lang and candidate.score < tops[concepts[note]]:
            gain = tops[concepts[note]] - candidate.score + AHEAD
            candidate.signals["translation"] = gain
            candidate.score += gain
