"""Each `*.txt` here holds commands and what they print over the fixture vault; `pytest --update` rewrites them.

A line `$ gpukb …` is run, `-- ` starts a remark. Lines after a command are stdout, `! ` starts a line of stderr, `[exit 1]` is an exit code
that is not 0. Times and sizes are written `…`. A file whose first line is `-- vectors` runs with the first bundled encoder, the others with
words and graph alone.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gpukb.cli import run

HERE = Path(__file__).parent
TRANSCRIPTS = sorted(HERE.glob("*.txt"))
VARIES = re.compile(r"\b\d+(?:[.,]\d+)?(?= (?:ms|s|MB)\b)|(?<=_ms\": )\d+(?:\.\d+)?|(?<=_s\": )\d+(?:\.\d+)?")


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path, fixture_vault, monkeypatch, capsys, pytestconfig):
    monkeypatch.chdir(fixture_vault.parent)
    monkeypatch.setenv("GPUKB_INDEX", str(fixture_vault.parent / "index"))
    recorded = path.read_text("utf-8")
    monkeypatch.setenv("GPUKB_EMBEDDINGS_ENCODERS", "e5")
    if not recorded.startswith("-- vectors"):
        monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")
    lines = [line for line in recorded.splitlines() if line.startswith(("$ ", "-- "))]
    printed = "".join(played(line, capsys) for line in lines).replace(f"{fixture_vault.parent}/", "")
    if pytestconfig.getoption("update"):
        path.write_text(printed, "utf-8")
    else:
        assert printed == recorded


def played(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    if line.startswith("-- "):
        return line + "\n"
    code = run(shlex.split(line)[2:])
    out, err = capsys.readouterr()
    shown = out + "".join(f"! {said}\n" for said in err.splitlines()) + (f"[exit {code}]\n" if code else "")
    return f"{line}\n{VARIES.sub('…', shown)}\n"


def test_there_are_transcripts():
    assert TRANSCRIPTS
