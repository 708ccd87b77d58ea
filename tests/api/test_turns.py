"""How many questions are answered at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from api.mcp_client import call, text_of
from gpukb.kb import KnowledgeBase
from gpukb_api import create_app
from gpukb_api.mcp.reply import Served
from gpukb_api.mcp.server import make_server
from gpukb_api.problems import ProblemError
from gpukb_api.turns import Turns

PATIENCE_S = 60.0
QUESTION = {"question": "What is NVLink?"}
CHAT = {"messages": [{"role": "user", "content": "What is NVLink?"}]}


@pytest.fixture
def busy(kb: KnowledgeBase) -> Iterator[TestClient]:
    """A service all of whose turns are taken, and which lets nobody wait."""
    app = create_app(kb)
    app.state.turns = turns = Turns(2, wait_s=0.0)
    with ExitStack() as taken:
        for _ in range(2):
            taken.enter_context(turns.turn())
        yield TestClient(app, base_url="http://127.0.0.1:8000")


def test_one_question_too_many_is_told_when_to_come_again(busy: TestClient) -> None:
    response = busy.post("/api/v1/ask", json=QUESTION)
    assert (response.status_code, response.headers["retry-after"], response.json()["code"]) == (503, "5", "too-many-questions")
    assert "server.parallel_asks" in response.json()["detail"]


def test_streams_are_refused_before_they_begin(busy: TestClient) -> None:
    assert busy.post("/api/v1/ask/stream", json=QUESTION).status_code == 503
    for stream in (False, True):
        response = busy.post("/v1/chat/completions", json={**CHAT, "stream": stream})
        assert (response.status_code, response.headers["retry-after"]) == (503, "5")
        assert response.json()["error"]["code"] == "too-many-questions"


def test_the_page_says_so_too(busy: TestClient) -> None:
    response = busy.get("/ask", params={"q": "What is NVLink?"}, headers={"accept": "text/html"})
    assert (response.status_code, response.headers["retry-after"]) == (503, "5")


def test_everything_else_is_served_meanwhile(busy: TestClient) -> None:
    for path in ("/api/v1/search?q=NVLink", "/api/v1/notes", "/readyz", "/", "/ask"):
        assert busy.get(path).status_code == 200


def test_a_model_is_told_to_come_again(kb: KnowledgeBase) -> None:
    turns = Turns(1, wait_s=0.0)
    with turns.turn():
        result = call(make_server(kb, turns), "ask", question="What is NVLink?")
    assert result.is_error
    assert "ask again" in text_of(result)
    assert not call(make_server(kb, turns), "ask", question="What is NVLink?").is_error


@pytest.mark.parametrize("path", ["/api/v1/ask", "/api/v1/ask/stream"])
def test_a_turn_is_given_back(kb: KnowledgeBase, path: str) -> None:
    app = create_app(kb)
    app.state.turns = Turns(1, wait_s=0.0)
    client = TestClient(app, base_url="http://127.0.0.1:8000")
    assert [client.post(path, json=QUESTION).status_code for _ in range(3)] == [200] * 3
    assert [client.post(path, json={}).status_code for _ in range(2)] == [422] * 2
    assert client.post(path, json=QUESTION).status_code == 200


def test_who_waits_has_the_next_turn_and_no_more_wait_than_are_at_work() -> None:
    turns = Turns(1, wait_s=PATIENCE_S)
    served = threading.Event()
    first = ExitStack()
    first.enter_context(turns.turn())

    def wait() -> None:
        with turns.turn():
            served.set()

    waiting = threading.Thread(target=wait)
    waiting.start()
    until = time.monotonic() + PATIENCE_S
    while not turns.waiting and time.monotonic() < until:
        time.sleep(0.01)
    with pytest.raises(ProblemError), turns.turn():
        pass
    assert not served.is_set()
    first.close()
    assert served.wait(PATIENCE_S)
    waiting.join(PATIENCE_S)


def test_the_limit_is_the_configured_one(kb: KnowledgeBase) -> None:
    assert create_app(kb).state.turns.most == kb.config.user.server.parallel_asks == 4
    assert Served(kb, Turns(0)).turns.most == 1
