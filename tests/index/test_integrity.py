"""Whatever happened to the files of an index: it is mended from the notes where that is allowed, or it says what to do."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import apsw
import pytest
from index.hashed import Hashed
from index.small import found, opened, picture, write

from gpukb.errors import IndexUnusableError
from gpukb.index import LockedError
from gpukb.index.place import DATABASE, LOCK, MANIFEST


@pytest.fixture
def vault(tmp_path):
    write(tmp_path / "vault", {f"{i}.md": f"[[{i + 1}]] the scheduler number{i}\n" * 20 for i in range(40)})
    return tmp_path / "vault"


@pytest.fixture
def folder(vault, tmp_path):
    with opened(vault, tmp_path / "index") as index:
        index.sync()
    return tmp_path / "index"


def mended(vault, folder, tmp_path):
    """What was told when the index was brought up to date; it is then as one built in peace."""
    with opened(vault, folder) as index, opened(vault, tmp_path / "fresh") as fresh:
        index.sync()
        fresh.sync()
        assert picture(index) == picture(fresh)
        return index.told


def cut(path, share):
    with path.open("r+b") as file:
        file.truncate(int(path.stat().st_size * share))


@pytest.mark.parametrize("share", [0.9, 0.5, 0.01])
def test_a_database_that_is_cut_short_is_built_again(vault, folder, tmp_path, share):
    cut(folder / DATABASE, share)
    with opened(vault, folder) as index, pytest.raises(IndexUnusableError, match="gpukb index"), index.snapshot():
        pass
    assert any("cut short" in line or "is no index" in line for line in mended(vault, folder, tmp_path))


def test_an_empty_database_is_filled(vault, folder, tmp_path):
    cut(folder / DATABASE, 0)
    mended(vault, folder, tmp_path)


@pytest.mark.parametrize("foreign", [b"not a database at all" * 100, b"\0" * 5000])
def test_what_is_no_database_is_built_again(vault, folder, tmp_path, foreign):
    (folder / DATABASE).write_bytes(foreign)
    assert mended(vault, folder, tmp_path)


@pytest.mark.parametrize("application", [0, 77])
def test_another_program_s_database_is_refused_and_left_as_it_is(vault, tmp_path, application):
    folder = tmp_path / "index"
    folder.mkdir()
    with sqlite3.connect(folder / DATABASE) as other:
        other.execute("CREATE TABLE theirs (x)")
        other.execute(f"PRAGMA application_id = {application}")
    other.close()
    before = (folder / DATABASE).read_bytes()
    with opened(vault, folder) as index, pytest.raises(IndexUnusableError, match="belongs to another program"):
        index.sync()
    assert (folder / DATABASE).read_bytes() == before


def test_pages_that_were_overwritten_are_noticed_and_built_again(vault, folder, tmp_path):
    size = (folder / DATABASE).stat().st_size
    with (folder / DATABASE).open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 8192))
    write(vault, {"0.md": "changed\n"})
    assert any("damaged" in line for line in mended(vault, folder, tmp_path))


def test_an_index_of_another_version_is_told_and_built_again(vault, folder, tmp_path):
    connection = apsw.Connection(str(folder / DATABASE))
    connection.pragma("user_version", 999)
    connection.close()
    with opened(vault, folder) as index, pytest.raises(IndexUnusableError, match="another version"), index.snapshot():
        pass
    assert any("another version" in line for line in mended(vault, folder, tmp_path))


def test_words_of_another_analyser_are_never_mixed(vault, folder, tmp_path):
    connection = apsw.Connection(str(folder / DATABASE))
    connection.execute("UPDATE meta SET value = 'old' WHERE key = 'analyzer'")
    connection.close()
    with opened(vault, folder) as index, pytest.raises(IndexUnusableError, match="analyser"), index.snapshot():
        pass
    assert any("analyser old" in line for line in mended(vault, folder, tmp_path))


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"schema": 999, "made_by": "someone"}'])
def test_a_manifest_that_says_something_else_does_no_harm(vault, folder, tmp_path, text):
    (folder / MANIFEST).write_text(text)
    mended(vault, folder, tmp_path)


def test_the_manifest_says_what_the_index_is_made_of(vault, folder):
    facts = json.loads((folder / MANIFEST).read_text())
    assert facts["made_by"] == "gpukb"
    assert facts["vault"] == str(vault)


def test_no_index_is_said(vault, tmp_path):
    with opened(vault, tmp_path / "none") as index, pytest.raises(IndexUnusableError, match="there is no index"), index.snapshot():
        pass


def test_a_folder_of_other_things_is_left_alone(vault, tmp_path):
    write(tmp_path, {"photos/cat.jpg": "x"})
    with opened(vault, tmp_path / "photos") as index, pytest.raises(IndexUnusableError, match=r"holds cat\.jpg"):
        index.sync()
    assert [file.name for file in (tmp_path / "photos").iterdir()] == ["cat.jpg"]


def test_a_place_that_cannot_be_a_folder_is_said(vault, tmp_path):
    write(tmp_path, {"file": "x"})
    with opened(vault, tmp_path / "file" / "index") as index, pytest.raises(IndexUnusableError, match="cannot be written"):
        index.sync()


def test_a_second_writer_is_told_who_writes_and_still_reads(vault, folder):
    with opened(vault, folder) as first, opened(vault, folder) as second:
        first.sync()
        with pytest.raises(LockedError, match=str(os.getpid())):
            second.sync()
        assert found(second, "number7")[0] == "7.md"
        first.release()
        second.sync()


def test_a_lock_whose_holder_is_gone_holds_no_one_up(vault, folder):
    (folder / LOCK).write_text("1")
    with opened(vault, folder) as index:
        index.sync()


def test_a_reader_sees_one_generation_however_long_it_reads(vault, folder):
    with opened(vault, folder) as index:
        index.sync()
        with index.snapshot() as before:
            write(vault, {"7.md": "changed\n"})
            index.sync()
            assert before.text(before.note("7.md").number).startswith("[[8]] the scheduler")
            with index.snapshot() as after:
                assert after.text(after.note("7.md").number) == "changed\n"
                assert after.generation > before.generation
            assert before.text(before.note("7.md").number).startswith("[[8]] the scheduler")


def test_a_full_disk_is_said_and_the_last_generation_stays(vault, folder, monkeypatch):
    with opened(vault, folder) as index:
        index.sync()
        write(vault, {f"big {i}.md": f"{os.urandom(20_000).hex()}\n" for i in range(30)})
        with index.writing() as connection:
            pages = connection.pragma("page_count")
            connection.pragma("max_page_count", pages + 5)
        with pytest.raises(IndexUnusableError, match="no space is left"):
            index.sync()
        assert len(found(index, "scheduler", 100)) == 40
        index.sync()  # there is room again
        assert len(found(index, "scheduler", 100)) == 40
        with index.snapshot() as snapshot:
            assert snapshot.note("big 29.md") is not None


READ_ONLY = """
import os, sys
from pathlib import Path
sys.path[:0] = {path!r}
from index.hashed import Hashed
from index.small import found, opened
from gpukb.errors import IndexUnusableError
vault, folder, other = Path({vault!r}), Path({folder!r}), Path({other!r})
with opened(vault, other) as warm:  # what is imported late may not be readable for nobody
    warm.sync()
    found(warm, "number7")
os.setgid(65534), os.setuid(65534)
with opened(vault, folder) as index:
    try:
        index.sync()
    except IndexUnusableError as error:
        print(error)
    print(found(index, "number7")[0])
"""


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become someone who may not write")
@pytest.mark.parametrize("read_before", [False, True])
def test_an_index_that_may_only_be_read_is_read(vault, folder, read_before):
    place = Path(shutil.copytree(folder.parent, f"/var/tmp/gpukb-test-{os.getpid()}"))
    try:
        if read_before:  # which leaves files of SQLite's there
            with opened(vault, place / "index") as index:
                found(index, "number7")
        for path in (place, *place.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        script = READ_ONLY.format(path=sys.path, vault=str(place / "vault"), folder=str(place / "index"), other=str(folder))
        home = {**os.environ, "XDG_CONFIG_HOME": str(place), "HOME": str(place)}
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, env=home)
        assert ran.stderr == ""
        said, read = ran.stdout.splitlines()
        assert "cannot be written" in said
        assert "--index" in said
        assert read == "7.md"
    finally:
        for path in (place, *place.rglob("*")):
            path.chmod(0o755)
        shutil.rmtree(place)


def test_nonsense_in_a_sound_looking_index_is_noticed_and_it_is_built_again(vault, folder, tmp_path):
    data = bytearray((folder / DATABASE).read_bytes())
    rng = random.Random(0)
    for _ in range(200):
        at = rng.randrange(8192, len(data) - 50)
        data[at : at + 50] = rng.randbytes(50)
    (folder / DATABASE).write_bytes(data)
    write(vault, {"0.md": "changed\n"})
    assert any("damaged" in line for line in mended(vault, folder, tmp_path))


@pytest.mark.parametrize("made", [os.mkfifo, lambda path: path.symlink_to(path.parents[1] / "own.txt")])
@pytest.mark.parametrize("name", [DATABASE, LOCK, MANIFEST, f"{MANIFEST}.{os.getpid()}"])
def test_what_is_no_plain_file_in_a_stranger_s_index_is_neither_followed_nor_waited_for(vault, folder, tmp_path, name, made):
    write(tmp_path, {"own.txt": "precious"})
    (folder / name).unlink(missing_ok=True)
    made(folder / name)
    with opened(vault, folder) as index:
        with pytest.raises(IndexUnusableError, match=name):
            index.sync()
        with pytest.raises(IndexUnusableError), index.snapshot():
            pass
    assert (tmp_path / "own.txt").read_text() == "precious"


def test_a_folder_in_the_place_of_the_database_is_said(vault, tmp_path):
    (tmp_path / "index" / DATABASE).mkdir(parents=True)
    with opened(vault, tmp_path / "index") as index, pytest.raises(IndexUnusableError, match="cannot be written"):
        index.sync()


def test_another_text_in_a_stranger_s_index_is_not_taken_for_the_note_s(vault, folder, tmp_path):
    write(vault, {"0.md": "The true words.\n"})
    with sqlite3.connect(folder / DATABASE) as database:
        true = hashlib.sha256((vault / "0.md").read_bytes()).digest()
        database.execute("UPDATE file SET revision = ? WHERE path = '0.md'", (true,))
    mended(vault, folder, tmp_path)


def test_nothing_in_a_stranger_s_index_runs_when_ours_is_written(vault, folder, tmp_path):
    write(vault, {"0.md": "The true words.\n", "1.md": "Other words.\n"})
    with sqlite3.connect(folder / DATABASE) as database:
        other = "SELECT data FROM body WHERE id = (SELECT id FROM file WHERE path = '2.md')"
        database.execute(f"CREATE TRIGGER swap AFTER UPDATE ON file BEGIN UPDATE body SET data = ({other}) WHERE id = new.id; END")
    with opened(vault, folder) as index, pytest.raises(IndexUnusableError, match="made otherwise"), index.snapshot():
        pass
    assert any("made otherwise" in line for line in mended(vault, folder, tmp_path))


def test_an_index_whose_folder_was_taken_away_is_made_anew(vault, tmp_path):
    with opened(vault, tmp_path / "index") as index:
        index.sync()
        shutil.rmtree(tmp_path / "index")
        index.sync()
        with index.snapshot() as snapshot:
            assert snapshot.status().notes


def test_a_second_encoding_with_nothing_to_do_leaves_the_generation(vault, tmp_path):
    with opened(vault, tmp_path / "index") as index:
        index.sync()
        index.encode(Hashed())
        with index.snapshot() as snapshot:
            before = snapshot.generation
        index.encode(Hashed())
        with index.snapshot() as snapshot:
            assert snapshot.generation == before
