"""The shipped vault has nothing to be found fault with, and the hook for other people's vaults runs."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import yaml

from gpukb.cli import run

HERE = Path(__file__).parents[2]


def test_the_shipped_vault_is_clean(tmp_path):
    assert run(["--vault", str(HERE / "vault"), "--index", str(tmp_path), "lint", "--fail-on", "warning"]) == 0


def test_the_hook_tells_of_what_changed_and_of_nothing_else(tmp_path):
    (hook,) = yaml.safe_load((HERE / ".pre-commit-hooks.yaml").read_text("utf-8"))
    command, *arguments = shlex.split(hook["entry"])
    assert command == "gpukb"

    def git(*words):
        author = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"]
        subprocess.run(["git", "-C", str(tmp_path), *author, *words], check=True, capture_output=True)

    def hooked():
        code = "import sys; from gpukb.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    notes = tmp_path / "vault"
    notes.mkdir()
    (notes / "Old.md").write_text("[[Gone long ago]] [[New]]\n")
    (notes / "New.md").write_text("[[Old]]\n")
    git("init", "-q")
    git("add", "-A")
    assert hooked()[0] == 1  # nothing is committed yet: all of it is new
    git("commit", "-q", "-m", "one")
    assert hooked() == (0, "")
    (notes / "New.md").write_text("[[Old]] [[Gone today]]\n")
    git("add", "-A")
    code, out = hooked()
    assert code == 1
    assert "Gone today" in out
    assert "Gone long ago" not in out
