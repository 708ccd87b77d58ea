"""Markdown and the HTML it becomes, pair by pair, from `pairs.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.render.small_vault import SmallVault
from gpukb_api.render import Source, render

PARTS = (Path(__file__).parent / "pairs.txt").read_text(encoding="utf-8").split("\n.\n")
PAIRS = [pytest.param(PARTS[at + 1], PARTS[at + 2], id=PARTS[at].strip()) for at in range(0, len(PARTS) - 2, 3)]


@pytest.mark.parametrize(("markdown", "html"), PAIRS)
def test_pair(markdown: str, html: str) -> None:
    assert render(Source(markdown, "Here.md"), SmallVault()).html.strip() == html


def test_there_are_pairs() -> None:
    assert len(PAIRS) >= 18
