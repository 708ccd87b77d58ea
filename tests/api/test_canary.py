"""One note that nobody may see, and three more that are kept out in other ways, looked for on every surface: nothing of them comes out."""

from __future__ import annotations

import json
import logging

import pytest
from starlette.testclient import TestClient

from gpukb import KnowledgeBase
from gpukb.cli import run
from gpukb.note import note_id
from gpukb_api import create_app

CANARY = "zzcanary"  # stands in the text, path, title, alias, tag and property of each hidden note, and nowhere else
HIDDEN = {
    f"{CANARY}-private.md": "---\nprivate: true\n",
    f"Out/{CANARY}-excluded.md": "---\n",
}
BODY = (
    f"type: wiki\ntitle: {CANARY} title\naliases: [{CANARY} alias]\ntags: [{CANARY}tag]\n{CANARY}key: {CANARY}value\n---\n"
    f"# {CANARY} head\n\nThe walrus {CANARY} sleeps under [[Open]]. ^{CANARY}block\n"
)
OPEN = {
    "Open.md": "---\ntitle: Open note\n---\n# Open\n\nThe walrus swims in the open sea and is easily seen by everyone.\n",
    "Term.md": "---\ntype: wiki\n---\nA term of the sea.\n",
    "Other.md": "Another walrus note links to [[Open]].\n",
    "gpukb.toml": 'exclude = ["Out/**"]\n',
}
COMMANDS = [
    ["search", "walrus"],
    ["search", "walrus", "--explain"],
    ["ask", "Where does the walrus sleep?"],
    ["suggest", "zzc"],
    ["backlinks", "Open"],
    ["backlinks", "Open", "--unlinked"],
    ["links", "Other"],
    ["export"],
    ["path", "Open", "Other"],
    ["graph", "stats"],
    ["graph", "export", "--to", "json"],
    ["graph", "export", "--to", "dot"],
    ["lint", "--fail-on", "never"],
    ["fix", "mentions", "--diff"],
    ["fix", "backlinks", "--create", "--diff"],
    ["glossary", "export"],
    ["cards", "--json"],
    ["doctor"],
    ["index"],
]
ADDRESSES = [
    "/api/v1/search?q=walrus&explain=true",
    "/api/v1/suggest?q=zzc",
    "/api/v1/notes",
    "/api/v1/facets",
    "/api/v1/index",
    "/metrics",
    "/api/v1/graph",
    "/api/v1/graph/path?from=Open&to=Other",
    f"/api/v1/graph/path?from=Open&to={CANARY[:4]}",
    "/api/v1/lint",
    "/graph",
    f"/graph?root={note_id('Open.md')}&depth=2",
    *(f"/graph?root={note_id(path)}" for path in HIDDEN),
    "/lint",
    "/lint?by=rule",
    "/api/v1/terms",
    "/api/v1/terms/export",
    f"/api/v1/terms/{note_id('Term.md')}",
    f"/terms/{note_id('Term.md')}",
    "/terms",
    "/terms/cards",
    "/api/v1/backlinks?note=Open",
    f"/api/v1/notes/{note_id('Open.md')}?include=html,raw,outline,links,frontmatter",
    f"/api/v1/notes/{note_id('Open.md')}/preview",
    f"/api/v1/notes/{note_id('Open.md')}/preview?anchor=%5E{CANARY}block",
    *(f"/api/v1/notes/{note_id(path)}/preview" for path in HIDDEN),
    f"/api/v1/notes/{note_id('Open.md')}/backlinks",
    f"/api/v1/notes/{note_id('Open.md')}/mentions",
    f"/n/{note_id('Open.md')}?mentions=1",
    *(f"/api/v1/notes/{note_id(path)}" for path in HIDDEN),
    *(f"/n/{note_id(path)}" for path in HIDDEN),
    "/",
    "/search?q=walrus",
    "/ask?q=Where+does+the+walrus+sleep%3F",
    f"/n/{note_id('Open.md')}",
]


@pytest.fixture
def vault(tmp_path):
    for path, text in (OPEN | {path: head + BODY for path, head in HIDDEN.items()}).items():
        (tmp_path / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "vault" / path).write_text(text, "utf-8")
    return tmp_path / "vault"


@pytest.fixture
def client(vault, tmp_path):
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as kb:
        yield TestClient(create_app(kb), base_url="http://127.0.0.1:8000", follow_redirects=True)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_no_command_tells_of_it(vault, tmp_path, capsys, command, form):
    run(["--vault", str(vault), "--index", str(tmp_path / "index"), "--no-vectors", *command, *form])
    out, err = capsys.readouterr()
    assert CANARY not in (out + err).replace("zzc ", "")


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_tells_of_it(client, address):
    assert CANARY not in client.get(address).text


def test_neither_answers_nor_chat_nor_logs_tell_of_it(client, caplog):
    caplog.set_level(logging.DEBUG)
    question = "Where does the walrus sleep?"
    asked = client.post("/api/v1/ask", json={"question": question})
    messages = [{"role": "user", "content": question}]
    chats = [client.post("/v1/chat/completions", json={"messages": messages, "stream": stream}) for stream in (False, True)]
    said = json.dumps(asked.json()) + "".join(chat.text for chat in chats)
    assert "walrus" in said
    assert CANARY not in said + caplog.text


def test_nothing_of_it_stands_in_the_index(client, tmp_path):
    client.get("/api/v1/index")
    stored = b"".join(file.read_bytes() for file in (tmp_path / "index").iterdir() if file.is_file())
    assert CANARY.encode() not in stored


def test_a_note_that_becomes_private_is_gone_from_everywhere(vault, tmp_path):
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as kb:
        client = TestClient(create_app(kb), base_url="http://127.0.0.1:8000")
        answer = client.post("/api/v1/ask", json={"question": "Where does the walrus swim?"}).json()
        assert answer["citations"]
        (vault / "Open.md").write_text("---\nprivate: true\n---\n" + OPEN["Open.md"], "utf-8")
        kb.sync()
        assert client.get(f"/api/v1/answers/{answer['id']}").status_code == 410
        assert client.get(f"/api/v1/citations/{answer['citations'][0]['id']}").json()["state"] == "gone"
        assert "open sea" not in client.get("/search?q=walrus").text + client.get("/api/v1/search?q=walrus").text
