"""What README shows is what the commands print over the tests' vault; `pytest --update` rewrites it. Times and sizes may differ."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from gpukb.cli import run

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
VARIES = re.compile(r"\b\d+(?:[.,]\d+)?(?= (?:ms|s|MB)\b)")


def test_the_commands_of_the_readme_print_what_it_shows(monkeypatch, tmp_path, capsys, pytestconfig):
    shutil.copytree(ROOT / "tests" / "vault", tmp_path / "tests" / "vault")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GPUKB_VAULT", "tests/vault")
    assert run(["index", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["vectors"]["state"] == "ready"
    written = README.read_text("utf-8")
    printed = BLOCK.sub(lambda block: played(block[0], capsys), written)
    if pytestconfig.getoption("update"):
        README.write_text(printed, "utf-8")
    else:
        assert VARIES.sub("…", printed) == VARIES.sub("…", written)


def played(block: str, capsys: pytest.CaptureFixture[str]) -> str:
    shown = []
    for line in block.splitlines():
        if line.startswith("$ gpukb "):
            assert run(shlex.split(line)[2:]) == 0
            out, err = capsys.readouterr()
            shown.append(f"{line}\n{out}{err}".rstrip("\n") + "\n")
    return "\n".join(shown)


def test_every_page_that_the_readme_links_to_exists():
    targets = re.findall(r"\]\(([^)#]+)\)", README.read_text("utf-8"))
    assert [target for target in targets if not (ROOT / target).exists()] == []
