"""Links, backlinks, mentions and ways between notes in other units: their places, their sentences and the marks in these."""

from __future__ import annotations

import json

import pytest
from api.mcp_client import found
from starlette.testclient import TestClient

from gpukb.cli import run
from gpukb.kb import KnowledgeBase
from gpukb.note import note_id
from gpukb_api import create_app
from gpukb_api.mcp.server import make_server

ROCKET = '---\nuses: "[[Moon 🌕]]"\n---\n# 🚀 Rocket 𠜎\n\n🚀 It flies to the [[Moon 🌕|moon 🌕]] 𠜎 and back. ^fly\n'
MOON = "# Moon 🌕\n\nA stone. 🪨 No Rocket stands on it.\n"
LINK = "[[Moon 🌕|moon 🌕]]"
SENTENCE = "🚀 It flies to the [[Moon 🌕|moon 🌕]] 𠜎 and back."
UNITS = pytest.mark.parametrize("unit", ["codepoint", "utf16", "byte"])


@pytest.fixture
def kb(tmp_path):
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/Rocket.md").write_bytes(ROCKET.encode())
    (tmp_path / "vault/Moon 🌕.md").write_bytes(MOON.encode())
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as opened:
        yield opened


@pytest.fixture
def get(kb):
    client = TestClient(create_app(kb), base_url="http://127.0.0.1:8000")

    def got(path, **params):
        response = client.get(f"/api/v1{path}", params=params)
        assert response.status_code == 200, response.text
        return response.json()

    return got


def cut(text, unit, place):
    """The characters between two offsets of this unit."""
    width, codec = {"codepoint": (4, "utf-32-le"), "utf16": (2, "utf-16-le"), "byte": (1, "utf-8")}[unit]
    return text.encode(codec)[width * place["start"] : width * place["end"]].decode(codec)


def is_exact(link, unit, text, said):
    """Whether a link or mention, its sentence and the mark in it are where they say."""
    sentence = link["sentence"]
    assert cut(text, unit, link["span"]) == said
    assert cut(text, unit, sentence) == sentence["text"]
    assert [cut(sentence["text"], unit, mark) for mark in sentence["highlights"]] == [said]
    return True


@UNITS
def test_links_of_every_surface_are_exact_in_every_unit(get, kb, unit, capsys):
    rocket, moon = note_id("Rocket.md"), note_id("Moon 🌕.md")
    way = {"from": "Rocket", "to": "Moon 🌕"}
    told = {
        "links": get(f"/notes/{rocket}/links", offset_unit=unit),
        "backlinks": get(f"/notes/{moon}/backlinks", offset_unit=unit),
        "by name": get("/backlinks", note="[[Moon 🌕]]", offset_unit=unit),
        "tool": found(make_server(kb), "get_links", note="Moon 🌕", direction="in", offset_unit=unit),
    }
    for arguments in (["links", "Rocket"], ["backlinks", "Moon 🌕"]):
        place = ["--vault", str(kb.vault), "--index", str(kb.vault.parent / "index"), "--no-vectors", "--no-sync"]
        assert run([*arguments, "--json", "--offset-unit", unit, *place]) == 0
        told[arguments[0] + " typed"] = json.loads(capsys.readouterr().out)
    for name, body in told.items():
        assert body["offset_unit"] == unit, name
        by_property, in_text = body["items"]
        assert is_exact(in_text, unit, ROCKET, LINK), name
        assert (cut(ROCKET, unit, by_property["span"]), by_property["sentence"]) == ("[[Moon 🌕]]", None)
    for body in (get("/graph/path", **way, offset_unit=unit), found(make_server(kb), "find_path", **way, offset_unit=unit)):
        [step] = body["steps"]
        assert (body["offset_unit"], cut(ROCKET, unit, step["span"])) == (unit, "[[Moon 🌕]]")


@UNITS
def test_mentions_are_exact_in_every_unit(get, kb, unit):
    body = get(f"/notes/{note_id('Rocket.md')}/mentions", offset_unit=unit)
    [mention] = body["items"]
    assert body["offset_unit"] == unit
    assert is_exact(mention, unit, MOON, "Rocket")


@UNITS
def test_blocks_and_links_of_a_note_are_exact_in_every_unit(get, kb, unit):
    body = get(f"/notes/{note_id('Rocket.md')}", include="links,raw", offset_unit=unit)
    assert body["offset_unit"] == unit
    assert cut(body["text"], unit, body["blocks"][0]) == "fly"
    assert is_exact(body["links"][1], unit, ROCKET, LINK)


@UNITS
def test_what_a_model_reads_is_exact_in_every_unit(kb, unit):
    server = make_server(kb)
    read = found(server, "get_note", note="Rocket", line_start=6, offset_unit=unit)
    assert (read["offset_unit"], cut(ROCKET, unit, read["source"])) == (unit, read["text"])
    hit = found(server, "search_notes", query="stone", offset_unit=unit)["items"][0]
    assert cut(MOON, unit, hit["passage"]["source"]) == hit["passage"]["text"]
    quoted = found(server, "resolve_citation", note="Moon 🌕", quote="No Rocket", offset_unit=unit)
    assert (quoted["offset_unit"], cut(MOON, unit, quoted["source"])) == (unit, "No Rocket")
    answer = found(server, "ask", question="What is the moon?", offset_unit=unit)
    assert answer["offset_unit"] == unit
    for citation in answer["citations"]:
        assert cut(MOON, unit, citation["source"]) == citation["quote"]["exact"]


def test_an_unknown_unit_is_refused_by_name(kb):
    client = TestClient(create_app(kb), base_url="http://127.0.0.1:8000")
    response = client.get("/api/v1/backlinks", params={"note": "Rocket", "offset_unit": "nibble"})
    assert (response.status_code, response.json()["errors"][0]["pointer"]) == (422, "/query/offset_unit")
