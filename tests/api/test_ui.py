from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.requests import Request

from gpukb_api.pages.templates import STATIC, static_url
from gpukb_api.pages.ui import TONGUES, WEB, preferred, read_words, ui_for, ui_in

TEMPLATES = sorted((WEB / "templates").glob("*.html"))


def request(query: str = "", **headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "query_string": query.encode(), "headers": raw, "path": "/"})


def test_every_word_is_said_in_every_language() -> None:
    for key, said in [*read_words().items(), *read_words("relations").items()]:
        assert set(said) == set(TONGUES), key
        assert all(word.strip() for word in said.values()), key


def test_the_vault_is_called_by_one_name_in_every_language() -> None:
    said = " ".join(word for file in ("words", "rules") for words in read_words(file).values() for word in words.values()).lower()
    for other in ("skarbiec", "skarbc", "хранилищ"):
        assert other not in said


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_every_word_a_template_uses_is_in_the_file(template: Path) -> None:
    used = set(re.findall(r"\bui\.(\w+)\b(?!\()", template.read_text(encoding="utf-8"))) - {"lang"}
    assert used <= set(read_words())


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_no_script_and_no_inline_style(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=|\|\s*safe", text)


@pytest.mark.parametrize(
    ("made", "lang"),
    [
        (request("ui=pl", accept_language="ru"), "pl"),
        (request("ui=xx", accept_language="ru"), "ru"),
        (request(cookie="gpukb_ui=zh", accept_language="ru"), "zh"),
        (request(accept_language="de-DE,de;q=0.9,zh-Hans-CN;q=0.5,en;q=0.1"), "zh"),
        (request(accept_language="en;q=0, ru;q=0.1"), "ru"),
        (request(), "en"),
    ],
)
def test_the_language_is_the_one_asked_for_then_the_cookies_then_the_browsers(made: Request, lang: str) -> None:
    assert ui_for(made).lang == lang


def test_a_strange_header_is_no_error() -> None:
    assert preferred("ru;q=x, en;q=0.5,*") == ["*", "en"]


def test_a_type_of_the_vaults_own_keeps_its_name() -> None:
    assert ui_in("ru").type("recipe") == "recipe"


def test_files_of_ours_carry_their_digest() -> None:
    assert re.fullmatch(r"/static/style\.css\?v=[0-9a-f]{10}", static_url("style.css"))


def test_the_sheet_loads_nothing_from_outside() -> None:
    assert not re.search(r"url\(|@import|https?:", (STATIC / "style.css").read_text(encoding="utf-8"))
