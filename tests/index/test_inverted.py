"""Inverted lists over many vectors: near enough to the truth, right behind filters and after changes, the same every time."""

from __future__ import annotations

import hmac
import os

import faiss
import numpy as np
import pytest

from gpukb.encoders.folder import cache_home
from gpukb.index import database
from gpukb.index.find_vectors import StoredEncoder
from gpukb.index.packing import pack_vectors, unpack_vectors
from gpukb.index.schema import vector_key
from gpukb.index.seal import KEY, bears, seal
from gpukb.index.vector_scan import Scan

DIM, COUNT, FROM = 32, 6000, 2000
NEAREST = 10


def unit(vectors):
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def clustered(count, seed):
    rng = np.random.default_rng(seed)
    centres = np.random.default_rng(0).normal(size=(60, DIM))
    return unit(centres[rng.integers(0, len(centres), count)] + 0.5 * rng.normal(size=(count, DIM)))


CENTRE = np.full(DIM, 0.01, np.float32)
VECTORS = clustered(COUNT, seed=1)
QUESTIONS = clustered(40, seed=2)


def put(connection, vectors, first=1):
    keys = [vector_key(1, "passage", number) for number in range(first, first + len(vectors))]
    with database.transaction(connection):
        connection.executemany("INSERT OR REPLACE INTO vector VALUES (?,?)", zip(keys, pack_vectors(vectors, CENTRE), strict=True))
        connection.executemany("INSERT INTO vector_change (key) VALUES (?)", [(key,) for key in keys])


def take(connection, numbers):
    keys = [(vector_key(1, "passage", number),) for number in numbers]
    with database.transaction(connection):
        connection.executemany("DELETE FROM vector WHERE key = ?", keys)
        connection.executemany("INSERT INTO vector_change (key) VALUES (?)", keys)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr("gpukb.index.vector_scan.FILE_FROM", FROM)
    monkeypatch.setattr("gpukb.index.vector_scan.NARROW", 0)  # so that a tenth of all is the border
    return tmp_path


@pytest.fixture
def connection(folder):
    connection = database.open_writer(folder)
    connection.execute("INSERT INTO encoder (id, name, dim, remote, centre) VALUES (1, 'clustered', ?, 0, ?)", (DIM, CENTRE.tobytes()))
    put(connection, VECTORS)
    yield connection
    connection.close()


def made(folder):
    return Scan(folder, "clustered", StoredEncoder(1, DIM, CENTRE), "passage", FROM)


@pytest.fixture
def scan(folder, connection):
    made(folder).keep(connection)
    return made(folder)


def exact(question, stored, among=None):
    """The truth, by numpy: the numbers of the vectors nearest to a question."""
    stored = {number: vector for number, vector in stored.items() if among is None or number in among}
    rounded = unpack_vectors(pack_vectors(np.stack(list(stored.values())), CENTRE), CENTRE)  # as SQLite holds them
    cosines = dict(zip(stored, (rounded @ question).tolist(), strict=True))
    return sorted(cosines, key=lambda number: (-cosines[number], number))[:NEAREST]


def recall(scan, connection, stored, among=None):
    shared = asked = 0
    for question in QUESTIONS:
        found = scan.search(connection, question, NEAREST, None if among is None else sorted(among))
        assert found == sorted(found, key=lambda one: (-one[1], one[0]))
        truth = exact(question, stored, among)
        shared += len({number for number, _ in found} & set(truth))
        asked += len(truth)
    return shared / asked


def everything():
    return dict(enumerate(VECTORS, 1))


def test_many_vectors_stand_in_lists_and_ten_nearest_are_found(scan, connection, folder):
    assert recall(scan, connection, everything()) >= 0.99
    assert scan.lists > 0
    assert scan._reach(NEAREST, None) < scan.lists  # not by reading them all
    assert [path.suffix for path in folder.glob("clustered-passage.*")] == [".faiss"]


def test_cosines_are_those_of_the_stored_vectors(scan, connection):
    (number, cosine), *_ = scan.search(connection, QUESTIONS[0], 1)
    stored = unpack_vectors(pack_vectors(VECTORS[number - 1 : number], CENTRE), CENTRE)[0]
    assert cosine == pytest.approx(float(stored @ QUESTIONS[0]), abs=1e-6)


@pytest.mark.parametrize("every", [2, 50, 2000])
def test_a_filter_loses_nothing_whether_broad_or_narrow(scan, connection, every):
    assert recall(scan, connection, everything(), set(range(1, COUNT + 1, every))) >= 0.99


def test_what_is_left_out_changes_nothing_else(scan, connection, folder):
    few = range(7, COUNT, 97)
    whole = Scan(folder, "clustered", StoredEncoder(1, DIM, CENTRE), "passage", COUNT + 1)
    without = {
        kind: [one.search(connection, q, NEAREST, None, list(few)) for q in QUESTIONS] for kind, one in (("lists", scan), ("", whole))
    }
    take(connection, few)
    assert scan.lists
    assert without["lists"] == [scan.search(connection, question, NEAREST) for question in QUESTIONS]
    assert without[""] == [whole.search(connection, question, NEAREST) for question in QUESTIONS]


def test_what_was_added_changed_and_deleted_is_seen_at_once(scan, connection):
    stored = everything()
    scan.search(connection, QUESTIONS[0], NEAREST)
    nearest = [number for number, _ in scan.search(connection, QUESTIONS[0], NEAREST)]
    take(connection, nearest[:5])
    put(connection, clustered(5, seed=3), first=nearest[5])
    put(connection, QUESTIONS[:3], first=COUNT + 1)
    for number in nearest[:5]:
        del stored[number]
    stored |= dict(enumerate(clustered(5, seed=3), nearest[5])) | dict(enumerate(QUESTIONS[:3], COUNT + 1))
    for number in nearest[:5]:
        stored.pop(number, None)
    assert scan.search(connection, QUESTIONS[0], 1)[0][0] == COUNT + 1
    assert not {number for number, _ in scan.search(connection, QUESTIONS[0], 100)} & (set(nearest[:5]) - set(stored))
    assert recall(scan, connection, stored) >= 0.99
    assert scan.lists > 0


def test_two_builds_of_the_same_vectors_answer_alike(scan, connection, folder):
    first = [scan.search(connection, question, 50) for question in QUESTIONS]
    next(folder.glob("*.faiss")).unlink()
    made(folder).keep(connection)
    again = made(folder)
    assert [again.search(connection, question, 50) for question in QUESTIONS] == first


def test_until_the_lists_are_trained_every_vector_is_compared(folder, connection):
    scan = made(folder)
    assert recall(scan, connection, everything()) >= 0.99
    assert scan.lists == 0
    made(folder).keep(connection)
    scan.search(connection, QUESTIONS[0], 1)
    assert scan.lists > 0


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"", lambda data: b"not ours" * 1000])
def test_a_torn_or_foreign_file_is_passed_over_and_written_again(scan, connection, folder, damage):
    (path,) = folder.glob("*.faiss")
    path.write_bytes(damage(path.read_bytes()))
    assert recall(scan, connection, everything()) >= 0.99
    assert scan.lists == 0
    made(folder).keep(connection)
    again = made(folder)
    assert recall(again, connection, everything()) >= 0.99
    assert again.lists > 0


def test_a_file_of_another_database_is_not_read(scan, connection, folder):
    (path,) = folder.glob("*.faiss")
    path.rename(folder / f"clustered-passage.00ff-999999-300-{seal(path)}.faiss")
    scan.search(connection, QUESTIONS[0], 1)
    assert scan.lists == 0
    made(folder).keep(connection)
    assert [file.name for file in folder.glob("*.faiss")] == [path.name]


def test_a_stranger_s_file_is_not_opened_and_writes_nowhere(scan, connection, folder):
    """Lists may stand in another file, named in this one, which is written to when vectors come."""
    (path,) = folder.glob("*.faiss")
    own = folder / "own"
    planted = faiss.read_index(str(path))
    lists = faiss.OnDiskInvertedLists(planted.nlist, planted.code_size, str(own))
    planted.replace_invlists(lists)  # which goes on belonging to us
    planted.add_with_ids(VECTORS, np.arange(1, COUNT + 1))
    faiss.write_index(planted, str(path))
    before = own.read_bytes()
    put(connection, clustered(200, seed=3), first=COUNT + 1)
    assert scan.search(connection, QUESTIONS[0], NEAREST)
    assert scan.lists == 0
    assert own.read_bytes() == before


@pytest.mark.parametrize("key", [b"", b"short", b"k" * 32, b"k" * 99])
def test_a_seal_is_that_of_the_key_in_the_cache(tmp_path, monkeypatch, key):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept = cache_home() / KEY
    kept.parent.mkdir(parents=True)
    kept.write_bytes(key)
    whole = hmac.new(key, b"A", "sha256").hexdigest()
    (tmp_path / "a").write_bytes(b"A")
    assert bears(tmp_path / "a", seal(tmp_path / "a"))
    assert bears(tmp_path / "a", whole[:32]) is (len(key) == 32)
    assert not bears(tmp_path / "none", whole[:32])


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "a").write_bytes(b"A")
    first = seal(tmp_path / "a")
    kept = cache_home() / KEY
    assert first == hmac.new(kept.read_bytes(), b"A", "sha256").hexdigest()[:32]
    assert os.name == "nt" or kept.stat().st_mode & 0o077 == 0


def test_a_few_changes_write_no_new_file_and_many_do(scan, connection, folder, monkeypatch):
    monkeypatch.setattr("gpukb.index.vector_scan.BEHIND", 10)
    (before,) = folder.glob("*.faiss")
    put(connection, clustered(5, seed=3), first=COUNT + 1)
    made(folder).keep(connection)
    assert list(folder.glob("*.faiss")) == [before]
    put(connection, clustered(20, seed=4), first=COUNT + 6)
    made(folder).keep(connection)
    (after,) = folder.glob("*.faiss")
    assert after != before


def test_lists_are_trained_anew_when_they_are_too_few_and_given_up_when_too_many(scan, connection, folder):
    scan.search(connection, QUESTIONS[0], 1)
    few = scan.lists
    put(connection, clustered(4 * COUNT, seed=5), first=COUNT + 1)
    made(folder).keep(connection)
    grown = made(folder)
    grown.search(connection, QUESTIONS[0], 1)
    assert grown.lists > 2 * few - 1
    take(connection, range(3000, 5 * COUNT + 1))
    made(folder).keep(connection)
    again = made(folder)
    assert len(again.search(connection, QUESTIONS[0], COUNT)) == 2999


def test_lists_older_than_the_change_log_are_not_loaded_again_and_again(scan, connection, folder, monkeypatch):
    scan.search(connection, QUESTIONS[0], 1)
    put(connection, QUESTIONS[:3], first=COUNT + 1)
    with database.transaction(connection):
        connection.execute("DELETE FROM vector_change")
        connection.execute("UPDATE encoder SET forgotten = (SELECT seq FROM sqlite_sequence WHERE name = 'vector_change')")
    assert scan.search(connection, QUESTIONS[0], 1)[0][0] == COUNT + 1
    assert scan.lists == 0
    monkeypatch.setattr(Scan, "_build", lambda *args: pytest.fail("it was read anew once more"))
    assert scan.search(connection, QUESTIONS[1], 1)[0][0] == COUNT + 2
    made(folder).keep(connection)
    assert scan.search(connection, QUESTIONS[2], 1)[0][0] == COUNT + 3
    assert scan.lists > 0
