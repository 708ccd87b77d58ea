"""What must never reach a model: notes that are private, and the text of notes that say `llm: false`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp.server import MCPServer

from api.conftest import FIXTURE
from api.mcp_client import call, everything, found, text_of, use
from gpukb.kb import KnowledgeBase
from gpukb_api.mcp.server import make_server
from gpukb_api.mcp.texts import WITHHELD

PRIVATE = "canaryprivate"
CLOSED = "canaryclosed"
TITLE = "Quench budget"
NOTE = f"""---
llm: false
aliases: [{CLOSED} alias]
tags: [{CLOSED}tag]
owner: {CLOSED} owner
translation_of: "[[Wiki/NVLink]]"
---
# {TITLE}

## Definition

The quench budget of the cluster is {CLOSED} seven kilowatts for every rack. It needs
[[Wiki/NVLink|{CLOSED} link]] to be off, and [[{CLOSED} nothing]].

## {CLOSED} heading

More of it. ^{CLOSED}block
"""
SECRET = f"---\nprivate: true\n---\n# {PRIVATE} title\n\nThe {PRIVATE} quench is [[Wiki/NVLink|{PRIVATE}]].\n"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory, own_home: Path) -> Iterator[KnowledgeBase]:
    home = tmp_path_factory.mktemp("closed")
    vault = Path(shutil.copytree(FIXTURE, home / "vault"))
    (vault / "Wiki" / "Budget.md").write_text(NOTE, encoding="utf-8")
    (vault / "Wiki" / f"{PRIVATE}.md").write_text(SECRET, encoding="utf-8")
    with KnowledgeBase.open(vault, index=home / "index", vectors=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def server(kb: KnowledgeBase) -> MCPServer[KnowledgeBase]:
    return make_server(kb)


def calls(note_id: str) -> list[tuple[str, dict[str, Any]]]:
    """Each tool, asked for what it must not tell. No question holds a canary, so that an echo is none."""
    notes = ("Wiki/Budget", "Wiki/NVLink", note_id, TITLE)
    return [
        *(("search_notes", {"query": text}) for text in ("quench budget of the cluster", TITLE, "seven kilowatts for every rack")),
        *(("get_note", {"note": note}) for note in notes),
        *(("get_links", {"note": note}) for note in notes),
        *(("find_path", {"from": "Home", "to": note}) for note in notes),
        *(("lookup_term", {"term": term}) for term in (TITLE, "NVLink", "quench budgett")),
        *(("ask", {"question": text}) for text in ("What is the quench budget of the cluster?", f"What is {TITLE}?", "What is NVLink?")),
        ("list_notes", {}),
        ("lint_vault", {"limit": 200}),
        ("vault_status", {}),
        ("resolve_citation", {"note": "Wiki/Budget", "quote": "seven kilowatts"}),
        ("search", {"query": "quench budget of the cluster"}),
        ("fetch", {"id": note_id}),
    ]


def test_no_tool_tells_a_word_of_them(kb: KnowledgeBase, server: Any) -> None:
    for tool, arguments in calls(kb.note("Wiki/Budget").id):
        told = everything(call(server, tool, **arguments))
        assert CLOSED not in told, (tool, arguments)
        assert PRIVATE not in told, (tool, arguments)


def test_no_resource_tells_a_word_of_them(kb: KnowledgeBase, server: Any) -> None:
    ids = (kb.note("Wiki/Budget").id, kb.note("Wiki/NVLink").id)
    uris = ["vault://index", *(f"{kind}://{note_id}" for kind in ("note", "term") for note_id in ids)]
    for uri in uris:
        told = everything(use(server, lambda client, uri=uri: client.read_resource(uri)))
        assert CLOSED not in told
        assert PRIVATE not in told


def test_the_words_are_there_to_be_found_without_a_model(kb: KnowledgeBase) -> None:
    assert CLOSED in kb.search("quench budget of the cluster").hits[0].passage.text
    assert CLOSED in kb.ask("What is the quench budget of the cluster?").markdown


def test_a_note_that_no_model_may_read_is_found_and_says_why_it_is_empty(server: Any) -> None:
    hit = found(server, "search_notes", query="quench budget of the cluster")["items"][0]
    assert (hit["note"]["title"], hit["passage"]["text"], hit["withheld"]) == (TITLE, "", WITHHELD)
    read = call(server, "get_note", note="Wiki/Budget")
    assert read.structured_content["text"] == ""
    assert WITHHELD in text_of(read)


def test_an_answer_does_without_it_and_says_how_many_were_not_read(server: Any) -> None:
    answer = found(server, "ask", question="What is the quench budget of the cluster?")
    assert answer["status"] == "abstained"
    assert answer["kept_from_models"] == 1


def test_a_private_note_does_not_exist(server: Any) -> None:
    result = call(server, "get_note", note=f"Wiki/{PRIVATE}")
    assert result.is_error
    assert "no note is called" in text_of(result)
