"""Files are written whole or not at all, and never over what someone else wrote."""

import os

import pytest

from gpukb.note import revision_of
from gpukb.rewrite import FileChange, RewriteError, save
from gpukb.rewrite.save import Staging


def change(file, old, new):
    return FileChange(file, revision_of(old), new)


def test_contents_are_replaced_and_rights_kept(tmp_path):
    (tmp_path / "a.md").write_bytes(b"old")
    os.chmod(tmp_path / "a.md", 0o640)
    save(tmp_path, [change("a.md", b"old", b"new")])
    assert (tmp_path / "a.md").read_bytes() == b"new"
    assert (tmp_path / "a.md").stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["a.md"]


def test_one_stale_file_stops_all(tmp_path):
    (tmp_path / "a.md").write_bytes(b"old")
    (tmp_path / "b.md").write_bytes(b"edited meanwhile")
    with pytest.raises(RewriteError, match=r"b\.md: was changed meanwhile"):
        save(tmp_path, [change("a.md", b"old", b"new"), change("b.md", b"old", b"new")])
    assert (tmp_path / "a.md").read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == ["a.md", "b.md"]


def test_a_file_changed_in_the_last_moment_keeps_what_was_written(tmp_path):
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_bytes(b"old")
    staging = Staging(tmp_path)
    staging.add(change("a.md", b"old", b"new"))
    staging.add(change("b.md", b"old", b"new"))
    (tmp_path / "a.md").write_bytes(b"edited")
    with pytest.raises(RewriteError, match=r"left as they are: a\.md"):
        staging.commit({})
    assert (tmp_path / "a.md").read_bytes() == b"edited"
    assert (tmp_path / "b.md").read_bytes() == b"new"
    assert sorted(os.listdir(tmp_path)) == ["a.md", "b.md"]


def test_a_full_disk_leaves_everything_as_it_was(tmp_path, monkeypatch):
    (tmp_path / "a.md").write_bytes(b"old")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RewriteError, match="No space left"):
        save(tmp_path, [change("a.md", b"old", b"new")])
    assert (tmp_path / "a.md").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.md"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_not_replaced(tmp_path):
    (tmp_path / "a.md").write_bytes(b"old")
    os.chmod(tmp_path / "a.md", 0o444)
    with pytest.raises(RewriteError, match="read-only"):
        save(tmp_path, [change("a.md", b"old", b"new")])
