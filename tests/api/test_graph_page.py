"""The page of the graph: tables that say all, and a picture of the same."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from gpukb.kb import KnowledgeBase
from gpukb.note import note_id
from gpukb.query import Filters
from gpukb_api.drawing import HEIGHT, MOST, WIDTH, draw
from gpukb_api.graph_part import around, fitting, relations_in

NVLINK = note_id("Вики/NVLink.md")


def page(client: TestClient, **params: Any) -> str:
    response = client.get("/graph", params=params, headers={"accept": "text/html", "accept-language": "en"})
    assert response.status_code == 200
    return str(response.text)


def rows(html: str) -> list[list[str]]:
    """The cells of all body rows of all tables, as words."""
    found = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in found]
    return [[" ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split()) for cell in row] for row in cells if "<thead" not in "".join(row)]


def test_the_tables_say_what_the_api_says(client: TestClient) -> None:
    graph = client.get("/api/v1/graph", params={"root": NVLINK}).json()
    html = page(client, root=NVLINK)
    shown = set(re.findall(r'href="/graph\?root=(n_\w+)"', html))
    assert shown >= {node["id"] for node in graph["nodes"]} - {NVLINK}
    links = html.partition('id="links"')[2].partition("</table>")[0]
    assert links.count("<tr>") - 1 == len(graph["edges"]) > 3


def test_every_note_of_the_picture_is_a_link_with_its_whole_name_and_a_sign_of_its_type(client: TestClient) -> None:
    html = page(client, root=NVLINK)
    svg = html.partition('<figure class="graph">')[2].partition("</svg>")[0]
    names = [unescape(name) for name in re.findall(r'<a href="[^"]+" class="[^"]+" aria-label="([^"]+)"', svg)]
    assert "Wiki: NVLink" in names
    assert svg.count("<circle") == sum(name.startswith("Wiki: ") for name in names)
    assert len(names) == svg.count("<text") == client.get("/api/v1/graph", params={"root": NVLINK}).text.count('"degree"')
    assert f'href="/n/{NVLINK}' in svg


def test_two_hops_hold_more_than_one(client: TestClient) -> None:
    one, two = page(client, root=NVLINK), page(client, root=NVLINK, depth=2)
    assert len(rows(two)) > len(rows(one))
    assert f"/graph?root={NVLINK}&amp;depth=2" in one


def test_filters_narrow_the_neighbourhood_and_can_be_taken_back(client: TestClient) -> None:
    html = page(client, root=NVLINK, depth=2, lang="ru", type="wiki")
    notes = html.partition('id="notes"')[2].partition("</table>")[0]
    assert re.findall(r'<abbr class="tongue"[^>]*>(\w+)', notes)
    assert set(re.findall(r'<abbr class="tongue"[^>]*>(\w+)', notes)) == {"ru"}
    assert f'href="/graph?root={NVLINK}&amp;depth=2&amp;lang=ru"' in html


def test_a_relation_leaves_only_notes_that_it_ties(client: TestClient) -> None:
    html = page(client, relation="requires")
    assert rows(html)
    assert all(int(row[1]) >= 1 for row in rows(html)[1:])
    assert len(rows(html)) < len(rows(page(client)))


def test_the_whole_graph_names_the_most_tied_first(client: TestClient) -> None:
    ties = [int(row[1]) for row in rows(page(client))[1:]]
    assert len(ties) > 5
    assert ties == sorted(ties, reverse=True)


@pytest.mark.parametrize("root", ["n_000000000000", "Home", "../x"])
def test_an_unknown_root_is_404(client: TestClient, root: str) -> None:
    assert client.get("/graph", params={"root": root}, headers={"accept": "text/html"}).status_code == 404


def test_the_same_part_is_drawn_the_same_and_inside_the_picture(kb: KnowledgeBase) -> None:
    with kb.snapshot() as snapshot:
        root = kb.note("Вики/NVLink")
        part = around(snapshot, root, 2, Filters(), (), 300)
        first, again = draw(part, root), draw(part, root)
    assert first == again
    assert 2 < len(first.dots) <= MOST
    assert all(0 < dot.x < WIDTH and 0 < dot.y < HEIGHT for dot in first.dots)
    assert len({(dot.x, dot.y) for dot in first.dots}) == len(first.dots)
    assert first.dots[0].is_root
    assert {bool(dot.points) for dot in first.dots if dot.type == "practice"} == {True}


def test_what_does_not_fit_the_picture_is_told(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpukb_api.drawing.MOST", 3)
    with kb.snapshot() as snapshot:
        root = kb.note("Вики/NVLink")
        drawing = draw(around(snapshot, root, 2, Filters(), (), 300), root)
    assert (len(drawing.dots), drawing.partial) == (3, True)


def test_two_notes_make_a_picture_too(kb: KnowledgeBase) -> None:
    with kb.snapshot() as snapshot:
        root = kb.note("Вики/NVLink")
        part = around(snapshot, root, 1, Filters(), (), 2)
        drawing = draw(part, root)
    assert len(drawing.dots) == 2
    assert len(drawing.arrows) >= 1


def test_ties_count_each_pair_once(kb: KnowledgeBase) -> None:
    with kb.snapshot() as snapshot:
        part = fitting(snapshot, Filters(), (), 5000)
        names = dict(relations_in(snapshot))
    pairs = {frozenset((edge.source, edge.target)) for edge in part.edges}
    assert sum(part.ties().values()) == 2 * len(pairs)
    assert set(names) == {edge.relation for edge in part.edges}
