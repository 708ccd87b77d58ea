"""What `/metrics` counts, and what it must not tell."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from gpukb.kb import KnowledgeBase
from gpukb_api import create_app
from gpukb_api.security import Policy

FIXTURE = Path(__file__).parent.parent / "vault"
HERE = "http://127.0.0.1:8000"
Sample = tuple[str, frozenset[tuple[str, str]]]


@pytest.fixture
def own(tmp_path: Path, own_home: Path) -> Iterator[TestClient]:
    """A client that nobody else's requests are counted for."""
    vault = Path(shutil.copytree(FIXTURE, tmp_path / "vault"))
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as kb:
        yield TestClient(create_app(kb), base_url=HERE, follow_redirects=False)


def numbers(client: TestClient) -> dict[Sample, float]:
    response = client.get("/metrics")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = text_string_to_metric_families(response.text)
    return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}


def requests(found: dict[Sample, float], route: str, method: str, status: int) -> float:
    labels = {"route": route, "method": method, "status": str(status)}
    return found.get(("gpukb_http_requests_total", frozenset(labels.items())), 0)


def test_requests_are_counted_by_route_method_and_status(own: TestClient) -> None:
    own.get("/api/v1/search", params={"q": "secret words"})
    own.get("/api/v1/search", params={"q": "other words"})
    own.get("/api/v1/search")
    own.head("/api/v1/notes/n_000000000000")
    own.get("/n/n_000000000000/secret-title")
    own.post("/api/v1/ask", json={"question": "secret question?"})
    found = numbers(own)
    assert requests(found, "/api/v1/search", "GET", 200) == 2
    assert requests(found, "/api/v1/search", "GET", 422) == 1
    assert requests(found, "/api/v1/notes/{note_id}", "HEAD", 404) == 1
    assert requests(found, "/n/{note_id}/{title:path}", "GET", 404) == 1
    assert requests(found, "/api/v1/ask", "POST", 200) == 1
    assert found["gpukb_http_request_seconds_count", frozenset({("route", "/api/v1/search")})] == 3
    assert "secret" not in own.get("/metrics").text


def test_what_is_refused_and_what_is_nowhere_is_counted_without_its_path(own: TestClient) -> None:
    own.get("/secret/path")
    own.get("/", headers={"host": "evil.example"})
    own.request("SECRET", "/")
    found = numbers(own)
    assert requests(found, "other", "GET", 404) == 1
    assert requests(found, "other", "GET", 421) == 1
    assert requests(found, "other", "other", 415) == 1
    assert "secret" not in own.get("/metrics").text.lower()


def test_a_request_that_breaks_is_a_500_in_the_numbers_too(own: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpukb_api.routes.index.status_object", lambda _: 1 // 0)
    assert own.get("/api/v1/index").status_code == 500
    assert requests(numbers(own), "/api/v1/index", "GET", 500) == 1


def test_the_index_is_told_in_numbers(own: TestClient) -> None:
    status = own.get("/api/v1/index").json()
    found = {name: value for (name, labels), value in numbers(own).items() if not labels}
    assert found["gpukb_index_generation"] == status["generation"]
    assert found["gpukb_index_notes"] == status["notes"] > 5
    assert found["gpukb_index_passages"] == status["passages"] > 5
    assert found["gpukb_index_links_unresolved"] == status["unresolved"]
    assert found["gpukb_index_last_sync_timestamp_seconds"] > 1_700_000_000
    assert found["gpukb_trouble"] == 0


def test_no_name_of_the_vault_stands_in_the_numbers(own: TestClient) -> None:
    titles = [note["title"] for note in own.get("/api/v1/notes", params={"limit": 100}).json()["items"]]
    text = own.get("/metrics").text
    assert titles
    assert not [title for title in titles if title in text]


def test_an_index_that_cannot_be_read_leaves_the_other_numbers(tmp_path: Path, own_home: Path) -> None:
    vault = Path(shutil.copytree(FIXTURE, tmp_path / "vault"))
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as kb:
        client = TestClient(create_app(kb), base_url=HERE)
        kb._index.release()
        shutil.rmtree(tmp_path / "index")
        names = {name for name, _ in numbers(client)}
    assert "gpukb_info" in names
    assert "gpukb_index_notes" not in names


def test_the_numbers_need_the_token(kb: KnowledgeBase) -> None:
    client = TestClient(create_app(kb, Policy(token="secret")), base_url=HERE)
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers={"authorization": "Bearer secret"}).status_code == 200
