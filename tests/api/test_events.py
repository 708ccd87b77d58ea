"""The stream of what happens to the index, on a real socket."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from fastapi import FastAPI
from starlette.testclient import TestClient

from gpukb.kb import KnowledgeBase
from gpukb.note import note_id
from gpukb_api import create_app
from gpukb_api.stopping import Stopping
from gpukb_api.watching import MAX_LISTENERS, MAX_NAMED, changes

PATIENCE_S = 300
Event = tuple[str, dict[str, Any]]


@pytest.fixture
def own(tmp_path: Path, own_home: Path) -> Iterator[KnowledgeBase]:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "A.md").write_text("The walrus swims.\n", encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as kb:
        yield kb


@pytest.fixture
def app(own: KnowledgeBase) -> FastAPI:
    return create_app(own)


@pytest.fixture
def address(app: FastAPI) -> Iterator[str]:
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    app.state.stopping.asked = True
    server.should_exit = True
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


@contextmanager
def listening(address: str) -> Iterator[Iterator[Event]]:
    with (
        httpx2.Client(trust_env=False, timeout=PATIENCE_S) as http,
        http.stream("GET", f"{address}/api/v1/events") as response,
    ):
        assert response.headers["content-type"].startswith("text/event-stream")
        yield read(response.iter_lines())


def read(lines: Iterator[str]) -> Iterator[Event]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def until_updated(events: Iterator[Event]) -> list[Event]:
    found: list[Event] = []
    while not found or found[-1][0] != "index.updated":
        found.append(next(events))
    return found


def test_the_first_event_tells_how_things_stand(own: KnowledgeBase, address: str) -> None:
    with listening(address) as events:
        name, data = next(events)
    assert name == "index.updated"
    assert data == {"index_generation": own.status().generation, "state": "ready", "notes": 1, "changed": 0}


def test_notes_that_come_change_and_go_are_told(own: KnowledgeBase, address: str) -> None:
    with listening(address) as events:
        next(events)
        (own.vault / "Б.md").write_text("new", encoding="utf-8")
        own.sync()
        *changed, (_, updated) = until_updated(events)
        assert [(name, data["path"], data["change"]) for name, data in changed] == [("note.changed", "Б.md", "added")]
        assert (updated["notes"], updated["changed"]) == (2, 1)
        (own.vault / "Б.md").write_text("newer", encoding="utf-8")
        own.sync()
        (_, data), _ = until_updated(events)
        assert (data["id"], data["change"], data["revision"]) == (note_id("Б.md"), "changed", own.note("Б").revision)
        (own.vault / "Б.md").unlink()
        own.sync()
        (_, data), _ = until_updated(events)
        assert data == {"id": note_id("Б.md"), "path": None, "revision": None, "change": "removed"}


def test_a_note_that_nobody_may_see_is_not_named(own: KnowledgeBase, address: str) -> None:
    with listening(address) as events:
        told = json.dumps(next(events))
        (own.vault / "zzcanary-new.md").write_text("---\nprivate: true\n---\nzzcanary\n", encoding="utf-8")
        (own.vault / "A.md").write_text("---\nprivate: true\ntitle: zzcanary\n---\nThe walrus swims.\n", encoding="utf-8")
        (own.vault / "Open.md").write_text("open", encoding="utf-8")
        own.sync()
        found = until_updated(events)
        told += json.dumps(found)
    assert "Open.md" in told
    assert "zzcanary" not in told
    assert "A.md" not in told
    assert {data["id"] for name, data in found if name == "note.changed"} == {note_id("Open.md"), note_id("A.md")}


def test_what_is_too_much_to_name_is_counted(own: KnowledgeBase, address: str) -> None:
    with listening(address) as events:
        next(events)
        for number in range(MAX_NAMED + 5):
            (own.vault / f"n{number}.md").write_text("new", encoding="utf-8")
        own.sync()
        named = counted = 0
        while counted < MAX_NAMED + 5:
            *changed, (_, updated) = until_updated(events)
            named += len(changed)
            counted += updated["changed"]
            assert len(changed) <= MAX_NAMED
    assert named <= counted == MAX_NAMED + 5


def test_too_many_listeners_are_told_to_come_again(app: FastAPI, own: KnowledgeBase) -> None:
    client = TestClient(app, base_url="http://127.0.0.1:8000")
    app.state.listeners.count = MAX_LISTENERS
    refused = client.get("/api/v1/events")
    assert refused.status_code == 503
    assert refused.headers["retry-after"]


def test_a_listener_that_went_leaves_its_place(app: FastAPI, address: str) -> None:
    with listening(address) as events:
        next(events)
        assert app.state.listeners.count == 1
    end = time.monotonic() + PATIENCE_S
    while app.state.listeners.count:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_stream_ends_when_the_server_is_to_end(app: FastAPI, address: str) -> None:
    with listening(address) as events:
        next(events)
        app.state.stopping.asked = True
        assert list(events) == []


def test_changes_are_told_by_path_and_what_went_last() -> None:
    before = {"n_a": ("a", "1"), "n_b": ("b", "1"), "n_c": ("c", "1")}
    after = {"n_b": ("b", "2"), "n_c": ("c", "1"), "n_d": ("d", "1")}
    assert [(one["id"], one["change"]) for one in changes(before, after)] == [("n_b", "changed"), ("n_d", "added"), ("n_a", "removed")]


def test_signals_go_on_to_whoever_heard_them_before() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        stopping = Stopping()
        ours = signal.getsignal(signal.SIGTERM)
        with stopping.heard():
            assert not stopping.asked
            signal.raise_signal(signal.SIGTERM)
            assert stopping.asked
        assert heard == [signal.SIGTERM]
        assert signal.getsignal(signal.SIGTERM) is ours
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("how", ["gpukb", "uvicorn"])
def test_a_server_with_a_listener_ends_at_once(how: str, fixture_vault: Path) -> None:
    environment = {
        **os.environ, "GPUKB_VAULT": str(fixture_vault), "GPUKB_INDEX": str(fixture_vault.parent / "index"), "GPUKB_INDEX_VECTORS": "no",
    }  # fmt: skip
    serve = [sys.executable, "-c", "from gpukb.cli import main; main()", "serve", "--port", "0"]
    direct = [sys.executable, "-m", "uvicorn", "--factory", "gpukb_api:app", "--port", "0"]
    command = serve if how == "gpukb" else direct
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout is not None
            line = next(line for line in server.stdout if "http://" in line)
            address = next(word for word in line.split() if word.startswith("http://"))
            wait_until_ready(address)
            with listening(address) as events:
                next(events)
                server.send_signal(signal.SIGINT)
                assert list(events) == []
            server.communicate(timeout=PATIENCE_S)  # without a word to the stream uvicorn alone would wait for ever
        finally:
            server.kill()
    shutil.rmtree(fixture_vault.parent / "index")


def wait_until_ready(address: str) -> None:
    end = time.monotonic() + PATIENCE_S
    with httpx2.Client(trust_env=False, timeout=PATIENCE_S) as http:
        while True:
            try:
                if http.get(f"{address}/readyz").status_code == 200:
                    return
            except httpx2.TransportError:
                pass
            assert time.monotonic() < end
            time.sleep(0.1)
