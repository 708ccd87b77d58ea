"""What can be typed into a query works alike everywhere: in the library, on the command line, in the API and on the page."""

import html
import json

import pytest
from starlette.testclient import TestClient

from gpukb import KnowledgeBase
from gpukb.cli import run
from gpukb.errors import UsageError
from gpukb_api import create_app
from gpukb_api.pages.ui import ui_in

NOTES = {
    "Wiki/NVLink.md": "---\ntype: wiki\nlang: en\ntags: [gpu/link]\nstatus: done\nupdated: 2026-03-01\n---\nNVLink joins cards fast.\n",
    "Wiki/PCIe.md": "---\ntype: wiki\nlang: en\nstatus: draft\nupdated: 2025-03-01\n---\nPCIe joins cards slowly: no NVLink.\n",
    "Ответы/Шина.md": "---\ntype: answer\nlang: ru\nupdated: 2024-03-01\n---\nNVLink соединяет карты, cards joins.\n",
}
ALL = set(NOTES)
FOUND = [
    ("nvlink", ALL),
    ('"joins cards"', ALL),
    ('"fast cards" nvlink', {"Wiki/NVLink.md"}),
    ("nvlink -slowly", {"Wiki/NVLink.md", "Ответы/Шина.md"}),
    ('nvlink -"cards slowly"', {"Wiki/NVLink.md", "Ответы/Шина.md"}),
    ("nvlink type:answer", {"Ответы/Шина.md"}),
    ("nvlink lang:en", {"Wiki/NVLink.md", "Wiki/PCIe.md"}),
    ("nvlink tag:gpu", {"Wiki/NVLink.md"}),
    ("nvlink path:Wiki/", {"Wiki/NVLink.md", "Wiki/PCIe.md"}),
    ("nvlink prop:status:draft", {"Wiki/PCIe.md"}),
    ("nvlink prop:status:*", {"Wiki/NVLink.md", "Wiki/PCIe.md"}),
    ("nvlink after:2026-01-01", {"Wiki/NVLink.md"}),
    ("nvlink before:2025-01-01", {"Ответы/Шина.md"}),
    ("nvlink after:2025-01-01 before:2026-01-01", {"Wiki/PCIe.md"}),
    ("type:wiki type:answer nvlink", ALL),
]
WRONG = ["nvlink foo:bar", "nvlink after:yesterday", "nvlink prop:status"]


@pytest.fixture(scope="module")
def vault(tmp_path_factory):
    root = tmp_path_factory.mktemp("operators")
    for path, text in NOTES.items():
        (root / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "vault" / path).write_text(text, "utf-8")
    return root


@pytest.fixture(scope="module")
def kb(vault):
    with KnowledgeBase.open(vault / "vault", index=vault / "index", vectors=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def client(kb):
    return TestClient(create_app(kb), base_url="http://127.0.0.1:8000")


def commanded(vault, capsys, query, flag="--json"):
    code = run(["search", query, "--vault", str(vault / "vault"), "--index", str(vault / "index"), "--no-vectors", flag])
    printed = capsys.readouterr()
    return code, printed


@pytest.mark.parametrize(("query", "paths"), FOUND)
def test_an_operator_finds_the_same_everywhere(vault, kb, client, capsys, query, paths):
    assert {hit.note.path for hit in kb.search(query).hits} == paths
    code, printed = commanded(vault, capsys, query)
    assert code == 0
    assert {hit["note"]["path"] for hit in json.loads(printed.out)["items"]} == paths
    assert {hit["note"]["path"] for hit in client.get("/api/v1/search", params={"q": query}).json()["items"]} == paths
    page = client.get("/search", params={"q": query}).text
    assert {path for path in ALL if f"/n/{kb.note(path).id}" in page} == paths


@pytest.mark.parametrize("query", WRONG)
def test_what_cannot_be_read_is_an_error_everywhere(vault, kb, client, capsys, query):
    with pytest.raises(UsageError) as told:
        kb.search(query)
    code, printed = commanded(vault, capsys, query)
    assert code == 2
    assert str(told.value) in printed.err
    answer = client.get("/api/v1/search", params={"q": query})
    assert answer.status_code in (400, 422)
    assert ui_in("en").error(told.value).text in html.unescape(client.get("/search", params={"q": query}).text)


def test_an_unknown_parameter_is_an_error(client):
    assert client.get("/api/v1/search", params={"q": "nvlink", "typ": "wiki"}).status_code == 422


def test_every_signal_is_explained(vault, kb, capsys):
    (hit, *_) = kb.search("what is NVLink").hits
    code, printed = commanded(vault, capsys, "what is NVLink", "--explain")
    assert code == 0
    assert {"words", "raw:bm25", "name"} <= set(hit.signals)
    assert all(name in printed.out for name in hit.signals)
