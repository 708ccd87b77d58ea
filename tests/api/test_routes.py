"""How the routes answer what is not there, not known or not allowed; caching; health."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from gpukb.errors import UsageError
from gpukb.kb import KnowledgeBase
from gpukb_api import create_app, models
from gpukb_api.application import API
from gpukb_api.cursors import read_cursor
from gpukb_api.openapi import document

GET_ROUTES = [path for path, methods in document()["paths"].items() if "get" in methods and path.startswith(API)]
NOTE = "n_000000000000"


def path_of(route: str) -> str:
    return route.replace("{note_id}", NOTE).replace("{answer_id}", "a_x").replace("{citation_id}", "c_x").replace("{job_id}", "j_x")


def problem(response: Any, status: int, code: str | None = None) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    models.ProblemObject.model_validate(body, strict=True)
    assert body["status"] == status
    assert body["request_id"] == response.headers["x-request-id"]
    assert code is None or body["code"] == code
    return body


@pytest.mark.parametrize("route", GET_ROUTES)
def test_an_unknown_parameter_is_422(client: TestClient, route: str) -> None:
    body = problem(client.get(path_of(route), params={"no_such": "1"}), 422)
    assert "/query/no_such" in [error["pointer"] for error in body["errors"]]


@pytest.mark.parametrize("route", GET_ROUTES)
def test_another_method_is_405_with_allow(client: TestClient, route: str) -> None:
    response = client.post(path_of(route), json={})
    if route.endswith("/ask"):
        return
    problem(response, 405, "method-not-allowed")
    assert "GET" in response.headers["allow"]


@pytest.mark.parametrize(
    ("path", "params", "pointer"),
    [
        ("/search", {}, "/query/q"),
        ("/search", {"q": ""}, "/query/q"),
        ("/search", {"q": "x" * 513}, "/query/q"),
        ("/search", {"q": "x", "limit": 0}, "/query/limit"),
        ("/search", {"q": "x", "limit": 101}, "/query/limit"),
        ("/search", {"q": "x", "limit": "many"}, "/query/limit"),
        ("/search", {"q": "x", "mode": "magic"}, "/query/mode"),
        ("/suggest", {"q": "x", "limit": 11}, "/query/limit"),
        ("/notes", {"sort": "size"}, "/query/sort"),
        ("/graph", {"depth": 4}, "/query/depth"),
        ("/graph/path", {"from": "Home"}, "/query/to"),
        ("/graph/path", {"from": "Home", "to": "Home", "max_hops": 9}, "/query/max_hops"),
        ("/graph", {"limit": 5001}, "/query/limit"),
    ],
)
def test_a_bad_parameter_is_422_with_a_pointer(client: TestClient, path: str, params: dict[str, Any], pointer: str) -> None:
    body = problem(client.get(API + path, params=params), 422, "invalid-request")
    assert pointer in [error["pointer"] for error in body["errors"]]


@pytest.mark.parametrize(
    "params", [{"q": "   "}, {"q": "foo:bar"}, {"q": "x", "updated_after": "yesterday"}, {"q": "x", "prop": "nocolon"}]
)
def test_a_query_that_cannot_be_read_is_422_and_says_why(client: TestClient, params: dict[str, str]) -> None:
    assert len(problem(client.get(f"{API}/search", params=params), 422)["detail"]) > 10


@pytest.mark.parametrize(
    "q", ['"', '""', "AND OR NOT", "NEAR(a b)", "a* ^b", "title:", "(((", "x' OR 1=1 --", "\\", "😀", "\u202e", "a\x00b"]
)
def test_operators_of_the_full_text_engine_are_only_words(client: TestClient, q: str) -> None:
    assert client.get(f"{API}/search", params={"q": q}).status_code in (200, 422)


def packed(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("sort", "text"),
    [
        ("updated", '["updated", 9223372036854775808, "a"]'),
        ("updated", '["updated", -1e999, "a"]'),
        ("updated", f'["updated", {"9" * 5000}, "a"]'),
        ("title", '["title", "\\ud800", "a"]'),
        ("title", '["title", "a", "\\udfff"]'),
        ("title", "[" * 100_000),
        ("title", '["title", ["a"], "a"]'),
    ],
)
def test_a_cursor_that_was_tampered_with_is_422(client: TestClient, sort: str, text: str) -> None:
    with pytest.raises(UsageError):
        read_cursor(packed(text), sort)
    if len(text) < 1000:
        problem(client.get(f"{API}/notes", params={"cursor": packed(text), "sort": sort}), 422)


@pytest.mark.parametrize("filter", ["type", "tag", "path", "prop", "updated_after"])
def test_half_a_character_in_a_filter_is_422(client: TestClient, filter: str) -> None:
    content = json.dumps({"question": "GPU", "filter": {filter: ["a=\ud800"]}})
    problem(client.post(f"{API}/ask", content=content, headers={"content-type": "application/json"}), 422)


@pytest.mark.parametrize("content", ["\udc00 GPU", [{"type": "text", "text": "\ud83d"}]])
def test_half_a_character_in_a_chat_is_400(client: TestClient, content: object) -> None:
    body = json.dumps({"messages": [{"role": "user", "content": content}]})
    refused = client.post("/v1/chat/completions", content=body, headers={"content-type": "application/json"})
    assert refused.status_code == 400
    assert refused.json()["error"]["type"] == "invalid_request_error"


def test_a_whole_pair_of_surrogates_is_a_character(client: TestClient) -> None:
    content = '{"question": "GPU \\ud83d\\ude00"}'
    assert client.post(f"{API}/ask", content=content, headers={"content-type": "application/json"}).json()["question"] == "GPU 😀"


@pytest.mark.parametrize("cursor", ["x", "!!!!", "W10", "bnVsbA", "WyJ0aXRsZSIsICJhIiwgImIiXQ", "A" * 2001])
def test_a_cursor_that_is_not_ours_is_422(client: TestClient, cursor: str) -> None:
    problem(client.get(f"{API}/notes", params={"cursor": cursor}), 422)


@pytest.mark.parametrize("suffix", ["", "/preview", "/links", "/backlinks", "/mentions", "/translations"])
@pytest.mark.parametrize("note", [NOTE, "n_x", "Home.md", "..%2F..%2Fetc%2Fpasswd", "%00", "n_000000000000%2F.."])
def test_an_unknown_note_is_404(client: TestClient, note: str, suffix: str) -> None:
    problem(client.get(f"{API}/notes/{note}{suffix}"), 404)


def test_a_private_note_is_nowhere(client: TestClient) -> None:
    from gpukb.note import note_id

    for path in ("Дневник.md", "Templates/Wiki.md"):
        problem(client.get(f"{API}/notes/{note_id(path)}"), 404)
        problem(client.get(f"{API}/backlinks", params={"note": path}), 404)
    assert "Дневник" not in client.get(f"{API}/notes", params={"limit": 100}).text
    assert "Дневник" not in client.get(f"{API}/search", params={"q": "пароль от кластера"}).text
    assert client.get("/n/" + note_id("Дневник.md")).status_code == 404


def test_a_note_that_is_asked_for_by_name_is_404_with_the_nearest(client: TestClient) -> None:
    body = problem(client.get(f"{API}/backlinks", params={"note": "GPU schedulling!"}), 404, "note-not-found")
    assert "Wiki/GPU scheduling.md" in body["nearest"]


def test_answers_are_gone_after_a_while_and_others_never_were(client: TestClient) -> None:
    problem(client.get(f"{API}/answers/a_abcdefghijkl"), 410, "answer-gone")
    problem(client.get(f"{API}/answers/nonsense"), 404)


@pytest.mark.parametrize("citation", ["c_", "c_x", "c_AAAA", "x", "c_" + "A" * 500])
def test_what_is_no_citation_is_404(client: TestClient, citation: str) -> None:
    problem(client.get(f"{API}/citations/{citation}"), 404)


@pytest.mark.parametrize("path", ["/api/v1", "/api/v1/", "/api/v2/search", "/api/v1/search/", "/openapi.json/", "/docs", "/n/"])
def test_nothing_redirects(client: TestClient, path: str) -> None:
    problem(client.get(path), 404)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/body/question"),
        ({"question": ""}, "/body/question"),
        ({"question": "   "}, "/body/question"),
        ({"question": "x" * 513}, "/body/question"),
        ({"question": "x", "base_url": "http://169.254.169.254"}, "/body/base_url"),
        ({"question": "x", "api_key": "k"}, "/body/api_key"),
        ({"question": "x", "lang": "../x"}, "/body/lang"),
        ({"question": "x", "filter": {"owner": ["me"]}}, "/body/filter/owner"),
        ({"question": ["x"]}, "/body/question"),
    ],
)
def test_a_bad_question_is_422_with_a_pointer(client: TestClient, body: dict[str, Any], pointer: str) -> None:
    answer = problem(client.post(f"{API}/ask", json=body), 422)
    assert any(error["pointer"].startswith(pointer) for error in answer["errors"])


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"question": "\\ud800"}'])
def test_a_body_that_is_no_question_is_422(client: TestClient, content: bytes) -> None:
    problem(client.post(f"{API}/ask", content=content, headers={"content-type": "application/json"}), 422)


def test_a_question_with_unknown_parameters_is_422(client: TestClient) -> None:
    problem(client.post(f"{API}/ask?model=x", json={"question": "Что?"}), 422)


def test_a_filter_holds_for_answers_too(client: TestClient) -> None:
    body = client.post(f"{API}/ask", json={"question": "Что такое NVLink?", "filter": {"lang": ["en"]}}).json()
    assert {citation["note"]["lang"] for citation in body["citations"]} <= {"en"}


def test_a_note_is_sent_once(client: TestClient) -> None:
    url = client.get(f"{API}/resolve", params={"link": "Home"}).json()["note"]["id"]
    first = client.get(f"{API}/notes/{url}")
    again = client.get(f"{API}/notes/{url}", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert client.get(f"{API}/notes/{url}", headers={"if-none-match": 'W/"other"'}).status_code == 200
    assert client.get(f"{API}/notes/{url}", params={"include": "raw"}).headers["etag"] != first.headers["etag"]


def test_a_note_as_markdown_is_its_file(client: TestClient, kb: Any) -> None:
    url = client.get(f"{API}/resolve", params={"link": "Home"}).json()["note"]["id"]
    response = client.get(f"{API}/notes/{url}", headers={"accept": "text/markdown"})
    assert response.headers["content-type"].startswith("text/markdown")
    assert response.text == (kb.vault / "Home.md").read_text(encoding="utf-8")


def test_health(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ready"}
    assert client.get("/version").json()["name"] == "gpukb"


def test_trouble_in_the_background_is_degraded_and_still_ready(kb: KnowledgeBase) -> None:
    class Told:  # the knowledge base as these routes see it
        ready, trouble = True, ("vectors: no model answers",)

    app = create_app(kb)
    app.state.kb = told = Told()
    client = TestClient(app, base_url="http://127.0.0.1:8000")
    assert (client.get("/readyz").status_code, client.get("/readyz").json()) == (200, {"status": "degraded"})
    told.ready = False
    response = client.get("/readyz")
    assert (response.status_code, response.headers["retry-after"], response.json()) == (503, "5", {"status": "starting"})


def test_head_is_get_without_a_body(client: TestClient) -> None:
    response = client.head("/readyz")
    assert (response.status_code, response.content) == (200, b"")


def test_letters_are_sent_as_they_are(client: TestClient) -> None:
    assert "Тензорный" in client.get(f"{API}/search", params={"q": "тензорный"}).text


def test_related_notes_come_with_why(client):
    note = client.get("/api/v1/search", params={"q": "NVLink", "lang": "en"}).json()["items"][0]["note"]
    found = client.get(f"/api/v1/notes/{note['id']}/related", params={"limit": 3}).json()
    assert found["note"]["id"] == note["id"]
    assert 0 < len(found["items"]) <= 3
    assert all(one["why"]["linked"] or one["why"]["shared"] or one["why"]["nearness"] for one in found["items"])
    assert client.get("/api/v1/notes/n_000000000000/related").status_code == 404
    assert client.get(f"/api/v1/notes/{note['id']}/related", params={"depth": 2}).status_code == 422


def test_versions_of_a_concept_fold_and_facets_and_unknown_words_are_told(client):
    params = {"q": "NVLink", "group": "concept", "limit": 20}
    found = client.get("/api/v1/search", params=params).json()
    folded = [hit for hit in found["items"] if hit.get("translations")]
    assert folded
    told = {hit["note"]["id"] for hit in found["items"]}
    assert not told.intersection(other["id"] for hit in folded for other in hit["translations"])
    assert {one["value"] for one in found["facets"]["lang"]} >= {"ru", "en"}
    assert client.get("/api/v1/search", params={"q": "blorptastic"}).json()["query"]["unknown_words"] == ["blorptastic"]
    assert client.get("/api/v1/search", params={"q": "NVLink", "group": "magic"}).status_code == 422
