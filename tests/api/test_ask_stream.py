"""The stream of an answer, with and without a model, over the whole service."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from llm.scripted import Script, served
from openai import OpenAI
from starlette.testclient import TestClient

from gpukb.cli import run
from gpukb.config import Config, LlmConfig, UserConfig, load_config
from gpukb.kb import KnowledgeBase
from gpukb_api import create_app

FIXTURE = Path(__file__).parent.parent / "vault"
HERE = "http://127.0.0.1:8000"
QUESTION = "Что такое тензорный параллелизм?"
PATIENCE_S = 60


@pytest.fixture
def script() -> Iterator[Script]:
    with served() as running:
        yield running


@pytest.fixture
def told(script: Script, tmp_path: Path) -> Iterator[KnowledgeBase]:
    vault = Path(shutil.copytree(FIXTURE, tmp_path / "vault"))
    config = Config(load_config(vault).vault, UserConfig(llm=LlmConfig(base_url=script.address, model="tiny", timeout_s=120)))
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False, config=config) as kb:
        yield kb


@pytest.fixture
def model_client(told: KnowledgeBase) -> TestClient:
    return TestClient(create_app(told), base_url=HERE)


def stream(client: TestClient, **body: Any) -> list[tuple[str, Any]]:
    response = client.post("/api/v1/ask/stream", json={"question": QUESTION, **body})
    assert response.headers["content-type"].startswith("text/event-stream")
    assert "\\u" not in response.text
    found = re.findall(r"^event: (\w+)\ndata: (.*)$", response.text, re.MULTILINE)
    return [(name, json.loads(data)) for name, data in found]


def quoting(script: Script, client: TestClient) -> str:
    """Make the model say the first sentence that it is shown, then a lie."""
    script.says("NONE")
    client.post("/api/v1/ask", json={"question": QUESTION})
    marker, sentence = re.findall(r"^\[(\d+\.\d+)\] (.*)$", script.prompt, re.MULTILINE)[0]
    script.says(f"{sentence} [{marker}] Он ускоряет всё в 77 раз [{marker}].")
    return str(sentence)


def test_the_events_come_in_order_and_add_up(client: TestClient) -> None:
    events = stream(client)
    names = [name for name, _ in events]
    assert names[:3] == ["meta", "status", "sources"]
    assert names[-1] == "done"
    done = events[-1][1]
    assert "".join(data["text"] for name, data in events if name == "delta") == done["markdown"]
    assert [data for name, data in events if name == "citation"] == done["citations"]
    assert events[0][1]["id"] == done["id"]
    assert client.get(f"/api/v1/answers/{done['id']}").json() == done


def test_stream_answer_chat_and_command_line_number_alike(
    script: Script, model_client: TestClient, told: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    quoting(script, model_client)
    done = stream(model_client)[-1][1]
    whole = model_client.post("/api/v1/ask", json={"question": QUESTION}).json()
    chat = model_client.post("/v1/chat/completions", json={"messages": [{"role": "user", "content": QUESTION}]}).json()
    assert done["model"] == whole["model"] == "tiny"
    assert done["status"] == "partial"
    assert [one["reason"] for one in done["dropped"]] == ["number not in source"]
    assert done["markdown"] == whole["markdown"] == chat["choices"][0]["message"]["content"].partition("\n\n**")[0]
    assert done["citations"] == whole["citations"] == chat["gpukb"]["citations"]
    monkeypatch.setenv("GPUKB_LLM_BASE_URL", script.address)
    monkeypatch.setenv("GPUKB_LLM_MODEL", "tiny")
    place = ["--vault", str(told.vault), "--index", str(tmp_path / "index"), "--no-vectors"]
    assert run(["ask", QUESTION, "--json", *place]) == 0
    assert json.loads(capsys.readouterr().out)["citations"] == whole["citations"]
    assert run(["ask", QUESTION, *place]) == 0
    printed = capsys.readouterr().out
    assert re.findall(r"\[\d+\]", printed.split("\n\n[")[0]) == [f"[{one['n']}]" for one in whole["citations"]]


def test_extractive_asks_no_model(script: Script, model_client: TestClient) -> None:
    assert stream(model_client, model="gpukb/extractive")[-1][1]["model"] == "gpukb/extractive"
    body = {"model": "gpukb/extractive", "messages": [{"role": "user", "content": QUESTION}]}
    assert model_client.post("/v1/chat/completions", json=body).status_code == 200
    assert script.bodies == []


def test_a_question_that_cannot_be_asked_ends_in_an_error(client: TestClient) -> None:
    ((name, problem),) = stream(client, filter={"updated_after": ["yesterday"]})
    assert name == "error"
    assert problem["status"] == 422
    assert client.post("/api/v1/ask/stream", json={"question": ""}).status_code == 422


def test_a_client_names_no_server(client: TestClient) -> None:
    assert client.post("/api/v1/ask/stream", json={"question": "x", "base_url": "http://evil.example"}).status_code == 422


@pytest.fixture
def address(told: KnowledgeBase) -> Iterator[str]:
    """The service on a real socket."""
    config = uvicorn.Config(create_app(told), port=0, log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(PATIENCE_S)


def test_a_client_that_goes_away_ends_the_models_work(script: Script, address: str) -> None:
    script.says(*(["слово ", 0.05] * 2400))  # two minutes, if anybody listens
    with httpx2.Client(trust_env=False, timeout=PATIENCE_S) as http:
        with http.stream("POST", f"{address}/api/v1/ask/stream", json={"question": QUESTION}) as response:
            lines = response.iter_lines()  # kept: the connection is closed with the last one who reads it
            assert any(line == "event: sources" for line in lines)
            end = time.monotonic() + PATIENCE_S
            while not script.bodies:  # the model is asked right after
                assert time.monotonic() < end
                time.sleep(0.02)
        assert script.gone.wait(PATIENCE_S)


def test_the_official_client_streams_sentences(script: Script, model_client: TestClient, address: str) -> None:
    sentence = quoting(script, model_client)
    with OpenAI(base_url=f"{address}/v1", api_key="any", http_client=httpx2.Client(trust_env=False, timeout=PATIENCE_S)) as openai:
        chunks = list(openai.chat.completions.create(model="gpukb", messages=[{"role": "user", "content": QUESTION}], stream=True))
    texts = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
    assert texts[1].startswith(sentence[:20])
    assert chunks[-1].choices[0].finish_reason == "stop"


def test_a_client_that_leaves_early_is_one_line_of_the_log(kb: KnowledgeBase, caplog: pytest.LogCaptureFixture) -> None:
    """Events wait to be sent when the client goes: none of them is an error of the server."""
    body = json.dumps({"question": QUESTION}).encode()
    headers = [(b"host", b"127.0.0.1:8000"), (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/api/v1/ask/stream", "raw_path": b"/api/v1/ask/stream", "query_string": b"", "headers": headers,
        "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8000), "root_path": "",
    }  # fmt: skip

    async def read() -> None:
        sent, first = iter([{"type": "http.request", "body": body, "more_body": False}]), asyncio.Event()

        async def receive() -> Any:
            message = next(sent, None)
            if message is None:
                await first.wait()
                while any(thread.name == "gpukb-answer" for thread in threading.enumerate()):  # until the answer is made
                    await asyncio.sleep(0.02)
                for _ in range(100):  # until its events wait
                    await asyncio.sleep(0)
                return {"type": "http.disconnect"}
            return message

        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                first.set()
                await asyncio.sleep(60)  # a client that has stopped reading

        await create_app(kb)(scope, receive, send)

    with caplog.at_level("INFO", "gpukb_api"):
        asyncio.run(read())
    (record,) = [record for record in caplog.records if record.name.startswith("gpukb_api")]
    assert record.exc_info is None
    assert "the client left" in record.getMessage()
