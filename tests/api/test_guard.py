"""The wall around every route, built around a tiny app that repeats what it was sent."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import Message

from gpukb_api.guard import HEADERS, MAX_BODY, Guard, read_body
from gpukb_api.problems import Problem, as_json
from gpukb_api.security import Policy

HERE = "http://127.0.0.1:8000"
TOKEN = "correct horse battery staple"


async def echo(request: Request) -> Response:
    if request.url.path == "/broken":
        raise RuntimeError("secret detail")
    return PlainTextResponse(await request.body() or b"nothing")


def client(policy: Policy | None = None, base_url: str = HERE) -> TestClient:
    routes = [Route(path, echo, methods=["GET", "POST", "DELETE"]) for path in ("/", "/broken", "/healthz")]
    wall = Middleware(Guard, policy=policy or Policy(), answer=lambda connection, problem: as_json(problem, connection))
    return TestClient(Starlette(routes=routes, middleware=[wall]), base_url=base_url)


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:8000", "127.0.0.1", "localhost."])
def test_loopback_names_are_served(host: str) -> None:
    assert client().get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "0.0.0.0",
        "",
        "10.0.0.1",
        "[::1]evil.com",
        "[localhost]",
        "[127.0.0.1]",
        "[::1",
        "[",
        "localhost:80:evil.com",
        "localhost:x",
        "localhost, evil.com",
        "localhost/healthz?",
        "localhost@evil.com",
    ],
)
def test_any_other_host_is_421(host: str) -> None:
    refused = client().get("/", headers={"host": host})
    assert refused.status_code == 421
    assert refused.json()["code"] == "unknown-host"


def test_an_allowed_host_is_served() -> None:
    policy = Policy(hosts=frozenset({"notes.example"}))
    assert client(policy).get("/", headers={"host": "notes.example:443"}).status_code == 200


def test_bound_to_all_addresses_numbers_are_served_and_names_are_not() -> None:
    policy = Policy(token=TOKEN, any_ip=True)
    headers = {"authorization": f"Bearer {TOKEN}"}
    assert client(policy).get("/", headers={"host": "192.168.1.7:8000", **headers}).status_code == 200
    assert client(policy).get("/", headers={"host": "evil.example:8000", **headers}).status_code == 421


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "http://localhost:3000", "null", "http://127.0.0.1", "file://", "127.0.0.1:8000", "http://[", HERE + "/"],
)
def test_a_foreign_origin_is_403(method: str, origin: str) -> None:
    refused = client().request(method, "/", headers={"origin": origin, "content-type": "application/json"})
    assert refused.status_code == 403
    assert refused.json()["code"] == "foreign-origin"


def test_our_own_origin_and_a_listed_one_are_served() -> None:
    policy = Policy(origins=frozenset({"app://obsidian.md"}))
    for origin in (HERE, "app://obsidian.md"):
        assert client(policy).post("/", headers={"origin": origin, "content-type": "application/json"}).status_code == 200


def test_two_origins_are_refused_even_when_one_is_ours() -> None:
    headers = [("origin", HERE), ("origin", "https://evil.example"), ("content-type", "application/json")]
    assert client().post("/", headers=headers).status_code == 403


def test_two_hosts_are_refused_even_when_one_is_ours() -> None:
    assert client().get("/", headers=[("host", "localhost"), ("host", "evil.example")]).status_code == 421


def test_a_mistake_in_a_check_is_a_500_with_our_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpukb_api.guard.check", lambda *_: 1 // 0)
    broken = client().get("/")
    assert broken.status_code == 500
    assert "content-security-policy" in broken.headers


def test_another_site_may_link_here_but_not_load_from_here() -> None:
    cross = {"sec-fetch-site": "cross-site"}
    assert client().get("/", headers={**cross, "sec-fetch-mode": "navigate"}).status_code == 200
    assert client().get("/", headers={**cross, "sec-fetch-mode": "no-cors"}).status_code == 403
    posted = client().post("/", headers={**cross, "sec-fetch-mode": "navigate", "content-type": "application/json"})
    assert posted.status_code == 403


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/jsonp"]
)
def test_an_unsafe_method_needs_json(kind: str) -> None:
    refused = client().post("/", content=b"{}", headers={"content-type": kind})
    assert refused.status_code == 415


def test_json_with_a_charset_is_json() -> None:
    assert client().post("/", content=b"{}", headers={"content-type": "Application/JSON; charset=utf-8"}).text == "{}"


def test_a_body_at_the_limit_is_taken_and_one_byte_more_is_413() -> None:
    json = {"content-type": "application/json"}
    assert client().post("/", content=b"x" * MAX_BODY, headers=json).status_code == 200
    assert client().post("/", content=b"x" * (MAX_BODY + 1), headers=json).status_code == 413


def test_a_chunked_body_is_counted_too() -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(MAX_BODY // 65536 + 2):
            yield b"x" * 65536

    refused = client().post("/", content=chunks(), headers={"content-type": "application/json"})
    assert refused.request.headers.get("content-length") is None
    assert refused.status_code == 413


def test_a_body_that_comes_too_slowly_is_408(monkeypatch: pytest.MonkeyPatch) -> None:
    async def dripping() -> Message:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"x", "more_body": True}

    monkeypatch.setattr("gpukb_api.guard.BODY_S", 0.1)
    read = asyncio.run(read_body(HTTPConnection({"type": "http", "headers": []}), dripping))
    assert isinstance(read, Problem)
    assert read.status == 408
    read = asyncio.run(read_body(HTTPConnection({"type": "http", "headers": [(b"content-length", b"9" * 12)]}), dripping))
    assert isinstance(read, Problem)
    assert read.status == 413


def test_what_is_sent_beyond_the_limit_is_read_before_the_refusal() -> None:
    left = [MAX_BODY, MAX_BODY, 1]

    async def sending() -> Message:
        size = left.pop(0)
        return {"type": "http.request", "body": b"x" * size, "more_body": bool(left)}

    headers = [(b"content-length", str(sum(left)).encode())]
    read = asyncio.run(read_body(HTTPConnection({"type": "http", "headers": headers}), sending))
    assert isinstance(read, Problem)
    assert read.status == 413
    assert not left


def test_a_token_is_asked_of_everyone_but_the_supervisor() -> None:
    guarded = client(Policy(token=TOKEN))
    assert guarded.get("/").status_code == 401
    assert "Bearer" in guarded.get("/").headers["www-authenticate"]
    assert guarded.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "value", ["", "Bearer", "Bearer wrong", "Bearer ", "Basic !!", "Basic " + base64.b64encode(b"x:wrong").decode(), TOKEN]
)
def test_a_wrong_token_is_401(value: str) -> None:
    assert client(Policy(token=TOKEN)).get("/", headers={"authorization": value}).status_code == 401


@pytest.mark.parametrize("value", [f"Bearer {TOKEN}", f"bearer {TOKEN}", "Basic " + base64.b64encode(f"me:{TOKEN}".encode()).decode()])
def test_the_right_token_is_taken_as_bearer_or_as_a_browsers_password(value: str) -> None:
    assert client(Policy(token=TOKEN)).get("/", headers={"authorization": value}).status_code == 200


def test_without_a_token_any_key_is_accepted() -> None:
    assert client().get("/", headers={"authorization": "Bearer anything"}).status_code == 200


def test_without_a_token_only_this_machine_is_served_whatever_its_host_header_says() -> None:
    refused = client(base_url="http://192.168.1.7:8000").get("/", headers={"host": "localhost"})
    assert refused.status_code == 403
    assert refused.json()["code"] == "token-needed"


def test_every_response_has_the_headers() -> None:
    guarded = client()
    for response in (guarded.get("/"), guarded.get("/none"), guarded.get("/", headers={"host": "evil.example"}), guarded.get("/broken")):
        for name, value in HEADERS.items():
            assert response.headers[name] == value
        assert len(response.headers["x-request-id"]) == 32


def test_scripts_styles_and_frames_of_others_are_refused_by_policy() -> None:
    policy = client().get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_a_mistake_of_ours_is_a_500_that_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "gpukb_api"):
        broken = client().get("/broken")
    assert broken.status_code == 500
    assert broken.headers["content-type"] == "application/problem+json"
    assert "secret" not in broken.text
    assert broken.json()["request_id"] in caplog.text
