"""A move that is killed at any step is finished, or taken back, by the next one."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gpukb.cli import run
from gpukb.config import VaultConfig
from gpukb.encoders.folder import cache_home
from gpukb.index.place import move_journal
from gpukb.rewrite import broken_off, finish, perform, plan_move
from gpukb.rewrite.edits import RewriteError
from gpukb.rewrite.journal import journal_of, kept
from gpukb.rewrite.save import beside_alone

FILES = {
    "Old.md": "[[a/x]] [[./a/x]] [[Old]]\n",
    "a/x.md": "[[Old|o]] [[../Old]]\n",
    "a/y.md": "---\nup: '[[Old]]'\n---\n[t](../Old.md)\n",
    "a/b/z.md": "[[a/x]] [[Old]]\n",
}
MOVES = {"a note": ("Old.md", "n/New.md"), "a folder": ("a", "c/d"), "letters' case": ("Old.md", "OLD.md")}
STEPS = ("rename", "replace", "unlink", "mkdir", "fsync", "open", "write")

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def made(root: Path) -> Path:
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    return root


def contents(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def killed_at(step: int, root: Path, old: str, new: str, journal: Path) -> bool:
    """Make the move in another process, which ends before its so-manyth call that changes or opens something; whether it ended so."""
    child = os.fork()
    if child == 0:
        left = [step]

        def counted(work: Callable[..., object]) -> Callable[..., object]:
            def counting(*args: object, **named: object) -> object:
                left[0] -= 1
                if left[0] < 0:
                    os._exit(9)
                return work(*args, **named)

            return counting

        try:
            plan = plan_move(root, VaultConfig(), old, new)
            for name in STEPS:
                setattr(os, name, counted(getattr(os, name)))
            perform(plan, journal)
        except BaseException:
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, 9)
    return code == 9


@pytest.mark.parametrize("kind", MOVES)
def test_killed_at_any_step_a_move_is_completed_by_the_next(tmp_path: Path, kind: str) -> None:
    old, new = MOVES[kind]
    whole = made(tmp_path / "whole")
    perform(plan_move(whole, VaultConfig(), old, new))
    journal = tmp_path / "index" / "move.json"
    step, outcomes = 0, set()
    while killed_at(step, root := made(tmp_path / "vault"), old, new, journal):
        done = finish(root, journal)
        outcomes.add(done is not None)
        assert not journal.exists(), step
        if done is None:
            assert contents(root) == contents(made(tmp_path / "before")), step
            perform(plan_move(root, VaultConfig(), old, new), journal)
        else:
            assert (done.journal.asked, done.kept) == ((old, new), 0)
        assert contents(root) == contents(whole), step
        shutil.rmtree(root)
        step += 1
    assert contents(root) == contents(whole)
    assert not journal.exists()
    assert step > 10
    assert outcomes == {True, False}


def test_what_was_written_since_is_kept(tmp_path: Path) -> None:
    journal = tmp_path / "index" / "move.json"
    for step in range(1000):
        root = made(tmp_path / f"vault{step}")
        assert killed_at(step, root, "Old.md", "New.md", journal)
        if (root / "New.md").exists():
            break
        finish(root, journal)
    (root / "a/x.md").write_bytes(b"[[Old]] and more\n")
    done = finish(root, journal)
    assert done is not None
    assert done.kept == 1
    assert (root / "a/x.md").read_bytes() == b"[[Old]] and more\n"
    assert (root / "a/b/z.md").read_bytes() == b"[[a/x]] [[New]]\n"
    assert not list(root.rglob(".gpukb*"))


def test_two_moves_at_once_are_one_after_the_other(tmp_path: Path) -> None:
    root, journal = made(tmp_path / "vault"), tmp_path / "index" / "move.json"
    plan, other = plan_move(root, VaultConfig(), "Old.md", "New.md"), plan_move(root, VaultConfig(), "a/x.md", "x2.md")
    with kept(journal, journal_of("Old.md", "New.md", beside_alone("New.md"), plan.asked, ())):
        with pytest.raises(RewriteError, match="at work"):
            perform(other, journal)
        with pytest.raises(RewriteError, match="at work"):
            finish(root, journal)
        assert broken_off(journal) is not None
    assert finish(root, journal) is None
    perform(other, journal)
    assert (root / "x2.md").exists()


def test_where_no_journal_can_be_kept_a_move_is_made_without(tmp_path: Path) -> None:
    root = made(tmp_path / "vault")
    (tmp_path / "file").write_text("")
    perform(plan_move(root, VaultConfig(), "Old.md", "New.md"), tmp_path / "file" / "move.json")
    assert (root / "a/b/z.md").read_bytes() == b"[[a/x]] [[New]]\n"


def test_a_journal_that_was_not_written_to_its_end_means_that_nothing_was_begun(tmp_path: Path) -> None:
    root, journal = made(tmp_path / "vault"), tmp_path / "move.json"
    before = contents(root)
    for torn in ("", '{"old": "Old.md"', "[]", '{"old": 1, "files": [{}]}', '"abc"', "5", "null", "[" * 100_000):
        journal.write_text(torn)
        assert finish(root, journal) is None
        assert not journal.exists()
    assert contents(root) == before


@pytest.mark.parametrize(
    "planted",
    [
        {"new": "../out.md", "between": "../.gpukb-1.tmp"},
        {"new": "n/out.md", "between": "{root}/../.gpukb-1.tmp"},
        {"new": "link/out.md", "between": "link/.gpukb-1.tmp"},
        {"between": "a/x.md"},
        {"new": "a/x.md", "between": "a/.gpukb-1.tmp"},
        {"old": "Old.md", "new": "Nope.md", "files": [{"file": "Old.md", "temporary": "{root}/../precious.md", "before": "", "after": ""}]},
        {"old": "Old.md", "new": "Nope.md", "files": [{"file": "../x", "temporary": "../.gpukb-1-1.tmp", "before": "", "after": ""}]},
        {"old": 5},
        {"old": "d", "new": "link"},
        {"old": "d", "new": "a\0b"},
    ],
)
def test_a_journal_that_no_move_has_written_moves_and_removes_nothing(tmp_path: Path, planted: dict[str, object]) -> None:
    root, journal = made(tmp_path / "vault"), tmp_path / "move.json"
    (tmp_path / "elsewhere").mkdir()
    (root / "link").symlink_to(tmp_path / "elsewhere")
    for file in (tmp_path / "precious.md", tmp_path / ".gpukb-1.tmp", root / "a/.gpukb-1.tmp", tmp_path / "elsewhere/.gpukb-1.tmp"):
        file.write_text("mine")
    (tmp_path / ".gpukb-1-1.tmp").write_text("mine")
    before = contents(tmp_path)
    whole = {"old": "zz", "new": "out.md", "between": ".gpukb-1.tmp", "asked": ["x", "y"], "files": [], **planted}
    journal.write_text(json.dumps(whole).replace("{root}", str(root)))
    finish(root, journal)
    assert contents(tmp_path) == before


def test_a_pipe_in_the_place_of_a_journal_is_waited_for_by_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "move.json")
    assert finish(made(tmp_path / "vault"), tmp_path / "move.json") is None


def test_the_command_tells_what_it_finished_and_doctor_what_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = 0
    while True:
        root = made(tmp_path / f"vault{step}")
        journal = move_journal(root, cache_home())
        assert killed_at(step, root, "Old.md", "New.md", journal)
        if (root / "New.md").exists():
            break
        finish(root, journal)
        step += 1
    where = ["--vault", str(root), "--index", str(tmp_path / "index")]
    assert run(["doctor", *where]) == 0
    assert "the move of Old.md to New.md was broken off" in capsys.readouterr().out
    assert run(["mv", "a/x.md", "a/w.md", "--dry-run", *where]) == 0
    assert "was broken off" in capsys.readouterr().err
    assert run(["mv", "Old.md", "New.md", "--json", *where]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["finished"] == {"from": "Old.md", "to": "New.md", "kept_old_links": 0}
    assert "finished the move of Old.md → New.md" in told.err
    assert (root / "a/b/z.md").read_bytes() == b"[[a/x]] [[New]]\n"
    assert run(["doctor", *where]) == 0
    assert "broken off" not in capsys.readouterr().out
