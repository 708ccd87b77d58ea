"""A bare name over the service: the reader's language first, the other end's, or the one that has the section."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from api.mcp_client import found
from gpukb.kb import KnowledgeBase
from gpukb_api.mcp.server import make_server

LANGS = ["en", "ru"]


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_and_the_api_answer_a_name_in_the_readers_language(client: TestClient, lang: str) -> None:
    header = {"accept-language": f"{lang}-XX,{lang};q=0.9"}
    page = client.get("/ask", params={"q": "NVLink"}, headers=header).text
    assert {"en": "NVLink is a direct path", "ru": "NVLink — "}[lang] in page.partition("<blockquote")[0]
    answer = client.post("/api/v1/ask", json={"question": "NVLink"}, headers=header).json()
    assert {citation["note"]["lang"] for citation in answer["citations"]} == {answer["lang"]} == {lang}
    said = client.post("/v1/chat/completions", json={"messages": [{"role": "user", "content": "NVLink"}]}, headers=header).json()
    assert answer["markdown"].splitlines()[0] in said["choices"][0]["message"]["content"]


def test_the_language_that_the_client_asks_for_goes_before_its_header(client: TestClient) -> None:
    answer = client.post("/api/v1/ask", json={"question": "NVLink", "lang": "ru"}, headers={"accept-language": "en"}).json()
    assert {citation["note"]["lang"] for citation in answer["citations"]} == {"ru"}


@pytest.mark.parametrize(("other", "lang"), [("GPU scheduling", "en"), ("KV-кэш", "ru")])
def test_the_other_end_of_a_path_tells_the_language(client: TestClient, kb: KnowledgeBase, other: str, lang: str) -> None:
    assert client.get("/api/v1/graph/path", params={"from": other, "to": "NVLink"}).json()["end"]["lang"] == lang
    told: Any = found(make_server(kb), "find_path", **{"from": "NVLink", "to": other})
    assert told["start"]["lang"] == lang


@pytest.mark.parametrize(("section", "lang"), [("Definition", "en"), ("Определение", "ru")])
def test_a_section_tells_which_note_of_a_name_is_meant(kb: KnowledgeBase, section: str, lang: str) -> None:
    read: Any = found(make_server(kb), "get_note", note="NVLink", section=section)
    assert read["note"]["lang"] == lang
    assert [other["lang"] for other in read["namesakes"]] == [one for one in LANGS if one != lang]
