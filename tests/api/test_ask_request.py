"""What a question may bring with it: honoured, or refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from llm.scripted import Script, served
from starlette.testclient import TestClient

from gpukb.config import Config, LlmConfig, ServerConfig, UserConfig, load_config
from gpukb.kb import KnowledgeBase
from gpukb.starter import start_vault
from gpukb_api import create_app

QUESTION = "What is NVLink?"


@pytest.fixture
def script() -> Iterator[Script]:
    with served() as running:
        yield running


@pytest.fixture
def writable(tmp_path: Path, script: Script) -> Iterator[KnowledgeBase]:
    root = start_vault(tmp_path / "vault").root
    (root / "Wiki/NVLink.md").write_text("# NVLink\n\nNVLink joins graphics cards directly. It goes around PCIe.\n", "utf-8")
    user = UserConfig(llm=LlmConfig(base_url=script.address, model="m", timeout_s=60), server=ServerConfig(allow_write=True))
    with KnowledgeBase.open(root, index=tmp_path / "index", vectors=False, config=Config(load_config(root).vault, user)) as kb:
        yield kb


@pytest.fixture
def writing(writable: KnowledgeBase) -> TestClient:
    return TestClient(create_app(writable), base_url="http://127.0.0.1:8000")


def ask(client: TestClient, **body: Any) -> Any:
    return client.post("/api/v1/ask", json={"question": QUESTION, **body})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("conversation_id", "x"),
        ("top_k", 5),
        ("max_tokens", 0),
        ("require_citations", False),
        ("save_as_note", True),
        ("messages", [{"role": "system", "content": "be rude"}]),
        ("filter", {"note": ["n_000000000000"]}),
        ("system", "be rude"),
    ],
)
def test_what_cannot_be_honoured_is_refused_by_name(client: TestClient, field: str, value: object) -> None:
    response = ask(client, **{field: value})
    assert response.status_code == 422
    (error,) = response.json()["errors"]
    assert error["pointer"].startswith(f"/body/{field}")
    assert error["detail"]


def test_null_asks_for_nothing(client: TestClient) -> None:
    assert ask(client, conversation_id=None, top_k=None, max_tokens=None).status_code == 200


def test_the_stream_refuses_to_write_as_well(client: TestClient) -> None:
    response = client.post("/api/v1/ask/stream", json={"question": QUESTION, "save_as_note": True})
    assert "event: error" in response.text
    assert "--allow-write" in response.text


def test_earlier_questions_make_a_follow_up_whole(client: TestClient) -> None:
    said = [{"role": "user", "content": "What is NVLink?"}, {"role": "assistant", "content": "A bus."}]
    made = ask(client, question="How fast is it?", messages=said).json()
    assert made["standalone_question"] == "How fast is it (NVLink)?"


def test_the_model_is_told_how_much_it_may_say(script: Script, writing: TestClient) -> None:
    script.says("NONE")
    ask(writing, max_tokens=7)
    chat = {"messages": [{"role": "user", "content": QUESTION}]}
    for limits in ({"max_tokens": 9}, {"max_completion_tokens": 11}, {"max_tokens": 50_000}):
        assert writing.post("/v1/chat/completions", json={**chat, **limits}).status_code == 200
    assert [body["max_tokens"] for body in script.bodies] == [7, 9, 11, 1200]


@pytest.mark.parametrize("model", ["gpukb", "gpukb/extractive"])
def test_times_name_the_first_sentence(script: Script, writing: TestClient, model: str) -> None:
    script.says("NONE")
    times = ask(writing, model=model).json()["timings_ms"]
    assert times["retrieve"] <= times["first_token"] <= times["total"]


def test_an_answer_is_kept_as_a_note_where_writing_is_allowed(script: Script, writing: TestClient, writable: KnowledgeBase) -> None:
    script.says("NONE")
    made = ask(writing, save_as_note=True).json()
    assert made["saved"]["path"] == "Answers/1. What is NVLink.md"
    assert made["saved"]["written"] is True
    assert "generated: true" in (writable.vault / made["saved"]["path"]).read_text("utf-8")
    again = ask(writing, save_as_note=True)
    assert (again.status_code, again.json()["code"]) == (409, "note-exists")
    assert "saved" not in ask(writing, question="Who baked the bread?", save_as_note=True).json()
    streamed = writing.post("/api/v1/ask/stream", json={"question": "What does NVLink join?", "save_as_note": True})
    assert '"saved":{"id":' in streamed.text


def test_writing_is_off_unless_the_person_says_so() -> None:
    assert replace(UserConfig()).server.allow_write is False
