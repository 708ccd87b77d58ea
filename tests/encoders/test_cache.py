import subprocess
import sys
import threading

import numpy as np
import pytest

from gpukb.encoders.cache import FILE, CachedEncoder, VectorCache
from gpukb.encoders.encoder import unit


class Seeded:
    """An encoder without a model: a text's bytes seed its vector. It counts the texts it was asked for."""

    def __init__(self, name="seeded", dim=16):
        self.id, self.dim, self.asked = name, dim, []

    def encode_query(self, texts):
        return self._encode("query", texts)

    def encode_document(self, texts):
        return self._encode("document", texts)

    def _encode(self, kind, texts):
        self.asked += texts
        rows = [
            np.random.default_rng([*self.id.encode(), *kind.encode(), *text.encode("utf-8", "replace")]).normal(size=self.dim)
            for text in texts
        ]
        return unit(np.array(rows).reshape(len(texts), self.dim))


@pytest.fixture
def cache(tmp_path):
    cache = VectorCache(tmp_path)
    yield cache
    cache.close()


def test_known_text_is_not_encoded_again(cache):
    model = Seeded()
    encoder = CachedEncoder(model, cache)
    first = encoder.encode_document(["warp", "wątek", "warp"])
    second = encoder.encode_document(["wątek", "блок"])
    assert model.asked == ["warp", "wątek", "блок"]
    np.testing.assert_array_equal(first[1], second[0])
    np.testing.assert_array_equal(first[0], first[2])


def test_vectors_outlive_the_process(tmp_path):
    texts = ["显存", "kernel"]
    kept = CachedEncoder(Seeded(), VectorCache(tmp_path)).encode_document(texts)
    model = Seeded()
    np.testing.assert_array_equal(CachedEncoder(model, VectorCache(tmp_path)).encode_document(texts), kept)
    assert model.asked == []
    np.testing.assert_allclose(kept, model.encode_document(texts), atol=1e-3)
    np.testing.assert_allclose(np.linalg.norm(kept, axis=1), 1, atol=1e-6)


def test_encoders_and_kinds_are_kept_apart(cache):
    one, other = (CachedEncoder(Seeded(name), cache, queries=True) for name in ("one", "other"))
    vectors = [one.encode_query(["GPU"]), one.encode_document(["GPU"]), other.encode_query(["GPU"]), other.encode_document(["GPU"])]
    assert len({v.tobytes() for v in vectors}) == 4


def test_questions_are_kept_only_when_asked(cache):
    model = Seeded()
    for _ in range(2):
        CachedEncoder(model, cache).encode_query(["кто здесь?"])
    assert len(model.asked) == 2


def test_it_says_what_its_encoder_says_and_asks_it_no_sooner(cache):
    class Server(Seeded):
        remote = True
        dim = property(lambda self: pytest.fail("asked for the dimension"), lambda self, value: None)

    encoder = CachedEncoder(Server(), cache)
    assert encoder.remote
    assert encoder.id == "seeded"
    assert not CachedEncoder(Seeded(), cache).remote


def test_another_dimension_under_the_same_id_is_not_mixed(cache):
    CachedEncoder(Seeded(dim=8), cache).encode_document(["a"])
    assert CachedEncoder(Seeded(dim=16), cache).encode_document(["a"]).shape == (1, 16)


def test_no_texts_and_strange_texts(cache):
    encoder = CachedEncoder(Seeded(), cache)
    assert encoder.encode_document([]).shape == (0, 16)
    assert encoder.encode_document(["", "\ud800", "\x00"]).shape == (3, 16)


def test_prune_removes_until_it_fits(cache):
    CachedEncoder(Seeded(dim=256), cache).encode_document([str(n) for n in range(2000)])
    before = cache.size()
    removed = cache.prune(before // 2)
    assert 0 < removed < 2000
    assert cache.size() <= before // 2
    assert cache.prune(before) == 0
    model = Seeded(dim=256)
    CachedEncoder(model, cache).encode_document([str(n) for n in range(2000)])
    assert len(model.asked) == removed


@pytest.mark.parametrize(
    "data", [b"not a database at all, but long enough to be read as one" * 40, b"SQLite format 3\x00" + b"\x01" * 4000]
)
def test_damaged_file_is_made_anew(tmp_path, data):
    (tmp_path / FILE).write_bytes(data)
    cache, model = VectorCache(tmp_path), Seeded()
    for _ in range(2):
        CachedEncoder(model, cache).encode_document(["a"])
    assert model.asked == ["a"]


def test_folder_that_cannot_be_made_costs_only_the_cache(tmp_path):
    (tmp_path / "file").write_text("")
    cache, model = VectorCache(tmp_path / "file" / "below"), Seeded()
    assert CachedEncoder(model, cache).encode_document(["a", "b"]).shape == (2, 16)
    assert cache.prune(0) == cache.size() == 0


def test_threads_share_one_cache(cache):
    encoder, failures = CachedEncoder(Seeded(), cache), []

    def work(start):
        texts = [str(n) for n in range(start, start + 200)]
        if not np.allclose(encoder.encode_document(texts), Seeded().encode_document(texts), atol=1e-3):
            failures.append(start)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(0, 400, 50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


WRITER = """
import sys
from pathlib import Path
import numpy as np
from gpukb.encoders.cache import CachedEncoder, VectorCache

class Ones:
    id, dim = "ones", 4
    def encode_document(self, texts):
        return np.full((len(texts), 4), 0.5, np.float32)

for start in range(int(sys.argv[2]), int(sys.argv[2]) + 500, 50):
    CachedEncoder(Ones(), VectorCache(Path(sys.argv[1]))).encode_document([str(n) for n in range(start, start + 50)])
"""


def test_processes_share_one_cache(tmp_path):
    processes = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), start]) for start in ("0", "250")]
    assert [process.wait() for process in processes] == [0, 0]
    model = Seeded("ones", dim=4)
    CachedEncoder(model, VectorCache(tmp_path)).encode_document([str(n) for n in range(750)])
    assert model.asked == []
