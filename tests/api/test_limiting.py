"""How many requests a client may make."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from gpukb.config import ServerConfig
from gpukb.kb import KnowledgeBase
from gpukb_api import create_app
from gpukb_api.limiting import CLIENTS, WINDOW_S, Limiter
from gpukb_api.security import Policy, policy_of

HERE = "http://127.0.0.1:8000"


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def taken(limiter: Limiter, client: str = "a") -> bool:
    return limiter.take(client)[1] is None


def test_a_minutes_worth_may_come_at_once_and_no_more() -> None:
    clock = Clock()
    limiter = Limiter(7, clock)
    assert [taken(limiter) for _ in range(9)] == [True] * 7 + [False] * 2
    clock.now += WINDOW_S / 7 - 0.01
    assert not taken(limiter)
    clock.now += 0.02
    assert taken(limiter)
    assert not taken(limiter)
    clock.now += 2 * WINDOW_S
    assert [taken(limiter) for _ in range(8)] == [True] * 7 + [False]


def test_who_waits_as_long_as_told_is_served() -> None:
    clock = Clock()
    limiter = Limiter(11, clock)
    while (problem := limiter.take("a")[1]) is None:
        pass
    assert problem.headers
    clock.now += int(problem.headers["Retry-After"])
    assert taken(limiter)


def test_the_headers_count_down() -> None:
    limiter = Limiter(3, Clock())
    assert [limiter.take("a")[0]["RateLimit"] for _ in range(4)] == [
        f'"client";r={left};t={t}' for left, t in ((2, 20), (1, 40), (0, 60), (0, 60))
    ]
    assert limiter.take("a")[0]["RateLimit-Policy"] == '"client";q=3;w=60'


def test_clients_are_counted_apart_and_the_oldest_are_forgotten() -> None:
    limiter = Limiter(1, Clock())
    assert taken(limiter, "a")
    assert taken(limiter, "b")
    assert not taken(limiter, "a")
    for number in range(CLIENTS):
        limiter.take(str(number))
    assert taken(limiter, "a")


def test_too_many_requests_are_429_in_each_dialect(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpukb_api.limiting.WINDOW_S", 3600.0)  # which a busy machine does not use up either
    client = TestClient(create_app(kb, Policy(per_minute=2)), base_url=HERE)
    assert client.get("/api/v1/facets").headers["ratelimit"] == '"client";r=1;t=1800'
    assert client.get("/healthz").status_code == 200
    assert client.get("/").status_code == 200
    refused = client.get("/api/v1/facets")
    assert refused.status_code == 429
    assert refused.json()["code"] == "too-many-requests"
    assert int(refused.headers["retry-after"]) > 0
    assert refused.headers["ratelimit"].startswith('"client";r=0')
    chat = client.post("/v1/chat/completions", json={"messages": []})
    assert chat.status_code == 429
    assert chat.json()["error"]["type"] == "rate_limit_error"
    assert client.get("/healthz").status_code == 200


def test_nothing_is_counted_unless_asked_for(client: TestClient) -> None:
    assert "ratelimit" not in client.get("/api/v1/facets").headers


@pytest.mark.parametrize(("asked", "held"), [(0, 0), (-1, 0), (600, 600)])
def test_the_configuration_bounds_it(asked: int, held: int) -> None:
    assert policy_of(ServerConfig(rate_per_minute=asked)).per_minute == held
