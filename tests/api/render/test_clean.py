"""Payloads that ran script in other products, through everything a note may hold."""

from __future__ import annotations

import pytest

from api.active import active_parts
from api.payloads import PAYLOADS
from api.render.small_vault import SmallVault
from gpukb_api.render import Source, render

PLACES = (
    "{}",
    "[[{}]]",
    "[[No such {}]]",
    "[[NVLink|{}]]",
    "[words]({})",
    "[words](<{}>)",
    "![{}](ring.png)",
    "![words]({})",
    "![[{}]]",
    "# {}",
    "> [!{}] {}",
    "> [!tip] {}",
    "| {} |\n|---|\n| {} |",
    "`{}`",
    "```{}\n{}\n```",
    "${}$",
    "$$\n{}\n$$",
    "=={}==",
    "#{}",
    "text ^{}",
    "[^1]\n\n[^1]: {}",
    "- [{}] task",
    "%%{}",
    "<sub>{}</sub>",
    "<{}>",
)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_that_a_note_says_becomes_active(payload: str) -> None:
    for place in PLACES:
        html = render(Source(place.replace("{}", payload), "Here.md"), SmallVault()).html
        assert active_parts(html) == [], place


@pytest.mark.parametrize("payload", ["<script>", "<p onclick=x>", "<a href=javascript:x>", "<svg style=x>"])
def test_the_check_itself_sees_what_acts(payload: str) -> None:
    assert active_parts(payload)
