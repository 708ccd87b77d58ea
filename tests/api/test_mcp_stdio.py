"""`gpukb mcp` as a client starts it: a process of its own, spoken to over its stdin and stdout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp.client.stdio import StdioServerParameters

from api.mcp_client import ERAS, use

MAIN = ["-c", "from gpukb.cli import main; main()", "mcp", "--no-vectors"]
PATIENCE_S = 300


def of(vault: Path) -> list[str]:
    return [*MAIN, "--vault", str(vault), "--index", str(vault.parent / "index")]


@pytest.mark.parametrize("era", ERAS)
def test_the_official_client_finds_reads_and_asks(fixture_vault: Path, era: str) -> None:
    async def session(client: Any) -> tuple[str, list[Any]]:
        version = client.session.protocol_version
        calls = (("search_notes", {"query": "NVLink"}), ("get_note", {"note": "Вики/KV-кэш"}), ("ask", {"question": "What is NVLink?"}))
        return version, [await client.call_tool(tool, arguments) for tool, arguments in calls]

    server = StdioServerParameters(command=sys.executable, args=of(fixture_vault), env=dict(os.environ))
    version, (search, note, answer) = use(server, session, era)
    assert version == ("2025-11-25" if era == "legacy" else era)
    assert search.structured_content["items"][0]["note"]["title"] == "NVLink"
    assert note.structured_content["text"] == (fixture_vault / "Вики" / "KV-кэш.md").read_text(encoding="utf-8")
    assert answer.structured_content["status"] == "grounded"


def test_stdout_holds_nothing_but_messages_and_the_end_of_stdin_ends_it(fixture_vault: Path) -> None:
    hello = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}}
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}) + "\n"
    command = [sys.executable, *of(fixture_vault)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(asked)
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        rest, _ = server.communicate(timeout=PATIENCE_S)
    assert answer["result"]["protocolVersion"] == "2024-11-05"
    assert answer["result"]["serverInfo"]["name"] == "gpukb"
    assert (rest, server.returncode) == ("", 0)


def test_without_a_vault_it_says_so_on_stderr(tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, *of(tmp_path / "none")], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert "is not there" in ended.stderr


def test_the_command_line_starts_without_the_sdk() -> None:
    code = "import sys; from gpukb.cli import make_app; make_app(); print([name for name in sys.modules if name.split('.')[0] == 'mcp'])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
