"""New notes lie inside the vault, whole, and with all that changes for them; or nothing was changed."""

import errno
import os
import subprocess
import sys

import pytest

from gpukb.note import revision_of
from gpukb.rewrite import FileChange, RewriteError, add_files
from gpukb.rewrite.save import Staging, write_new


@pytest.fixture
def root(tmp_path):
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/old.md").write_bytes(b"old")
    (tmp_path / "out").mkdir()
    return tmp_path / "vault"


def all_files(folder):
    return {os.path.join(at, name) for at, _, names in os.walk(folder) for name in names}


CHANGE = FileChange("old.md", revision_of(b"old"), b"new")


def test_new_notes_are_written_with_what_changes_for_them(root):
    add_files(root, [("a/b.md", b"B"), ("c.md", b"C")], [CHANGE])
    assert [(root / name).read_bytes() for name in ("a/b.md", "c.md", "old.md")] == [b"B", b"C", b"new"]


@pytest.mark.skipif(os.name == "nt", reason="needs links")
@pytest.mark.parametrize(("link", "target"), [("Wiki", "../out"), ("Wiki", "../none"), ("Wiki", ".git"), ("Wiki", "Wiki")])
def test_no_note_is_written_where_a_link_leads_out_of_the_vault(root, tmp_path, link, target):
    (root / ".git").mkdir()
    (root / link).symlink_to(target)
    before = all_files(tmp_path)
    with pytest.raises(RewriteError, match="nothing was changed"):
        add_files(root, [("first.md", b"1"), ("Wiki/deep/a.md", b"A")], [CHANGE])
    assert all_files(tmp_path) == before
    assert (root / "old.md").read_bytes() == b"old"
    assert not (tmp_path / "none").exists()


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_linked_vault_and_a_linked_folder_in_it_are_written_to(root, tmp_path):
    (root / "real").mkdir()
    (root / "Wiki").symlink_to("real")
    (tmp_path / "way").symlink_to(root)
    add_files(tmp_path / "way", [("Wiki/a.md", b"A")], [])
    assert (root / "real/a.md").read_bytes() == b"A"


def test_a_full_disk_leaves_no_note_behind(root, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_new(root / "a.md", b"A")
    with pytest.raises(RewriteError, match="No space"):
        add_files(root, [("a.md", b"A")], [])
    assert all_files(root) == {str(root / "old.md")}


KILLED = """
import os, sys
os.getpid = lambda: 7  # as in a container, where each run may have the same number
from gpukb.note import revision_of
from gpukb.rewrite import FileChange, add_files
if sys.argv[1]:
    os.fsync = lambda _: os._exit(9)
add_files(".", [("a.md", b"A")], [FileChange("old.md", revision_of(b"old"), b"new")] if sys.argv[2] else [])
"""


@pytest.mark.parametrize("changes", ["", "too"])
def test_a_killed_run_leaves_no_half_note_and_nothing_that_holds_the_next_one_up(root, changes):
    killed = subprocess.run([sys.executable, "-c", KILLED, "now", changes], cwd=root, check=False)
    assert killed.returncode == 9
    assert not (root / "a.md").exists()
    subprocess.run([sys.executable, "-c", KILLED, "", changes], cwd=root, check=True)
    assert (root / "a.md").read_bytes() == b"A"


def test_where_there_are_no_links_a_new_note_is_written_all_the_same(root, monkeypatch):
    def refused(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    add_files(root, [("a.md", b"A")], [])
    assert (root / "a.md").read_bytes() == b"A"
    assert all_files(root) == {str(root / "a.md"), str(root / "old.md")}


def test_a_note_edited_while_new_ones_are_written_takes_them_back(root):
    def new():
        yield "a.md", b"A"
        (root / "old.md").write_bytes(b"edited meanwhile")

    with pytest.raises(RewriteError, match="changed meanwhile"):
        add_files(root, new(), [CHANGE])
    assert all_files(root) == {str(root / "old.md")}
    assert (root / "old.md").read_bytes() == b"edited meanwhile"


def test_a_taken_place_takes_the_others_back(root):
    with pytest.raises(FileExistsError):
        add_files(root, [("a.md", b"A"), ("old.md", b"B")], [])
    assert all_files(root) == {str(root / "old.md")}


def test_a_staged_change_is_checked_before_it_takes_its_place(root):
    staging = Staging(root)
    staging.add(CHANGE)
    staging.check()
    (root / "old.md").unlink()
    with pytest.raises(RewriteError, match="changed meanwhile"):
        staging.check()
    staging.drop()
