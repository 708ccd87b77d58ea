"""Every colour that carries words stands out enough from what it is on: 4.5 to 1, as WCAG AA asks, in both themes."""

from __future__ import annotations

import re

import pytest

from gpukb_api.pages.templates import STATIC

SHEET = (STATIC / "style.css").read_text(encoding="utf-8")
ROOTS = re.findall(r":root \{(.*?)\}", SHEET, re.DOTALL)
LIGHT = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", ROOTS[0]))
DARK = {**LIGHT, **dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", ROOTS[1]))}
WORDS = ("ink", "soft", "link", "accent", "wiki", "practice", "answer", "note", "good", "fair", "none", "bad")
GROUNDS = ("paper", "card", "sunk")
TINT = 0.14  # the strongest share of its own colour that a badge's ground takes


def channels(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def luminance(rgb: list[float]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("word", WORDS)
def test_words_on_every_ground(theme: dict[str, str], word: str) -> None:
    for ground in GROUNDS:
        assert contrast(channels(theme[word]), channels(theme[ground])) >= 4.5, ground


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("word", ["wiki", "practice", "answer", "note", "accent", "good", "fair", "none"])
def test_badges_on_their_own_tint(theme: dict[str, str], word: str) -> None:
    for ground in ("paper", "card"):
        mixed = [TINT * a + (1 - TINT) * b for a, b in zip(channels(theme[word]), channels(theme[ground]), strict=True)]
        assert contrast(channels(theme[word]), mixed) >= 4.5, ground


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_marked_words_and_buttons(theme: dict[str, str]) -> None:
    assert contrast(channels(theme["ink"]), channels(theme["mark"])) >= 4.5
    assert contrast(channels(theme["link"]), channels(theme["mark"])) >= 4.5
    assert contrast(channels(theme["on-accent"]), channels(theme["accent"])) >= 4.5
