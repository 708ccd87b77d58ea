"""The cards that links show: small, quiet, and about the place that the link names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.active import active_parts
from api.payloads import PAYLOADS
from gpukb.kb import KnowledgeBase
from gpukb.note import note_id
from gpukb_api import create_app, models

HERE = "http://127.0.0.1:8000"
TENSOR = note_id("Вики/Тензорный параллелизм.md")
Preview = Callable[..., dict[str, Any]]


def preview(client: TestClient, note: str, **params: str) -> dict[str, Any]:
    response = client.get(f"/api/v1/notes/{note}/preview", params=params or None)
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json()
    models.PreviewObject.model_validate(body, strict=True, extra="forbid")
    assert len(body["html"].encode()) <= 2048
    return body


@pytest.fixture
def of(tmp_path: Path, own_home: Path) -> Iterator[Preview]:
    """The preview of a note with this text."""
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Secret.md").write_text("---\nprivate: true\n---\nA walrus.\n", encoding="utf-8")
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as kb:
        client = TestClient(create_app(kb), base_url=HERE)

        def made(text: str, **params: str) -> dict[str, Any]:
            (vault / "N.md").write_bytes(text.encode())
            kb.sync()
            return preview(client, note_id("N.md"), **params)

        yield made


def test_without_an_anchor_it_is_what_the_note_says_first(client: TestClient) -> None:
    body = preview(client, TENSOR)
    lead = client.get("/api/v1/search", params={"q": "Тензорный параллелизм", "lang": "ru"}).json()["items"][0]["snippet"]["text"]
    assert body["title"] == "Тензорный параллелизм"
    assert body["lang"] == "ru"
    assert lead[:30] in body["html"]
    assert (body["anchor"], body["heading"]) == (None, None)


def test_every_anchor_of_a_note_has_its_own_part(client: TestClient) -> None:
    headings = client.get(f"/api/v1/notes/{TENSOR}").json()["headings"][1:]
    cards = [preview(client, TENSOR, anchor=heading["anchor"]) for heading in headings]
    assert [card["heading"] for card in cards] == [heading["text"] for heading in headings]
    assert all(card["url"].endswith(f"#{card['anchor']}") for card in cards)
    assert len({card["html"] for card in cards}) == len(cards)


def test_a_block_is_shown_alone(of: Preview) -> None:
    body = of("First.\n\nThe walrus sleeps. ^Bed\n\nLast.\n", anchor="^bed")
    assert body["html"] == "<p>The walrus sleeps.</p>"
    assert (body["anchor"], body["cut"]) == ("^bed", False)


def test_a_section_ends_at_the_next_heading_of_its_level(of: Preview) -> None:
    body = of("# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree\n", anchor="a")
    assert "one" in body["html"]
    assert "two" in body["html"]
    assert "three" not in body["html"]


def test_an_anchor_that_is_gone_shows_the_beginning(of: Preview) -> None:
    body = of("# A\n\nThe beginning is here.\n", anchor="gone")
    assert (body["anchor"], body["html"]) == (None, "<p>The beginning is here.</p>")
    assert "#" not in body["url"]


@pytest.mark.parametrize(
    "text",
    [
        "Слово за словом. " * 400,
        "字" * 3000 + "。",
        "x" * 5000,
        "- пункт списка\n" * 400,
        "| а | б |\n| - | - |\n" + "| слово | слово |\n" * 300,
        "```\n" + "code = '&'\n" * 400 + "```\n",
        "Abzac tekstu.\n\n" * 400,
        "&<>" * 1000,
        "**a" * 1000,
        "One\r\ntwo\r\n\r\n" * 500,
    ],
    ids=["prose", "chinese", "one word", "list", "table", "code", "paragraphs", "entities", "marks", "crlf"],
)
def test_a_long_note_is_cut_and_says_so(of: Preview, text: str) -> None:
    body = of(text)
    assert body["cut"]
    assert len(body["html"].encode()) > 600


def test_links_lose_their_addresses_and_pictures_are_left_out(of: Preview) -> None:
    body = of("See [[Walrus|the walrus]], [a site](https://example.org) and ![alt](https://example.org/x.png).\n")
    assert "the walrus" in body["html"]
    assert "<a" not in body["html"]
    assert "<img" not in body["html"]
    assert "example.org" not in body["html"]


def test_an_embed_brings_no_other_notes_text(of: Preview) -> None:
    assert "walrus" not in of("Before.\n\n![[Secret]]\n\nAfter.\n")["html"]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_in_a_preview_becomes_active(of: Preview, payload: str) -> None:
    for body in (of(f"{payload}\n"), of(f"# {payload}\n\n{payload} and more ^id\n", anchor="^id")):
        assert active_parts(body["html"]) == []
        assert "id=" not in body["html"].replace("&lt;", "")


def test_an_empty_note_and_a_canvas_have_an_empty_card(of: Preview, client: TestClient) -> None:
    assert of("")["html"] == ""
    assert preview(client, note_id("Карта.canvas"))["html"] == ""


def test_a_preview_is_sent_once(client: TestClient) -> None:
    address = f"/api/v1/notes/{TENSOR}/preview"
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(address, params={"anchor": "числа"}).headers["etag"] != first.headers["etag"]
