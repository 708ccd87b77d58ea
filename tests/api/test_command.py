"""`gpukb serve` as a person runs it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpukb.errors import UsageError
from gpukb_api.command import address_of, bind

GPUKB = [sys.executable, "-c", "from gpukb.cli import main; main()"]
PATIENCE_S = 300


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        yield held.getsockname()[1]


def test_a_port_in_use_says_what_to_do(busy_port: int) -> None:
    with pytest.raises(UsageError, match=rf"port {busy_port} of 127\.0\.0\.1 is in use.*--port {busy_port + 1}"):
        bind("127.0.0.1", busy_port)


def test_an_address_that_is_not_ours_says_so() -> None:
    with pytest.raises(UsageError, match=r"cannot serve at 203\.0\.113\.1"):
        bind("203.0.113.1", 0)


def test_a_free_port_is_told() -> None:
    with bind("127.0.0.1", 0) as bound:
        assert address_of(bound) == f"http://127.0.0.1:{bound.getsockname()[1]}"


def run(*arguments: str, vault: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    whole = {**os.environ, **environment}
    command = [*GPUKB, "serve", "--vault", str(vault), "--index", str(vault.parent / "index"), *arguments]
    return subprocess.run(command, env=whole, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def test_a_port_in_use_is_exit_2_before_the_vault_is_read(fixture_vault: Path, busy_port: int) -> None:
    ended = run("--port", str(busy_port), vault=fixture_vault)
    assert ended.returncode == 2
    assert "in use" in ended.stderr
    assert not (fixture_vault.parent / "index").exists()


def test_an_address_for_others_needs_a_token(fixture_vault: Path) -> None:
    ended = run("--host", "0.0.0.0", "--port", "0", vault=fixture_vault)
    assert ended.returncode == 3
    assert "GPUKB_TOKEN" in ended.stderr


def test_it_serves_until_it_is_interrupted(fixture_vault: Path) -> None:
    command = [
        *GPUKB,
        "serve",
        "--vault",
        str(fixture_vault),
        "--index",
        str(fixture_vault.parent / "index"),
        "--port",
        "0",
        "--no-vectors",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        assert address.startswith("http://127.0.0.1:")
        wait_until_ready(address)
        with urllib.request.urlopen(f"{address}/api/v1/search?q=NVLink") as answer:
            assert b'"items":[{' in answer.read()
        (fixture_vault / "Zebra.md").write_text("Zebrastripes are new.", encoding="utf-8")
        assert until_found(f"{address}/api/v1/search?q=Zebrastripes")
        head = urllib.request.Request(f"{address}/", method="HEAD")
        with urllib.request.urlopen(head) as answer:
            assert answer.read() == b""
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE_S) == 130
        assert server.stderr is not None
        told = server.stderr.read().splitlines()
    assert told[0] == f"building the index of {fixture_vault}, which is done once"
    assert re.fullmatch(r"the index is built: \d+ notes, \d+ passages", told[1])


def until_found(address: str) -> bool:
    """Whether a note that was just written can be searched before the patience ends."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        with urllib.request.urlopen(address) as answer:
            if b'"items":[{' in answer.read():
                return True
        time.sleep(0.1)
    return False


def wait_until_ready(address: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urllib.request.urlopen(f"{address}/readyz"):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def test_the_factory_serves_the_vault_of_the_environment(fixture_vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from starlette.testclient import TestClient

    import gpukb_api

    monkeypatch.setenv("GPUKB_VAULT", str(fixture_vault))
    monkeypatch.setenv("GPUKB_INDEX", str(fixture_vault.parent / "index"))
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "false")
    monkeypatch.setenv("GPUKB_TOKEN", "secret")
    with TestClient(gpukb_api.app(), base_url="http://127.0.0.1:8000") as client:
        assert client.get("/readyz").status_code == 200
        assert client.get("/api/v1/index").status_code == 401
        assert client.get("/api/v1/index", headers={"authorization": "Bearer secret"}).json()["notes"] > 5
