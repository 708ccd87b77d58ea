"""A file that a person names is replaced whole, or is as it was."""

import errno
import os

import pytest

from gpukb.rewrite import write_whole


def test_a_file_is_made_and_replaced_with_its_rights(tmp_path):
    write_whole(tmp_path / "a", b"1")
    os.chmod(tmp_path / "a", 0o640)
    write_whole(tmp_path / "a", b"2")
    assert (tmp_path / "a").read_bytes() == b"2"
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["a"]


def test_a_full_disk_leaves_the_older_file(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]


def test_a_folder_is_not_replaced(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match=r"."):
        write_whole(tmp_path / "a", b"new")
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.skipif(os.name == "nt", reason="needs links and devices")
def test_links_and_devices_stay_what_they_are(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to("a")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_bytes() == b"new"
    (tmp_path / "null").symlink_to("/dev/null")
    write_whole(tmp_path / "null", b"new")
    assert (tmp_path / "null").is_symlink()
