from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gpukb.cli import run

GPUKB = [sys.executable, "-c", "from gpukb.cli import main; main()"]


def test_watching_follows_an_edit_until_it_is_interrupted(fixture_vault):
    index = str(fixture_vault.parent / "index")
    arguments = ["index", "--watch", "--no-vectors", "--vault", str(fixture_vault), "--index", index]
    with subprocess.Popen([*GPUKB, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as command:
        assert "11 notes" in command.stdout.readline()
        assert "watching" in command.stderr.readline()
        (fixture_vault / "New.md").write_text("# New\n\nA note that came later.\n", "utf-8")
        told = command.stderr.readline()
        command.send_signal(signal.SIGINT)
        try:
            command.communicate(timeout=300)
        finally:
            command.kill()  # else leaving would wait for ever where it does not stop
    assert "12 notes" in told
    assert command.returncode == 130


def test_files_that_cannot_be_read_are_named_and_stop_nothing(fixture_vault, capsys):
    (fixture_vault / "Broken.md").write_text("---\na: [\n---\nText\n", "utf-8")
    (fixture_vault / "Loose.md").symlink_to(fixture_vault / "nowhere.md")
    assert run(["index", "--no-vectors", "--vault", str(fixture_vault), "--index", str(fixture_vault.parent / "index")]) == 0
    out, err = capsys.readouterr()
    assert "12 notes" in out
    assert "1 note with problems" in err


def test_a_folder_that_holds_something_else_is_not_taken_for_an_index(fixture_vault, tmp_path, capsys):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    assert run(["index", "--vault", str(fixture_vault), "--index", str(tmp_path / "mine")]) == 4
    assert "letter.txt" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0 if hasattr(os, "geteuid") else True, reason="root may write everywhere")
def test_a_read_only_index_folder_is_exit_code_4(fixture_vault, tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    assert run(["index", "--vault", str(fixture_vault), "--index", str(tmp_path / "locked" / "index")]) == 4


def test_a_second_run_makes_nothing_new(fixture_vault, capsys):
    arguments = ["index", "--no-vectors", "--vault", str(fixture_vault), "--index", str(fixture_vault.parent / "index")]
    run(arguments)
    first = re.search(r"generation (\d+)", capsys.readouterr().out)[1]
    run(arguments)
    assert re.search(r"generation (\d+)", capsys.readouterr().out)[1] == first


def test_nothing_is_written_into_the_vault(fixture_vault):
    def state() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in fixture_vault.rglob("*") if path.is_file()}

    before = state()
    index = str(fixture_vault.parent / "index")
    for arguments in (["index"], ["search", "NVLink"], ["ask", "What is NVLink?"]):
        run([*arguments, "--no-vectors", "--vault", str(fixture_vault), "--index", index])
    assert state() == before
