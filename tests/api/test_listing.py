"""What all lists of the API share: entity tags, links to the next stretch, languages, request ids."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from gpukb.kb import KnowledgeBase
from gpukb.note import note_id
from gpukb_api import create_app

HERE = "http://127.0.0.1:8000"
NVLINK = note_id("Вики/NVLink.md")
TENSOR = note_id("Вики/Тензорный параллелизм.md")
LISTS = [
    "/notes?limit=3",
    f"/notes/{NVLINK}/links",
    f"/notes/{NVLINK}/backlinks",
    f"/notes/{NVLINK}/mentions",
    f"/notes/{NVLINK}/related",
    f"/notes/{TENSOR}/translations",
    "/backlinks?note=Вики/NVLink.md",
    "/search?q=NVLink",
    "/suggest?q=NV",
    "/terms",
    f"/terms/{TENSOR}",
    "/graph",
    "/graph/path?from=Home&to=Вики/NVLink.md",
    "/facets",
]


@pytest.mark.parametrize("path", LISTS)
def test_a_list_is_sent_once_a_generation(client: TestClient, path: str) -> None:
    first = client.get(f"/api/v1{path}")
    assert first.status_code == 200
    tag = first.headers["etag"]
    assert re.fullmatch(r'"[0-9a-f]{32}"', tag)
    again = client.get(f"/api/v1{path}", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = f"{path}&type=none" if "?" in path else f"{path}?limit=1"
    assert client.get(f"/api/v1{other}", headers={"if-none-match": tag}).status_code != 304


def test_a_list_is_sent_again_when_the_index_moved_on(tmp_path: Path, own_home: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "A.md").write_text("The walrus.", encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as kb:
        client = TestClient(create_app(kb), base_url=HERE)
        held = {path: client.get(path).headers["etag"] for path in ("/api/v1/notes", "/api/v1/search?q=walrus")}
        (tmp_path / "vault" / "B.md").write_text("Another walrus.", encoding="utf-8")
        kb.sync()
        for path, tag in held.items():
            assert len(client.get(path, headers={"if-none-match": tag}).json()["items"]) == 2
        other = TestClient(create_app(kb), base_url=HERE)
        assert other.get("/api/v1/notes").headers["etag"] != client.get("/api/v1/notes").headers["etag"]


@pytest.mark.parametrize(
    "path", ["/notes?limit=4&sort=title&lang=ru", f"/notes/{note_id('Карта.canvas')}/mentions?limit=1", "/terms?limit=1", "/lint?limit=2"]
)
def test_the_link_leads_through_the_whole_list(client: TestClient, path: str) -> None:
    name = "findings" if "lint" in path else "items"
    found: list[Any] = []
    address, pages = f"/api/v1{path}", 0
    while True:
        response = client.get(address)
        body = response.json()
        found += body[name]
        pages += 1
        if "link" not in response.headers:
            break
        read = re.fullmatch(r'<(/api/v1/[^>]+)>; rel="next"', response.headers["link"])
        assert read
        address = read[1]
        assert address.isascii()
    assert body["next_cursor"] is None
    assert pages > 1
    whole = client.get(re.sub(r"limit=\d", "limit=100", f"/api/v1{path}")).json()[name]
    assert found == whole


def test_a_note_tells_its_language(client: TestClient) -> None:
    for address in (f"/api/v1/notes/{NVLINK}", f"/api/v1/notes/{NVLINK}/preview"):
        assert client.get(address).headers["content-language"] == "ru"
    assert client.get("/api/v1/notes/n_000000000000").headers["content-language"] == "en"


@pytest.mark.parametrize("lang", ["язык", "e\\r\\nX-Evil: 1", "<script>", "x" * 300, "und"])
def test_a_language_that_is_none_stands_in_no_header(tmp_path: Path, own_home: Path, lang: str) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "A.md").write_text(f'---\nlang: "{lang}"\n---\n1\n', encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as kb:
        client = TestClient(create_app(kb), base_url=HERE)
        for address in (f"/api/v1/notes/{note_id('A.md')}", f"/api/v1/notes/{note_id('A.md')}/preview"):
            response = client.get(address)
            assert response.status_code == 200
            assert "x-evil" not in response.headers
            assert re.fullmatch(r"[a-z]{2,3}(-\w+)*", response.headers.get("content-language", "en"))


def test_a_request_keeps_the_id_of_its_trace(client: TestClient) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    assert client.get("/healthz", headers={"traceparent": f"00-{trace}-00f067aa0ba902b7-01"}).headers["x-request-id"] == trace
    refused = client.get("/api/v1/nothing", headers={"traceparent": f"00-{trace}-00f067aa0ba902b7-01"})
    assert refused.json()["request_id"] == refused.headers["x-request-id"] == trace


@pytest.mark.parametrize(
    "traceparent",
    [
        "",
        "x",
        f"00-{'0' * 32}-00f067aa0ba902b7-01",
        f"ff-{'a' * 32}-00f067aa0ba902b7-01",
        f"00-{'A' * 32}-00f067aa0ba902b7-01",
        f"00-{'a' * 33}-00f067aa0ba902b7-01",
    ],
)
def test_a_trace_that_is_none_gets_an_id_of_ours(client: TestClient, traceparent: str) -> None:
    id = client.get("/healthz", headers={"traceparent": traceparent}).headers["x-request-id"]
    assert re.fullmatch(r"[0-9a-f]{32}", id)
    assert id not in traceparent or not traceparent
