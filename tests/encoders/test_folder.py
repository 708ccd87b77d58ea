import json
import os
import subprocess
import sys
import time

import pytest

from gpukb.encoders.folder import MANIFEST, STALE, cache_home, is_whole, make_folder, model_folder, open_folder


def write(place):
    (place / "sub").mkdir()
    (place / "sub" / "graph").write_bytes(b"12345")
    (place / "words").write_text("слова")


@pytest.fixture
def folder(tmp_path):
    return model_folder(tmp_path, "model-1")


def names(folder):
    return sorted(path.name for path in folder.parent.iterdir())


def test_folder_is_made_once_and_whole(folder):
    assert not is_whole(folder)
    assert make_folder(folder, write) == folder
    assert is_whole(folder)
    assert json.loads((folder / MANIFEST).read_text())["sizes"] == {"sub/graph": 5, "words": 10}
    assert names(folder) == ["model-1"]


@pytest.mark.parametrize("harm", ["cut", "remove", "manifest"])
def test_folder_that_was_cut_short_is_noticed_and_replaced(folder, harm):
    make_folder(folder, write)
    if harm == "cut":
        os.truncate(folder / "sub" / "graph", 3)
    elif harm == "remove":
        (folder / "words").unlink()
    else:
        (folder / MANIFEST).write_text("[1")
    assert not is_whole(folder)
    make_folder(folder, write)
    assert is_whole(folder)
    assert names(folder) == ["model-1"]


def test_folder_that_cannot_be_read_is_made_again_once(folder):
    """Same sizes, other bytes: the manifest does not see it, the library that reads the file does."""
    make_folder(folder, write)
    (folder / "sub" / "graph").write_bytes(b"54321")
    seen = []

    def read(place):
        seen.append((place / "sub" / "graph").read_bytes())
        if seen[-1] != b"12345":
            raise RuntimeError("bad graph")
        return "opened"

    assert open_folder(folder, write, read) == open_folder(folder, write, read) == "opened"
    assert seen == [b"54321", b"12345", b"12345"]
    with pytest.raises(RuntimeError, match="still bad"):
        open_folder(folder, write, lambda place: (_ for _ in ()).throw(RuntimeError("still bad")))


def test_failed_writing_leaves_nothing(folder):
    def fail(place):
        write(place)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        make_folder(folder, fail)
    assert names(folder) == []


def test_abandoned_work_is_swept_and_fresh_work_is_not(folder):
    old, fresh = (folder.parent / f"model-1.part-{name}" for name in ("old", "fresh"))
    for part in (old, fresh):
        part.mkdir(parents=True)
    os.utime(old, (time.time() - STALE - 9,) * 2)
    make_folder(folder, write)
    assert names(folder) == ["model-1", "model-1.part-fresh"]


def test_cache_that_cannot_be_written_is_replaced_by_a_temporary_place(tmp_path):
    (tmp_path / "encoders").write_text("a file where a folder should be")
    with pytest.warns(RuntimeWarning, match="made anew at every start"):
        made = make_folder(model_folder(tmp_path, "model-1"), write)
    assert is_whole(made)
    assert tmp_path not in made.parents


TWO = """
import sys, time
from pathlib import Path
from gpukb.encoders.folder import is_whole, make_folder

def write(place):
    for number in range(20):
        (place / str(number)).write_bytes(b"x" * 1000)
        time.sleep(0.01)

for _ in range(5):
    assert is_whole(make_folder(Path(sys.argv[1]), write))
"""


def test_two_processes_at_once_agree(folder):
    folder.parent.mkdir()
    processes = [subprocess.Popen([sys.executable, "-c", TWO, str(folder)]) for _ in range(2)]
    assert [process.wait() for process in processes] == [0, 0]
    assert is_whole(folder)
    assert names(folder) == ["model-1"]


def test_cache_home_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_home() == tmp_path / "gpukb"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/is/ignored")
    assert cache_home().is_absolute()
