"""Bringing the index up to date through the API."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from gpukb.errors import VaultError
from gpukb.index import open_index
from gpukb.kb import KnowledgeBase
from gpukb_api import create_app, models
from gpukb_api.security import Policy

HERE = "http://127.0.0.1:8000"
JOBS = "/api/v1/index/jobs"
PATIENCE_S = 300


@pytest.fixture
def own(tmp_path: Path, own_home: Path) -> Iterator[KnowledgeBase]:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "A.md").write_text("# A\n\nThe walrus swims.\n", encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as kb:
        yield kb


@pytest.fixture
def jobs(own: KnowledgeBase) -> TestClient:
    return TestClient(create_app(own), base_url=HERE)


def ended(client: TestClient, address: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE_S
    while True:
        body: dict[str, Any] = client.get(address).json()
        models.JobObject.model_validate(body, strict=True, extra="forbid")
        if body["state"] != "running":
            return body
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_job_takes_in_what_changed(own: KnowledgeBase, jobs: TestClient) -> None:
    (own.vault / "B.md").write_text("The blorptastic seal.\n", encoding="utf-8")
    begun = jobs.post(JOBS, json={})
    assert begun.status_code == 202
    assert begun.headers["location"] == begun.json()["url"]
    over = ended(jobs, begun.headers["location"])
    assert (over["state"], over["report"]["added"], over["error"]) == ("done", 1, None)
    assert over["finished"] >= over["created"]
    assert jobs.get("/api/v1/search", params={"q": "blorptastic"}).json()["items"]
    assert jobs.get("/api/v1/index").json()["generation"] == over["report"]["index_generation"]


def test_a_second_order_while_one_runs_is_told_of_that_one(own: KnowledgeBase, jobs: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    refresh = own.refresh
    monkeypatch.setattr(own, "refresh", lambda progress: go.wait(PATIENCE_S) and refresh(progress))
    first, second = jobs.post(JOBS, json={}), jobs.post(JOBS, json={})
    assert first.json()["id"] == second.json()["id"]
    assert jobs.get(first.headers["location"]).json()["state"] == "running"
    go.set()
    ended(jobs, first.headers["location"])
    assert jobs.post(JOBS, json={}).json()["id"] != first.json()["id"]


def test_a_job_lets_other_processes_write_again(own: KnowledgeBase, jobs: TestClient, tmp_path: Path) -> None:
    ended(jobs, jobs.post(JOBS, json={}).headers["location"])
    with open_index(own.vault, own.config, own._analyzer, tmp_path / "index") as other:
        assert not other.sync()


@pytest.mark.parametrize(
    ("error", "told"), [(VaultError("the vault is gone"), "the vault is gone"), (RuntimeError("secret detail"), "mistake of ours")]
)
def test_a_job_that_fails_says_why(
    own: KnowledgeBase, jobs: TestClient, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(own, "refresh", fail)
    over = ended(jobs, jobs.post(JOBS, json={}).headers["location"])
    assert (over["state"], over["report"]) == ("failed", None)
    assert told in over["error"]
    assert "secret" not in over["error"]


def test_the_oldest_jobs_are_let_go(own: KnowledgeBase, jobs: TestClient) -> None:
    first = jobs.post(JOBS, json={}).headers["location"]
    ended(jobs, first)
    for _ in range(50):
        ended(jobs, jobs.post(JOBS, json={}).headers["location"])
    assert jobs.get(first).status_code == 404


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"json": {"vault": "/etc"}}, 422),
        ({"content": b"{}", "headers": {"content-type": "text/plain"}}, 415),
        ({"content": b"", "headers": {"content-type": "application/json"}}, 422),
        ({"json": {}, "params": {"x": "1"}}, 422),
        ({"json": {}, "headers": {"origin": "http://evil.example"}}, 403),
    ],
)
def test_an_order_that_is_none_of_ours_starts_nothing(own: KnowledgeBase, jobs: TestClient, sent: dict[str, Any], status: int) -> None:
    (own.vault / "B.md").write_text("new", encoding="utf-8")
    assert jobs.post(JOBS, **sent).status_code == status
    assert jobs.get("/api/v1/index").json()["notes"] == 1


def test_an_order_needs_the_token_or_this_machine(own: KnowledgeBase) -> None:
    held = TestClient(create_app(own, Policy(token="secret")), base_url=HERE)
    assert held.post(JOBS, json={}).status_code == 401
    begun = held.post(JOBS, json={}, headers={"authorization": "Bearer secret"})
    assert begun.status_code == 202
    assert held.get(begun.headers["location"]).status_code == 401
    far = TestClient(create_app(own), base_url="http://192.168.1.7:8000")
    assert far.post(JOBS, json={}, headers={"host": "localhost"}).status_code == 403


def test_the_notes_that_something_is_wrong_with_are_named(own: KnowledgeBase, jobs: TestClient) -> None:
    (own.vault / "Bad.md").write_text("---\ntitle: [\n---\nx\n", encoding="utf-8")
    own.sync()
    status = jobs.get("/api/v1/index").json()
    models.StatusObject.model_validate(status, strict=True, extra="forbid")
    [found] = status["note_problems"]
    assert found["note"]["path"] == "Bad.md"
    assert found["problems"][0]["message"]
    assert status["problem_notes"] == 1
