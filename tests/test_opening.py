"""What is read is a regular file of the vault, whatever was put in its place."""

import os
from pathlib import Path

import pytest

from gpukb.opening import read_inside, read_plain

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")


@pytest.fixture
def root(tmp_path):
    (tmp_path / "vault/a/b").mkdir(parents=True)
    (tmp_path / "vault/a/b/note.md").write_bytes(b"text")
    (tmp_path / "out").mkdir()
    (tmp_path / "out/note.md").write_bytes(b"secret")
    return tmp_path / "vault"


def test_a_file_is_read_up_to_the_limit(root):
    assert read_inside(root, "a/b/note.md", 100) == b"text"
    assert read_inside(root, "a/b/note.md", 2) == b"te"


def test_a_link_to_a_file_of_the_vault_is_followed_also_from_a_linked_vault(root, tmp_path):
    (root / "link.md").symlink_to("a/b/note.md")
    (tmp_path / "way").symlink_to(root)
    assert read_inside(tmp_path / "way", "link.md", 100) == b"text"


@pytest.mark.parametrize("target", ["../out/note.md", "/etc/passwd", ".git/x", "none.md", "link.md"])
def test_a_link_that_leads_elsewhere_is_not_followed(root, target):
    (root / ".git").mkdir()
    (root / ".git/x").write_bytes(b"secret")
    (root / "link.md").symlink_to(target)
    with pytest.raises(OSError, match=r"."):
        read_inside(root, "link.md", 100)


def test_a_folder_that_became_a_link_out_of_the_vault_is_not_entered(root, tmp_path):
    (root / "a/b/note.md").unlink()
    (root / "a/b").rmdir()
    (root / "a/b").symlink_to(tmp_path / "out")
    with pytest.raises(OSError, match="leads out of the vault"):
        read_inside(root, "a/b/note.md", 100)


def test_a_pipe_or_device_is_refused_at_once(root):
    os.mkfifo(root / "pipe.md")
    with pytest.raises(OSError, match="not a regular file"):
        read_inside(root, "pipe.md", 100)
    with pytest.raises(OSError, match="not a regular file"):
        read_plain(root / "pipe.md", 100)
    with pytest.raises(OSError, match="not a regular file"):
        read_plain(Path("/dev/zero"), 100)
