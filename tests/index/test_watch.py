from __future__ import annotations

import os
import shutil
import threading
import time
from pathlib import Path

import pytest
from index.small import found, links, opened, write

from gpukb.index.watch import concerned, watch

SOON = 120.0  # seconds until a test gives up; a change takes a few hundredths, on a busy machine up to the next sweep


@pytest.fixture
def vault(tmp_path):
    write(tmp_path / "vault", {"A.md": "[[B]]\n", "B.md": "the scheduler\n"})
    return tmp_path / "vault"


@pytest.fixture
def index(vault, tmp_path):
    with opened(vault, tmp_path / "index") as index:
        index.sync()
        yield index


@pytest.fixture
def watched(index):
    """The index, kept current; the reports of what changed."""
    reports, stop = [], threading.Event()
    thread = threading.Thread(target=watch, args=(index, reports.append, stop))
    thread.start()
    write(index.vault, {"Begun.md": "begun\n"})
    eventually(lambda: found(index, "begun") == ["Begun.md"] and all_told(index, reports))
    yield index, reports
    stop.set()
    thread.join(SOON)
    assert not thread.is_alive()


def all_told(index, reports):
    with index.snapshot() as snapshot:
        return bool(reports) and reports[-1].generation == snapshot.generation


def eventually(condition):
    deadline = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def test_a_changed_note_is_found(watched):
    index, _ = watched
    write(index.vault, {"B.md": "the waves\n"})
    eventually(lambda: found(index, "waves") == ["B.md"])


def test_an_atomic_save_is_one_change(watched):
    index, reports = watched
    reports.clear()
    write(index.vault, {"B.md.tmp": "the waves\n"})
    (index.vault / "B.md.tmp").replace(index.vault / "B.md")
    eventually(lambda: found(index, "waves") == ["B.md"] and all_told(index, reports))
    assert [(report.added, report.changed, report.removed) for report in reports] == [(0, 1, 0)]


def test_a_renamed_folder_takes_its_notes_along(watched):
    index, _ = watched
    write(index.vault, {"x/C.md": "deep words\n", "x/y/D.md": "deep words\n"})
    eventually(lambda: set(found(index, "deep")) == {"x/C.md", "x/y/D.md"})
    (index.vault / "x").rename(index.vault / "z")
    eventually(lambda: set(found(index, "deep")) == {"z/C.md", "z/y/D.md"})


def test_a_burst_of_a_thousand_files_is_all_there_in_the_end(watched):
    index, _ = watched
    for i in range(1000):
        write(index.vault, {f"many/{i % 7}/note {i}.md": f"burst number{i}\n"})
    eventually(lambda: len(found(index, "burst", 2000)) == 1000)
    for i in range(0, 1000, 2):
        (index.vault / f"many/{i % 7}/note {i}.md").unlink()
    eventually(lambda: len(found(index, "burst", 2000)) == 500)


def test_another_meaning_of_the_vault_is_taken_up(watched):
    index, _ = watched
    write(index.vault, {"gpukb.toml": '[folders.""]\ntype = "wiki"\n'})

    def is_wiki():
        with index.snapshot() as snapshot:
            return snapshot.note("A.md").type == "wiki"

    eventually(is_wiki)
    write(index.vault, {"gpukb.toml": "nonsense = ["})
    write(index.vault, {"B.md": "the waves\n"})
    eventually(lambda: found(index, "waves") == ["B.md"])
    assert is_wiki()


def test_obsidian_s_excluded_files_are_obeyed_when_they_change(watched):
    index, _ = watched
    write(index.vault, {".obsidian/app.json": '{"userIgnoreFilters": ["B.md"]}'})
    eventually(lambda: found(index, "scheduler") == [])
    assert links(index, "A.md") == [("[[B]]", "B.md", True, None)]


def test_a_vault_that_vanishes_and_returns_is_taken_up_again(watched, tmp_path):
    index, _ = watched
    index.vault.rename(tmp_path / "away")
    time.sleep(1.5)
    assert found(index, "scheduler") == ["B.md"]
    write(tmp_path / "away", {"B.md": "the waves\n"})
    (tmp_path / "away").rename(index.vault)
    eventually(lambda: found(index, "waves") == ["B.md"])
    write(index.vault, {"B.md": "the tides\n"})
    eventually(lambda: found(index, "tides") == ["B.md"])


def test_a_vault_that_is_replaced_by_another_is_taken_up(watched):
    index, _ = watched
    shutil.rmtree(index.vault)
    write(index.vault, {"New.md": "something new\n"})
    eventually(lambda: found(index, "new") == ["New.md"])
    eventually(lambda: found(index, "scheduler") == [])


def test_a_sweep_finds_what_gave_no_event(index, monkeypatch):
    monkeypatch.setattr("gpukb.index.watch.concerned", lambda root, paths: set())
    stop = threading.Event()
    thread = threading.Thread(target=watch, args=(index, lambda report: None, stop), kwargs={"sweep_s": 0.1})
    thread.start()
    write(index.vault, {"B.md": "the waves\n"})
    eventually(lambda: found(index, "waves") == ["B.md"])
    stop.set()
    thread.join(SOON)


@pytest.mark.parametrize(
    "name", [".git/HEAD", "x/.trash/A.md", "A.md~", "~$A.docx", "4913", "A.md.tmp", "x/.A.md.swp", "A.md.sb-1a2b3c-Xy9", "clip.mp4.part"]
)
def test_what_is_there_for_a_moment_only_is_let_pass(name, tmp_path):
    assert concerned(tmp_path, [os.path.join(tmp_path, name)]) == set()


@pytest.mark.parametrize("name", ["A.md", "x/Ą.md", "A (conflict).md", "A.sync-conflict-20261130.md", "4913.md", ".obsidian/app.json"])
def test_notes_and_settings_are_not_let_pass(name, tmp_path):
    assert concerned(tmp_path, [str(tmp_path / Path(name))]) == {name}
