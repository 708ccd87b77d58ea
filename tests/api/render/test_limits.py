"""Text that was made to be slow, deep or large ends in time, as a page or as plain text."""

from __future__ import annotations

import pytest
from limits import limited

from api.render.small_vault import SmallVault
from gpukb_api.render import MAX_RENDERED, Source, context, render

TANGLES = {
    "brackets": "[" * 60_000,
    "double brackets": "[[" * 30_000,
    "tags without an end": "<b>" * 60_000,
    "inline footnotes": "^[a " * 20_000,
    "quotes": ">" * 20_000,
    "marks": "==a== " * 20_000,
    "dollars": "$a " * 40_000,
    "one long line": "слово [[link|x]] " * 10_000,
    "wide table": "|".join("a" * 1500) + "\n" + "|".join(["---"] * 1500) + "\n" + ("|".join("b" * 1500) + "\n") * 8,
    "deep list": "\n".join("  " * depth + "- x" for depth in range(500)),
    "deep callouts": "\n".join("> " * depth + "[!tip] x" for depth in range(1, 200)),
}


@pytest.mark.parametrize("text", TANGLES.values(), ids=TANGLES)
def test_a_tangle_ends_in_time(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "MAX_SECONDS", 1.0)
    with limited():  # far above the limit: one step is never cut
        page = render(Source(text, "Here.md"), SmallVault())
    assert page.too_much is (page.html == "")


def test_a_tangle_says_that_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "MAX_SECONDS", 0.0)
    assert render(Source("[a](b)", "Here.md"), SmallVault()).too_much


def test_a_text_above_the_limit_is_not_laid_out() -> None:
    assert render(Source("x" * (MAX_RENDERED + 1), "Here.md"), SmallVault()).too_much


@pytest.mark.parametrize("text", ["[[" * 100_000, "[" * 200_000, "]" * 9000 + "[a " * 9000, "x\n\n" + "![" * 100_000, "^[" * 9000])
def test_brackets_that_open_by_the_thousand_are_not_laid_out_at_all(text: str) -> None:
    with limited():
        assert render(Source(text, "Here.md"), SmallVault()).too_much  # at once: the time for a page does not end in tests


@pytest.mark.parametrize("text", ["[[a]] [b](c) [1] " * 5_000, "[ ] x\n\n" * 2_000])
def test_many_links_are_laid_out(text: str) -> None:
    assert not render(Source(text, "Here.md"), SmallVault()).too_much


def test_names_after_a_dollar_that_closes_nothing_are_read_in_one_way() -> None:
    with limited():
        assert "$" in render(Source("$" + "[[a]]" * 60, "Here.md"), SmallVault()).html
