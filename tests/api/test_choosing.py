"""What a client may choose of a list or a note: languages, members, pages. What it misspells is told with what there is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from gpukb.note import note_id

NVLINK = note_id("Вики/NVLink.md")


def get(client: TestClient, path: str, **params: Any) -> Any:
    response = client.get(f"/api/v1{path}", params=params)
    assert response.status_code == 200, response.text
    return response.json()


LISTS = ["/notes?limit=100&", "/search?q=NVLink&limit=100&", "/graph?limit=100&", "/facets?", f"/notes/{NVLINK}/backlinks?"]


@pytest.mark.parametrize("path", LISTS)
def test_any_language_is_no_filter(client: TestClient, path: str) -> None:
    plain, any_lang = (client.get(f"/api/v1{address}").json() for address in (path, f"{path}lang=any"))
    for body in (plain, any_lang):
        body.pop("took_ms", None)
    assert plain == any_lang


@pytest.mark.parametrize("asked", ["fields=id,title", "fields=id&fields=title"])
def test_a_list_has_the_members_that_were_asked_for(client: TestClient, asked: str) -> None:
    body = client.get(f"/api/v1/notes?limit=100&{asked}").json()
    assert {tuple(note) for note in body["items"]} == {("id", "title")}
    assert body["total_estimate"] == len(body["items"])


@pytest.mark.parametrize("asked", ["include=html,raw", "include=html&include=raw", "include=outline,html,raw,frontmatter"])
def test_parts_of_a_note_may_be_joined_by_commas(client: TestClient, asked: str) -> None:
    body = client.get(f"/api/v1/notes/{NVLINK}?{asked}").json()
    assert "NVLink" in body["text"]
    assert "<h" in body["html"]
    assert "links" not in body
    assert body["headings"][0]["text"] == "NVLink"
    assert isinstance(body["properties"], dict)


def test_links_and_backlinks_come_by_language_and_page_by_page(client: TestClient) -> None:
    for kind in ("links", "backlinks"):
        whole = get(client, f"/notes/{NVLINK}/{kind}")
        assert whole["note"]["id"] == NVLINK
        assert (whole["next_cursor"], whole["total_estimate"]) == (None, len(whole["items"]))
        pages: list[Any] = []
        cursor: dict[str, str] = {}
        while True:
            page = get(client, f"/notes/{NVLINK}/{kind}", limit=1, **cursor)
            assert page["total_estimate"] == whole["total_estimate"]
            pages += page["items"]
            if not page["next_cursor"]:
                break
            cursor = {"cursor": page["next_cursor"]}
        assert pages == whole["items"]
        russian = get(client, f"/notes/{NVLINK}/{kind}", lang="ru")["items"]
        assert russian == [one for one in whole["items"] if one["note"] and one["note"]["lang"] == "ru"]
        assert russian


def test_a_search_goes_on_page_by_page(client: TestClient) -> None:
    first = get(client, "/search", q="NVLink", limit=5)
    seen, cursor = first["items"], first["next_cursor"]
    assert [hit["rank"] for hit in seen] == [1, 2, 3, 4, 5]
    while cursor:
        page = get(client, "/search", q="NVLink", limit=5, cursor=cursor)
        assert page["items"]
        assert page["facets"] == first["facets"]
        seen, cursor = seen + page["items"], page["next_cursor"]
    assert [hit["rank"] for hit in seen] == list(range(1, len(seen) + 1))
    whole = get(client, "/search", q="NVLink", limit=100)
    assert whole["next_cursor"] is None
    assert sorted(hit["note"]["id"] for hit in seen) == sorted(hit["note"]["id"] for hit in whole["items"])


@pytest.mark.parametrize("change", [{"q": "GPU"}, {"limit": 6}, {"lang": "ru"}, {"mode": "lexical"}])
def test_a_cursor_belongs_to_its_search(client: TestClient, change: dict[str, Any]) -> None:
    asked = {"q": "NVLink", "limit": 5}
    cursor = get(client, "/search", **asked)["next_cursor"]
    response = client.get("/api/v1/search", params={**asked, **change, "cursor": cursor})
    assert (response.status_code, response.json()["code"]) == (422, "invalid-request")
    assert "begin again" in response.json()["detail"]


@pytest.mark.parametrize("path", ["/search?q=x", f"/notes/{NVLINK}/links?", f"/notes/{NVLINK}/backlinks?", "/lint?"])
@pytest.mark.parametrize("cursor", ["x", "W10", "WyJhIiwgMV0", "AAAA", "1"])
def test_a_cursor_of_nobody_is_refused(client: TestClient, path: str, cursor: str) -> None:
    response = client.get(f"/api/v1{path}&cursor={cursor}")
    assert (response.status_code, response.json()["code"]) == (422, "invalid-request")


def test_an_answer_may_be_asked_of_some_notes_alone(client: TestClient) -> None:
    russian, english = note_id("Вики/NVLink.md"), note_id("Wiki/NVLink.md")
    for one in (russian, english):
        body = client.post("/api/v1/ask", json={"question": "What is NVLink?", "filter": {"note_ids": [one]}}).json()
        assert body["citations"]
        assert {citation["note"]["id"] for citation in body["citations"]} == {one}
    none = client.post("/api/v1/ask", json={"question": "What is NVLink?", "filter": {"note_ids": ["n_000000000000"]}}).json()
    assert (none["status"], none["citations"]) == ("abstained", [])


@pytest.mark.parametrize(
    ("path", "pointer", "said"),
    [
        ("/search?q=x&tpye=wiki", "/query/tpye", "did you mean 'type'?"),
        ("/resolve?link=x&form=y", "/query/form", "did you mean 'from'?"),
        ("/healthz?zzz=1", "/query/zzz", "unknown name 'zzz'"),
        ("/search", "/query/q", "is missing"),
    ],
)
def test_what_is_misspelt_or_missing_is_told_with_what_there_is(client: TestClient, path: str, pointer: str, said: str) -> None:
    response = client.get(path if path.startswith("/healthz") else f"/api/v1{path}")
    assert response.status_code == 422
    [error] = response.json()["errors"]
    assert error["pointer"] == pointer
    assert said in error["detail"]


def test_what_is_misspelt_deep_in_a_body_is_told_too(client: TestClient) -> None:
    body = {"question": "x", "filter": {"lnag": ["ru"]}, "messages": [{"role": "user", "content": "y", "name": "z"}]}
    errors = client.post("/api/v1/ask", json=body).json()["errors"]
    assert [error["pointer"] for error in errors] == ["/body/filter/lnag", "/body/messages/0/name"]
    assert "did you mean 'lang'?" in errors[0]["detail"]
    assert "known: content, role" in errors[1]["detail"]


def test_answers_are_counted_by_their_status(client: TestClient) -> None:
    def counted() -> dict[str, float]:
        found = re.findall(r'gpukb_ask_total\{status="(\w+)"\} ([0-9.]+)', client.get("/metrics").text)
        return {status: float(count) for status, count in found}

    before = counted()
    for question in ("What is NVLink?", "Как испечь бисквит?"):
        client.post("/api/v1/ask", json={"question": question})
    after = counted()
    assert {status: after[status] - before.get(status, 0) for status in ("grounded", "abstained")} == {"grounded": 1, "abstained": 1}


def test_an_answer_can_be_rated_and_tells_the_last_word(client: TestClient) -> None:
    answer = client.post("/api/v1/ask", json={"question": "What is NVLink?"}).json()
    place = f"/api/v1/answers/{answer['id']}"
    before = client.get("/metrics").text.count('gpukb_answer_feedback_total{rating="up"}')
    assert "feedback" not in client.get(place).json()
    for body in ({"rating": "down", "comment": "Too short."}, {"rating": "up"}):
        response = client.post(f"{place}/feedback", json=body)
        assert (response.status_code, response.content) == (204, b"")
    assert client.get(place).json()["feedback"] == {"rating": "up", "comment": ""}
    assert before == 0
    assert 'gpukb_answer_feedback_total{rating="up"} 1.0' in client.get("/metrics").text
    assert client.post(f"{place}/feedback", json={"rating": "sideways"}).status_code == 422
    assert client.post("/api/v1/answers/a_none/feedback", json={"rating": "up"}).status_code == 410
    assert client.post("/api/v1/answers/none/feedback", json={"rating": "up"}).status_code == 404
