from __future__ import annotations

import subprocess
import sys


def until(stream, wanted):
    for line in stream:
        if wanted in line:
            return line
    raise AssertionError(f"{wanted!r} was never printed")


def test_watch_looks_again_when_a_note_changes(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Home.md").write_text("[[One]]\n")
    command = [
        sys.executable,
        "-c",
        "from gpukb.cli import main; main()",
        "lint",
        "--vault",
        str(vault),
        "--watch",
        "--format",
        "github",
        "--fail-on",
        "never",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            until(process.stdout, "One")
            until(process.stdout, "1 error")
            (vault / "Home.md").write_text("[[Two]]\n")
            assert "Two" in until(process.stdout, "link-missing-note")
        finally:
            process.terminate()
