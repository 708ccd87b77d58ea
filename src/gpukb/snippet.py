"""Plain text and the places of the question's words in it → the best two hundred characters, with highlights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gpukb.lang import is_han

WIDTH = 200  # characters of a snippet: two lines of a search page


@dataclass(frozen=True, slots=True)
class Match:
    """A word of the question found in the text: its place, the number of the question's word, and how much that word weighs."""

    start: int
    end: int
    word: int
    weight: float


@dataclass(frozen=True, slots=True)
class Highlight:
    """A half-open range of code points within a snippet's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Snippet:
    """Plain text of at most WIDTH characters cut at words, and whether something was cut off at either end."""

    text: str
    highlights: tuple[Highlight, ...]
    cut_start: bool
    cut_end: bool
    kind: Literal["lead", "window"]


def lead_snippet(text: str, matches: Sequence[Match]) -> Snippet:
    """The beginning of the text."""
    return _cut(text, 0, matches, "lead")


def window_snippet(text: str, matches: Sequence[Match]) -> Snippet:
    """The stretch that holds the heaviest set of different words; the beginning when none is there."""
    return _cut(text, _best_start(text, sorted(matches, key=lambda m: m.start)), matches, "window")


def _best_start(text: str, matches: Sequence[Match]) -> int:
    best_weight, best_first, best_last = 0.0, 0, 0
    for i, first in enumerate(matches):
        heaviest: dict[int, float] = {}
        last = first.end
        for match in matches[i:]:
            if match.end - first.start > WIDTH:
                break
            heaviest[match.word] = max(match.weight, heaviest.get(match.word, 0.0))
            last = match.end
        if sum(heaviest.values()) > best_weight:
            best_weight, best_first, best_last = sum(heaviest.values()), first.start, last
    if best_weight == 0 or best_last <= WIDTH:
        return 0
    spare = WIDTH - (best_last - best_first)
    return max(0, min(best_first - spare // 2, len(text) - WIDTH))


def _cut(text: str, start: int, matches: Sequence[Match], kind: Literal["lead", "window"]) -> Snippet:
    start = _forward(text, start)
    end = _back(text, min(len(text), start + WIDTH), start)
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    inside = sorted((max(m.start, start), min(m.end, end)) for m in matches if m.start < end and m.end > start)
    merged: list[tuple[int, int]] = []
    for low, high in inside:
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    shown = tuple(Highlight(low - start, high - start) for low, high in merged)
    return Snippet(text[start:end], shown, bool(text[:start].strip()), bool(text[end:].strip()), kind)


def _border(text: str, at: int) -> bool:
    """Whether the text may be cut before this character: at an edge, beside a space or a Han character."""
    return at <= 0 or at >= len(text) or text[at].isspace() or text[at - 1].isspace() or is_han(text[at]) or is_han(text[at - 1])


def _forward(text: str, at: int) -> int:
    return next((i for i in range(at, min(len(text), at + WIDTH // 4)) if _border(text, i)), at)


def _back(text: str, at: int, floor: int) -> int:
    return next((i for i in range(at, max(floor, at - WIDTH // 4), -1) if _border(text, i)), at)
