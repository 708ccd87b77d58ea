"""The vault's terms: table, term page, cards, files, the API's lists and MCP's look-up, over a vault that a table was imported into."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.active import active_parts
from api.mcp_client import call, found, text_of, use
from gpukb.config import load_config
from gpukb.glossary.planner import Options, plan_import
from gpukb.glossary.read_file import read_glossary
from gpukb.glossary.write import write_import
from gpukb.kb import KnowledgeBase
from gpukb.note import note_id
from gpukb.starter import start_vault
from gpukb_api import create_app, models
from gpukb_api.mcp.server import make_server

HOSTILE = "<script>alert(1)</script>"
TABLE = f"""term,lang,definition,aliases,section,notice,topics,concept
Keel,en,"A beam under the hull.

It bends little.",backbone,Hulls,Trust nobody.,What a keel does,en:Keel
Киль,ru,Брус под днищем. Гнётся мало.,,Корпус,,Шпангоут,en:Keel
龙骨,zh,船底的梁。,,,,,en:Keel
Шпангоут,ru,Ребро корпуса.,,Корпус,,,
Sail,en,{HOSTILE} pulls the boat.,{HOSTILE},Sails,{HOSTILE},,
"""
KEEL, RIB = note_id("Wiki/Keel.md"), note_id("Вики/Шпангоут.md")
PAGES = (
    "/terms",
    "/terms?section=Hulls&missing=zh&q=ke",
    "/terms?q=nothing",
    "/terms/cards",
    "/terms/cards?lang=ru&to=en",
    f"/terms/{KEEL}",
)


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory, own_home: Path) -> Iterator[KnowledgeBase]:
    home = tmp_path_factory.mktemp("terms")
    root = start_vault(home / "vault").root
    parsed = read_glossary(TABLE.encode(), "t.csv", {})
    write_import(plan_import(root, load_config(root, environ={}).vault, parsed, "t.csv", Options(), date(2026, 12, 1)))
    with KnowledgeBase.open(root, index=home / "index", vectors=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def client(kb: KnowledgeBase) -> TestClient:
    return TestClient(create_app(kb), base_url="http://127.0.0.1:8000", follow_redirects=False)


def page(client: TestClient, path: str, lang: str = "en") -> str:
    response = client.get(path, headers={"accept": "text/html", "accept-language": lang})
    assert response.status_code == 200
    return str(response.text)


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def listed(client: TestClient, **params: Any) -> dict[str, Any]:
    response = client.get("/api/v1/terms", params=params)
    assert response.status_code == 200
    body: dict[str, Any] = response.json()
    models.TermsObject.model_validate(body, strict=True, extra="forbid")
    return body


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("lang", ["ru", "en", "zh", "pl"])
def test_every_page_is_quiet_and_well_made(client: TestClient, path: str, lang: str) -> None:
    html = page(client, path, lang)
    assert f'<html lang="{lang}">' in html
    assert active_parts(html) == []
    assert html.count("<h1") == 1
    levels = [int(level) for level in re.findall(r"<h([1-6])", re.sub(r"<aside.*?</aside>", "", html, flags=re.DOTALL))]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_the_table_has_a_row_a_concept_and_a_column_a_language(client: TestClient) -> None:
    html = page(client, "/terms", "ru")
    assert re.findall(r'<th scope="col">([^<]+)</th>', html) == ["русский", "английский", "китайский"]
    assert html.count('<th scope="row">') == 3
    assert "Киль Брус под днищем. Keel 龙骨" in words(html)
    assert "Sail en Нет перевода" in words(html)
    assert re.findall(r'<th scope="col">([^<]+)</th>', page(client, "/terms", "pl"))[0] == "Termin"
    assert "3 термина" in words(html)


@pytest.mark.parametrize(
    ("lang", "said"), [("ru", "Корпус 2 термина"), ("en", "Hulls 1 term"), ("pl", "Корпус 2 terminy"), ("zh", "Корпус 2 个术语")]
)
def test_sections_are_counted_in_the_readers_language(client: TestClient, lang: str, said: str) -> None:
    assert said in words(page(client, "/terms", lang))


def test_the_terms_without_a_translation_can_be_listed(client: TestClient) -> None:
    html = page(client, "/terms?missing=ru", "ru")
    assert "Sail" in html
    assert "Киль" not in html
    assert "Нет перевода русский 1 английский 1 китайский 2" in words(page(client, "/terms", "ru"))
    assert [one["terms"][0]["term"] for one in listed(client, missing="zh")["items"]] == ["Sail", "Шпангоут"]


def test_a_section_shows_its_notice_and_leads_to_its_cards_and_files(client: TestClient) -> None:
    html = page(client, "/terms?section=hulls")
    assert "Trust nobody." in html
    for address in re.findall(r'href="((?:/terms/cards|/api/v1/terms/export)[^"]*)"', html):
        assert client.get(unescape(address)).status_code == 200


def test_a_terms_page_has_definitions_names_and_topics_in_every_language(client: TestClient) -> None:
    html = page(client, f"/terms/{KEEL}", "ru")
    assert words(re.sub(r"(?s).*<main[^>]*>|</main>.*", "", html)) == (
        "Термины Корпус Киль Киль ru Брус под днищем. Гнётся мало. Разбор: Шпангоут "
        "Keel en A beam under the hull. It bends little. Другие имена: backbone Разбор: What a keel does 龙骨 zh 船底的梁。"
    )
    assert f'href="/n/{RIB}/' in html
    assert client.get("/terms/n_000000000000").status_code == 404
    assert client.get(f"/terms/{note_id('Start.md')}", headers={"accept": "text/html"}).status_code == 404


def test_cards_fold_their_answers_away(client: TestClient) -> None:
    html = page(client, "/terms/cards?lang=ru&to=en&section=Корпус", "ru")
    assert re.findall(r'<summary lang="ru">([^<]+)</summary>', html) == ["Киль"]
    assert '<p class="back" lang="en">Keel</p>' in html
    assert page(client, "/terms/cards?lang=ru", "ru").count("<summary") == 2
    assert "no terms in" in words(page(client, "/terms/cards?lang=ru&to=pl"))


def test_every_page_leads_to_the_terms(client: TestClient) -> None:
    assert '<a href="/terms" class="place">' in page(client, "/search")
    assert 'class="place" aria-current="page"' in page(client, "/terms")


def test_the_list_goes_on_where_it_was_left(client: TestClient) -> None:
    seen: list[str] = []
    cursor = None
    for _ in range(3):
        body = listed(client, limit=1, **({"cursor": cursor} if cursor else {}))
        seen += [one["terms"][0]["term"] for one in body["items"]]
        cursor = body["next_cursor"]
    assert (seen, cursor, body["total_estimate"]) == (["Sail", "Киль", "Шпангоут"], None, 3)
    assert client.get("/api/v1/terms?cursor=x").status_code == 422
    assert client.get("/api/v1/terms?language=ru").status_code == 422


def test_terms_can_be_chosen_by_language_name_and_section(client: TestClient) -> None:
    assert [one["id"] for one in listed(client, lang="ru", q="киль")["items"]] == [note_id("Вики/Киль.md")]
    assert len(listed(client, q="backbone", section="Корпус")["items"]) == 1
    body = listed(client, section="Sails")
    assert [one["terms"][0]["sections"] for one in body["items"]] == [["Sails"]]
    assert {one["section"]: one["count"] for one in body["glossaries"]} == {"Hulls": 1, "Корпус": 2, "Sails": 1}
    assert body["langs"] == ["ru", "en", "zh"]


def test_a_term_is_found_by_the_id_of_any_of_its_notes(client: TestClient) -> None:
    bodies = [client.get(f"/api/v1/terms/{note_id(path)}").json() for path in ("Wiki/Keel.md", "Вики/Киль.md", "百科/龙骨.md")]
    assert bodies[0] == bodies[1] == bodies[2]
    models.FullConceptObject.model_validate(bodies[0], strict=True, extra="forbid")
    russian = bodies[0]["terms"][0]
    assert (russian["definition"], russian["topics"][0]["note"]["id"]) == ("Брус под днищем. Гнётся мало.", RIB)
    assert bodies[0]["terms"][1]["topics"] == [{"title": "What a keel does", "note": None, "url": None}]
    assert client.get(f"/api/v1/terms/{note_id('Start.md')}").json()["code"] == "term-not-found"


def test_files_are_served_with_a_name_and_no_type_that_runs(client: TestClient) -> None:
    table = client.get("/api/v1/terms/export")
    assert sorted(table.text.splitlines()) == sorted(TABLE.splitlines())
    assert table.headers["content-disposition"] == "attachment; filename*=UTF-8''vault.csv"
    deck = client.get("/api/v1/terms/export?format=apkg&from=ru&to=en")
    assert deck.content.startswith(b"PK")
    printed = client.get("/api/v1/terms/export?format=html")
    assert printed.headers["content-disposition"].startswith("attachment;")
    assert HOSTILE not in printed.text
    assert client.get("/api/v1/terms/export?format=apkg&from=ru&to=pl").status_code == 422
    assert client.get("/api/v1/terms/export?format=xls").status_code == 422
    assert client.get("/api/v1/terms/export?section=None").json()["code"] == "no-such-terms"


def test_lookup_term_defines_in_every_language_with_sections_and_topics(kb: KnowledgeBase) -> None:
    server = make_server(kb)
    [concept] = found(server, "lookup_term", term="backbone")["concepts"]
    assert [(one["lang"], one["text"], one["sections"]) for one in concept["definitions"]] == [
        ("ru", "Брус под днищем. Гнётся мало.", ["Корпус"]),
        ("en", "A beam under the hull.\n\nIt bends little.", ["Hulls"]),
        ("zh", "船底的梁。", []),
    ]
    assert [topic["title"] for topic in concept["definitions"][0]["explained_in"]] == ["Шпангоут"]
    assert "Explained in: What a keel does" in text_of(call(server, "lookup_term", term="Keel"))


def test_a_term_is_a_resource(kb: KnowledgeBase) -> None:
    read = use(make_server(kb), lambda client: client.read_resource(f"term://{KEEL}"))
    assert [one["lang"] for one in json.loads(read.contents[0].text)["definitions"]] == ["ru", "en", "zh"]
