"""Ranges in other units: over the library, the service and the command line, with characters beyond U+FFFF and marks before the text."""

from __future__ import annotations

import codecs
import json
from itertools import pairwise

import pytest
from starlette.testclient import TestClient

from gpukb.cli import run
from gpukb.errors import IndexUnusableError, UsageError
from gpukb.kb import KnowledgeBase
from gpukb.objects import answer_object, search_object
from gpukb_api import create_app

TEXT = "# 🚀 Ракета 𠜎\r\n\r\n🚀 Ракета 𠜎 летит в космос быстро. Её двигатель — керосиновый 🛢.\r\n"
QUESTION = "Что такое ракета?"
FORMS = {
    "utf-8": TEXT.encode(),
    "utf-8 with a mark": codecs.BOM_UTF8 + TEXT.encode(),
    "utf-16": codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
    "with bytes that are no text": b"\xff\xfa " + TEXT.encode(),
}


def cut(data, unit, source):
    """The characters of a file between two offsets of this unit, read without anything of ours."""
    codec = "utf-16-le" if data.startswith(codecs.BOM_UTF16_LE) else "utf-8"
    mark = next((mark for mark in (codecs.BOM_UTF8, codecs.BOM_UTF16_LE) if data.startswith(mark)), b"")
    if unit == "byte":
        return data[source["start"] : source["end"]].decode(codec, "replace")
    text = data[len(mark) :].decode(codec, "replace")
    if unit == "codepoint":
        return text[source["start"] : source["end"]]
    return text.encode("utf-16-le")[2 * source["start"] : 2 * source["end"]].decode("utf-16-le")


@pytest.fixture(params=FORMS)
def data(request):
    return FORMS[request.param]


@pytest.fixture
def kb(tmp_path, data):
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/Ракета.md").write_bytes(data)
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as opened:
        yield opened


@pytest.fixture
def client(kb):
    return TestClient(create_app(kb), base_url="http://127.0.0.1:8000")


UNITS = pytest.mark.parametrize("unit", ["codepoint", "utf16", "byte"])


@UNITS
def test_the_service_counts_as_it_is_asked(client, data, unit):
    found = client.get("/api/v1/search", params={"q": "ракета", "offset_unit": unit}).json()
    assert found["offset_unit"] == unit
    for hit in found["items"]:
        assert cut(data, unit, hit["passage"]["source"]) == hit["passage"]["text"]
        assert cut(data, unit, hit["snippet"]["source"])
        for mark in hit["snippet"]["highlights"]:
            assert "акет" in cut(hit["snippet"]["text"].encode(), unit, mark)
    answer = client.post("/api/v1/ask", json={"question": QUESTION, "offset_unit": unit}).json()
    assert answer["offset_unit"] == unit
    assert answer["citations"]
    checks(answer, data, unit)
    (citation, *_) = answer["citations"]
    checked = client.get(f"/api/v1/citations/{citation['id']}", params={"offset_unit": unit}).json()
    assert (checked["state"], checked["offset_unit"]) == ("exact", unit)
    assert cut(data, unit, checked["source"]) == citation["quote"]["exact"]


def checks(answer, data, unit):
    markdown = answer["markdown"].encode()
    for citation in answer["citations"]:
        assert cut(data, unit, citation["source"]) == citation["quote"]["exact"]
        assert [cut(markdown, unit, span) for span in citation["spans"]] == [f"[{citation['n']}]"]
        assert cut(markdown, unit, citation["claim"])
    for sentence in answer["sentences"]:
        assert cut(markdown, unit, sentence).rstrip().endswith("]")


@UNITS
def test_the_stream_counts_likewise(client, data, unit):
    lines = client.post("/api/v1/ask/stream", json={"question": QUESTION, "offset_unit": unit}).text.splitlines()
    events = [(name[7:], json.loads(said[6:])) for name, said in pairwise(lines) if name.startswith("event: ")]
    done = dict(events)["done"]
    assert done["offset_unit"] == unit
    checks(done, data, unit)
    assert [said for name, said in events if name == "citation"] == done["citations"]


def test_no_other_unit_is_known(client, kb):
    assert client.get("/api/v1/search", params={"q": "x", "offset_unit": "word"}).status_code == 422
    with pytest.raises(UsageError, match="codepoint, utf16, byte"), kb.measuring("word"):
        pass


def test_a_note_that_changed_since_it_was_quoted_is_not_measured(kb):
    made = answer_object(kb.ask(QUESTION), kb.name)
    (kb.vault / "Ракета.md").write_bytes(b"# New\n\n" + TEXT.encode())
    kb.sync()
    with kb.measuring("byte") as measure, pytest.raises(IndexUnusableError, match="ask again"):
        measure.answer(made)


def test_a_file_that_changed_after_it_was_indexed_is_measured_as_it_was(kb, data):
    found = search_object(kb.search("ракета"), kb.name)
    (kb.vault / "Ракета.md").write_bytes(b"short")
    with kb.measuring("byte") as measure:
        made = measure.search(found)
    if data.startswith((codecs.BOM_UTF16_LE, TEXT[:1].encode())):
        assert all(cut(data, "byte", hit["passage"]["source"]) == hit["passage"]["text"] for hit in made["items"])


@UNITS
def test_the_command_line_counts_likewise(tmp_path, kb, data, unit, capsys):
    flags = ["--vault", str(kb.vault), "--index", str(tmp_path / "index"), "--json", "--no-vectors", "--offset-unit", unit]

    def told(*arguments):
        assert run([*arguments, *flags]) == 0
        return json.loads(capsys.readouterr().out)

    found = told("search", "ракета")
    assert found["offset_unit"] == unit
    assert all(cut(data, unit, hit["passage"]["source"]) == hit["passage"]["text"] for hit in found["items"])
    answer = told("ask", QUESTION)
    checks(answer, data, unit)
    (item,) = told("cite", "check", answer["citations"][0]["id"])["items"]
    assert cut(data, unit, item["source"]) == answer["citations"][0]["quote"]["exact"]
