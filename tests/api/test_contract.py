"""Each object of the API against its documented shape: no member missing, none too many, every type as told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel
from starlette.testclient import TestClient

from gpukb_api import models

ANSWERED = "Что такое тензорный параллелизм?"
UNANSWERED = "Как испечь бисквит?"


def get(client: TestClient, path: str, **params: Any) -> dict[str, Any]:
    response = client.get(f"/api/v1{path}", params=params or None)
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json()
    return body


def hold(shape: type[BaseModel], body: dict[str, Any]) -> None:
    shape.model_validate(body, strict=True, extra="forbid")


def note_id(client: TestClient, name: str) -> str:
    return str(get(client, "/resolve", link=f"[[{name}]]")["note"]["id"])


@pytest.mark.parametrize("explain", [False, True])
def test_search(client: TestClient, explain: bool) -> None:
    body = get(client, "/search", q="GPU scheduling", explain=explain)
    hold(models.SearchObject, body)
    assert body["items"][0]["note"]["title"] == "GPU scheduling"
    assert ("signals" in body["items"][0]) is explain


def test_the_text_of_a_hit_stands_where_it_says(client: TestClient) -> None:
    for hit in get(client, "/search", q="NVLink")["items"]:
        source = hit["passage"]["source"]
        text = get(client, f"/notes/{hit['note']['id']}", include="raw")["text"]
        assert text[source["start"] : source["end"]] == hit["passage"]["text"]
        assert text.count("\n", 0, source["start"]) + 1 == source["line_start"]


def test_a_snippet_is_short_plain_text_with_ranges_inside_it(client: TestClient) -> None:
    for hit in get(client, "/search", q="тензорный параллелизм NVLink")["items"]:
        snippet = hit["snippet"]
        assert len(snippet["text"]) <= 200
        assert "[[" not in snippet["text"]
        assert all(0 <= mark["start"] < mark["end"] <= len(snippet["text"]) for mark in snippet["highlights"])


@pytest.mark.parametrize("unfound", ["zzzzqqq", "йцукенгшщ"])
def test_a_search_that_finds_nothing_is_no_error(client: TestClient, unfound: str) -> None:
    hold(models.SearchObject, get(client, "/search", q=unfound, mode="lexical"))


def test_filters_narrow_and_are_alternatives_within_one(client: TestClient) -> None:
    types = {
        hit["note"]["type"] for hit in get(client, "/search", q="тензорный параллелизм на две карты", type=["practice", "answer"])["items"]
    }
    assert types == {"practice", "answer"}
    langs = {hit["note"]["lang"] for hit in get(client, "/search", q="NVLink", type="wiki", lang="en")["items"]}
    assert langs == {"en"}


def test_suggest(client: TestClient) -> None:
    body = get(client, "/suggest", q="тензор")
    hold(models.Suggestions, body)
    assert body["items"][0]["text"].casefold().startswith("тензор")


def test_notes(client: TestClient) -> None:
    body = get(client, "/notes", limit=3)
    hold(models.Notes, body)
    assert len(body["items"]) == 3
    assert body["next_cursor"]


@pytest.mark.parametrize("sort", ["path", "title", "updated"])
def test_pages_of_notes_hold_each_note_once(client: TestClient, sort: str) -> None:
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        body = get(client, "/notes", limit=4, sort=sort, **cursor)
        seen += [note["id"] for note in body["items"]]
        if body["next_cursor"] is None:
            break
        cursor = {"cursor": body["next_cursor"]}
    assert len(seen) == len(set(seen)) == body["total_estimate"]


@pytest.mark.parametrize("parts", [[], ["raw"], ["html"], ["links"], ["html", "raw", "links"]])
def test_a_note(client: TestClient, parts: list[str]) -> None:
    body = get(client, f"/notes/{note_id(client, 'Вики/Тензорный параллелизм')}", include=parts)
    hold(models.NoteObject, body)
    assert body["title"] == "Тензорный параллелизм"
    assert body["blocks"][0]["id"] == "obmen"
    assert {"text", "html", "links"} & set(body) == {{"raw": "text"}.get(part, part) for part in parts}


def test_every_heading_has_its_anchor_on_the_page(client: TestClient) -> None:
    body = get(client, f"/notes/{note_id(client, 'Вики/Тензорный параллелизм')}", include="html")
    for heading in body["headings"][1:]:
        assert f'id="{heading["anchor"]}"' in body["html"]


def test_links(client: TestClient) -> None:
    body = get(client, f"/notes/{note_id(client, 'Home')}/links")
    hold(models.Links, body)
    text = get(client, f"/notes/{note_id(client, 'Home')}", include="raw")["text"]
    for link in body["items"]:
        assert text[link["span"]["start"] : link["span"]["end"]] == link["raw"]


@pytest.mark.parametrize("path", ["/notes/{id}/backlinks", "/backlinks?note=[[Wiki/NVLink]]", "/backlinks?note=Wiki/NVLink.md"])
def test_backlinks(client: TestClient, path: str) -> None:
    body = get(client, path.replace("{id}", note_id(client, "Wiki/NVLink")))
    hold(models.Backlinks, body)
    inside = next(one for one in body["items"] if one["note"]["path"] == "Wiki/Tensor parallelism.md")
    mark = inside["sentence"]["highlights"][0]
    assert inside["sentence"]["text"][mark["start"] : mark["end"]] == inside["raw"] == "[[Wiki/NVLink|NVLink]]"


def test_mentions_come_page_by_page(client: TestClient) -> None:
    address = f"/notes/{note_id(client, 'Карта.canvas')}/mentions"
    whole = get(client, address, limit=100)
    hold(models.Mentions, whole)
    assert whole["items"]
    assert whole["next_cursor"] is None
    for one in whole["items"]:
        mark = one["sentence"]["highlights"][0]
        assert one["sentence"]["text"][mark["start"] : mark["end"]] == one["text"]
    items, cursor = [], None
    while cursor or not items:
        page = get(client, address, limit=1, **({"cursor": cursor} if cursor else {}))
        items += page["items"]
        cursor = page["next_cursor"]
    assert items == whole["items"]
    assert {one["note"]["lang"] for one in get(client, address, lang="ru")["items"]} == {"ru"}


@pytest.mark.parametrize("cursor", ["x", "WyJtZW50aW9ucyIsICJ4IiwgImEubWQiXQ", "WyJwYXRoIiwgIjEiLCAiYS5tZCJd"])
def test_a_cursor_of_another_list_is_told(client: TestClient, cursor: str) -> None:
    response = client.get(f"/api/v1/notes/{note_id(client, 'Вики/NVLink')}/mentions", params={"cursor": cursor})
    assert response.status_code == 422


def test_translations(client: TestClient) -> None:
    body = get(client, f"/notes/{note_id(client, 'Вики/Тензорный параллелизм')}/translations")
    hold(models.Translations, body)
    assert {one["lang"] for one in body["items"]} == {"en", "zh", "pl"}


@pytest.mark.parametrize("link", ["[[NVLink]]", "[[Wiki/NVLink#Pitfalls]]", "[[KV cache]]", "[[No such note]]", "GPU scheduling"])
def test_resolve(client: TestClient, link: str) -> None:
    hold(models.ResolutionObject, get(client, "/resolve", link=link))


def test_resolve_says_why_and_minds_where_the_link_stands(client: TestClient) -> None:
    here = get(client, "/resolve", link="[[NVLink]]", **{"from": "Вики/Тензорный параллелизм.md"})
    assert (here["target"], here["reason"]) == ("Вики/NVLink.md", "own-folder")
    alias = get(client, "/resolve", link="[[KV cache]]")
    assert alias["target"] is None
    assert alias["alias_of"] == "Вики/KV-кэш.md"


@pytest.mark.parametrize("question", [ANSWERED, UNANSWERED, "What is tensor parallelism?", "什么是张量并行？"])
def test_ask(client: TestClient, question: str) -> None:
    response = client.post("/api/v1/ask", json={"question": question})
    assert response.status_code == 200
    hold(models.AnswerObject, response.json())
    again = get(client, f"/answers/{response.json()['id']}")
    assert again == response.json()


def test_every_citation_is_exact(client: TestClient) -> None:
    body = client.post("/api/v1/ask", json={"question": ANSWERED}).json()
    assert body["status"] != "abstained"
    assert body["citations"]
    for citation in body["citations"]:
        text = get(client, f"/notes/{citation['note']['id']}", include="raw")["text"]
        source = citation["source"]
        assert text[source["start"] : source["end"]] == citation["quote"]["exact"]
        for span in citation["spans"]:
            assert body["markdown"][span["start"] : span["end"]] == f"[{citation['n']}]"
        checked = get(client, f"/citations/{citation['id']}")
        hold(models.CheckedObject, checked)
        assert checked["state"] == "exact"


def test_index_and_facets(client: TestClient) -> None:
    status = get(client, "/index")
    hold(models.StatusObject, status)
    assert status["state"] == "ready"
    assert status["synced"]
    assert status["trouble"] == []
    facets = get(client, "/facets")
    hold(models.FacetsObject, facets)
    assert {one["value"] for one in facets["type"]} >= {"wiki", "practice", "answer"}
    narrowed = get(client, "/facets", lang="en")
    assert [one["value"] for one in narrowed["lang"]] == ["en"]


def test_graph(client: TestClient) -> None:
    whole = get(client, "/graph")
    hold(models.GraphObject, whole)
    root = note_id(client, "Вики/NVLink")
    around = get(client, "/graph", root=root)
    hold(models.GraphObject, around)
    assert around["nodes"][0]["id"] == root
    ids = {node["id"] for node in around["nodes"]}
    assert all(edge["source"] in ids and edge["target"] in ids for edge in around["edges"])
    assert len(ids) < len(whole["nodes"])


def test_a_path_is_made_of_links_with_their_sentences(client: TestClient) -> None:
    body = get(client, "/graph/path", **{"from": "GPU scheduling", "to": "Вики/Тензорный параллелизм.md"})
    hold(models.PathObject, body)
    assert body["found"]
    here = body["start"]["id"]
    for step in body["steps"]:
        ends = {step["source"]["id"], step["note"]["id"]}
        assert here in ends
        (here,) = ends - {here}
        if step["sentence"]:
            mark = step["sentence"]["highlights"][0]
            assert step["sentence"]["text"][mark["start"] : mark["end"]] == step["raw"]
    assert here == body["end"]["id"]
    assert any(step["sentence"] for step in body["steps"])


def test_a_path_may_not_be_longer_than_asked(client: TestClient) -> None:
    ends = {"from": "百科/张量并行.md", "to": "GPU scheduling"}
    hops = len(get(client, "/graph/path", **ends)["steps"])
    assert hops > 1
    assert get(client, "/graph/path", **ends, max_hops=hops)["found"]
    short = get(client, "/graph/path", **ends, max_hops=hops - 1)
    assert (short["found"], short["steps"]) == (False, [])


def test_a_note_is_on_its_own_way_to_itself(client: TestClient) -> None:
    body = get(client, "/graph/path", **{"from": "Home", "to": "Home"})
    assert (body["found"], body["steps"]) == (True, [])


def test_a_path_is_one_object_everywhere(client: TestClient, kb: Any, capsys: Any) -> None:
    from gpukb.cli import run

    place = ["--vault", str(kb.vault), "--index", str(kb.vault.parent / "index"), "--no-vectors", "--no-sync"]
    assert run(["path", "GPU scheduling", "Home", "--json", *place]) == 0
    body = get(client, "/graph/path", **{"from": "GPU scheduling", "to": "Home"})
    told = json.loads(capsys.readouterr().out)
    assert told.pop("schema_version") == 1
    assert told == body
