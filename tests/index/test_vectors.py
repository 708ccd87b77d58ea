from __future__ import annotations

import threading

import numpy as np
import pytest
from index.hashed import Hashed
from index.small import opened, write

from gpukb.encoders.cache import CachedEncoder, VectorCache
from gpukb.index.packing import pack_vectors, unpack_vectors
from gpukb.passages import sentence_texts
from gpukb.query import Filters

TOPICS = ("warps and schedulers", "memory bandwidth", "kernels launched", "tensor cores", "network switches")


@pytest.fixture
def vault(tmp_path):
    for i, topic in enumerate(TOPICS):
        write(tmp_path / "vault", {f"{i}.md": f"# {topic}\n\nThis note is about {topic} number{i}.\n\n## More\n\nDetails of {topic}.\n"})
    return tmp_path / "vault"


@pytest.fixture
def index(vault, tmp_path):
    with opened(vault, tmp_path / "index") as index:
        index.sync()
        yield index


def nearest(index, encoder, text, kind="passage", allowed=None, limit=3):
    with index.snapshot() as snapshot:
        numbers = [number for number, _ in snapshot.vector_search(encoder.id, encoder.encode_query([text])[0], kind, limit, allowed)]
        return [row.note.path for row in snapshot.passages(numbers)]


def ranked(index, encoder):
    with index.snapshot() as snapshot:
        return snapshot.vector_search(encoder.id, encoder.encode_query(["memory bandwidth"])[0], "passage", 5)


def counts(index):
    with index.snapshot() as snapshot:
        return {status.encoder: (status.done, status.total) for status in snapshot.vector_status()}


def test_every_passage_and_lead_gets_a_vector_and_every_section_those_of_its_sentences(index):
    encoder = Hashed()
    steps = []
    made = index.encode(encoder, lambda done, total, what: steps.append((done, total, what)))
    with index.snapshot() as snapshot:
        rows = snapshot.passages(snapshot.all_passages())
        sections = [row for row in rows if row.kind not in ("lead", "code")]
        stored = snapshot.vectors(encoder.id, "sentence", [row.number for row in sections])
    assert made == len(rows) + len(sections)
    assert counts(index) == {"hashed": (made, made)}
    assert (len(rows), len(rows), "vectors hashed") in steps
    assert steps[-1] == (len(sections), len(sections), "sentences hashed")
    assert all(len(stored[row.number]) == len(sentence_texts(row.text)) for row in sections)
    assert nearest(index, encoder, "memory bandwidth")[0] == "1.md"
    assert nearest(index, encoder, "network switches", kind="lead")[0] == "4.md"


def test_leads_are_read_first_then_the_passages_of_linked_notes(vault, index):
    write(vault, {"L1.md": "[[3]]\n", "L2.md": "[[3]] [[2]]\n"})
    index.sync()
    encoder = Hashed()
    index.encode(encoder)
    with index.snapshot() as snapshot:
        leads = sum(row.kind == "lead" for row in snapshot.passages(snapshot.all_passages()))
    assert all("\n" not in text for text in encoder.read[:leads])  # a lead has no headings above it
    assert encoder.read[leads].startswith("tensor cores")


def test_only_what_changed_is_read_again(vault, index):
    encoder = Hashed()
    index.encode(encoder)
    encoder.read.clear()
    (vault / "0.md").rename(vault / "zero.md")
    write(vault, {"1.md": (vault / "1.md").read_text().replace("Details of", "Particulars of")})
    index.sync()
    index.encode(encoder)
    passage, sentence = encoder.read
    assert passage.endswith(sentence)
    assert "Particulars" in sentence


def test_what_a_search_holds_in_memory_follows_the_index(vault, index):
    encoder = Hashed()
    index.encode(encoder)
    assert nearest(index, encoder, "memory bandwidth")[0] == "1.md"
    write(vault, {"1.md": "# Other\n\nNow of something else.\n", "5.md": "# memory bandwidth\n\nAbout memory bandwidth.\n"})
    index.sync()
    assert "1.md" not in nearest(index, encoder, "memory bandwidth", limit=10)
    index.encode(encoder)
    assert nearest(index, encoder, "memory bandwidth")[0] == "5.md"
    (vault / "5.md").unlink()
    index.sync()
    assert "5.md" not in nearest(index, encoder, "memory bandwidth", limit=100)


def test_a_search_far_behind_the_index_is_read_anew(vault, index, monkeypatch):
    monkeypatch.setattr("gpukb.index.vectors.CHANGES_KEPT", 1)
    encoder = Hashed()
    index.encode(encoder)
    nearest(index, encoder, "memory")
    for i in range(4):
        write(vault, {f"new{i}.md": f"# topic{i}\n\nWords of topic{i}.\n"})
        index.sync()
        index.encode(encoder)
    assert nearest(index, encoder, "topic3 words")[0] == "new3.md"


def test_the_filter_comes_before_the_best_are_picked(index):
    encoder = Hashed()
    index.encode(encoder)
    with index.snapshot() as snapshot:
        allowed = snapshot.allowed(Filters(path=("4",)))
    assert set(nearest(index, encoder, "memory bandwidth", allowed=allowed)) == {"4.md"}
    assert nearest(index, encoder, "memory bandwidth", allowed=[]) == []


def test_encoders_stand_side_by_side_until_they_are_pruned(index):
    one, two = Hashed("one"), Hashed("two", dim=32)
    index.encode(one)
    index.encode(two)
    assert set(counts(index)) == {"one", "two"}
    assert nearest(index, two, "memory bandwidth")[0] == "1.md"
    index.prune(["two"])
    assert set(counts(index)) == {"two"}
    assert nearest(index, one, "memory bandwidth") == []
    assert nearest(index, two, "memory bandwidth")[0] == "1.md"


def test_switching_back_to_an_encoder_encodes_nothing_again(index, tmp_path):
    model, cache = Hashed("one"), VectorCache(tmp_path / "cache")
    index.encode(CachedEncoder(model, cache))
    first = ranked(index, model)
    index.encode(Hashed("two"))
    index.prune(["two"])
    assert set(counts(index)) == {"two"}
    model.read.clear()
    index.encode(CachedEncoder(model, cache))
    assert model.read == []
    assert ranked(index, model) == first
    cache.close()


def test_an_encoder_of_the_same_name_and_another_dimension_starts_anew(index):
    index.encode(Hashed("one"))
    other = Hashed("one", dim=16)
    assert index.encode(other) == counts(index)["one"][1]
    assert nearest(index, other, "memory bandwidth")[0] == "1.md"


def test_a_note_that_no_model_may_see_is_not_sent_away(vault, index):
    write(vault, {"Canary.md": "---\nllm: false\n---\n# Canary\n\nThe canary sings.\n"})
    index.sync()
    remote, local = Hashed("remote", remote=True), Hashed("local")
    index.encode(remote)
    index.encode(local)
    assert not any("canary" in text.casefold() for text in remote.read)
    assert any("canary" in text.casefold() for text in local.read)
    assert counts(index)["remote"][0] == counts(index)["remote"][1] < counts(index)["local"][0]


def test_encoding_stops_when_told_and_goes_on_later(index, monkeypatch):
    monkeypatch.setattr("gpukb.index.vectors.BATCH", 2)
    encoder, stop = Hashed(), threading.Event()
    made = index.encode(encoder, lambda done, total, what: stop.set(), stop)
    assert made == 2
    rest = index.encode(encoder)
    assert made + rest == counts(index)["hashed"][1]


def test_a_passage_that_changes_while_it_is_read_gets_no_old_vector(vault, index):
    class Slow(Hashed):
        def encode_document(self, texts):
            if not self.read:
                write(vault, {"1.md": "# Other\n\nNow of something else.\n"})
                index.sync()
            return super().encode_document(texts)

    encoder = Slow()
    index.encode(encoder)
    assert counts(index)["hashed"][0] == counts(index)["hashed"][1]
    with index.snapshot() as snapshot:
        rows = snapshot.passages_of(snapshot.note("1.md").number)
        stored = snapshot.vectors("hashed", "passage", [rows[-1].number])[rows[-1].number]
    assert stored @ encoder.encode_query(["Other\nNow of something else."])[0] > 0.99


def test_a_large_scan_is_kept_as_a_file_and_topped_up(vault, index, tmp_path, monkeypatch):
    monkeypatch.setattr("gpukb.index.vector_scan.FILE_FROM", 1)
    encoder = Hashed()
    index.encode(encoder)
    files = sorted(file.name for file in index.folder.glob("*.faiss"))
    assert [name.partition(".")[0] for name in files] == ["hashed-lead", "hashed-passage"]
    write(vault, {"5.md": "# memory bandwidth\n\nAbout memory bandwidth.\n"})
    index.sync()
    index.encode(encoder)
    assert len(list(index.folder.glob("*.faiss"))) == 2
    index.close()
    with opened(vault, tmp_path / "index") as again:
        monkeypatch.setattr("gpukb.index.vector_scan.Scan._build", lambda *args: pytest.fail("it was decoded from SQLite"))
        assert nearest(again, encoder, "memory bandwidth")[0] == "5.md"


def test_another_encoders_vectors_do_not_push_out_what_is_known_of_one(vault, index, monkeypatch):
    monkeypatch.setattr("gpukb.index.vectors.CHANGES_KEPT", 3)
    monkeypatch.setattr("gpukb.index.vector_scan.FILE_FROM", 1)
    one = Hashed("one")
    index.encode(one)
    assert nearest(index, one, "memory bandwidth")[0] == "1.md"
    index.encode(Hashed("two"))
    files = sorted(file.name for file in index.folder.glob("one-*.faiss"))
    index.encode(one)
    assert sorted(file.name for file in index.folder.glob("one-*.faiss")) == files
    monkeypatch.setattr("gpukb.index.vector_scan.Scan._build", lambda *args: pytest.fail("it was decoded from SQLite"))
    assert nearest(index, one, "memory bandwidth")[0] == "1.md"


@pytest.mark.parametrize("damage", [lambda file: file.write_bytes(b"x"), lambda file: file.write_bytes(file.read_bytes()[:100])])
def test_a_damaged_file_of_a_scan_is_read_anew_from_the_index(vault, index, tmp_path, monkeypatch, damage):
    monkeypatch.setattr("gpukb.index.vector_scan.FILE_FROM", 1)
    encoder = Hashed()
    index.encode(encoder)
    index.close()
    for file in index.folder.glob("*.faiss"):
        damage(file)
    with opened(vault, tmp_path / "index") as again:
        assert nearest(again, encoder, "memory bandwidth")[0] == "1.md"


def test_packing_keeps_cosines(index):
    rng = np.random.default_rng(1)
    vectors = rng.standard_normal((500, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    centre = vectors.mean(axis=0)
    back = unpack_vectors(pack_vectors(vectors, centre), centre)
    assert np.abs(vectors @ vectors[0] - back @ vectors[0]).max() < 0.002
    assert np.allclose(np.linalg.norm(back, axis=1), 1, atol=1e-6)


def test_equal_vectors_are_ordered_by_path_and_place(vault, index):
    write(vault, {f"same/{name}.md": "identical words\n" for name in ("b", "a", "c")})
    index.sync()
    encoder = Hashed()
    index.encode(encoder)
    with index.snapshot() as snapshot:
        number = snapshot.note("same/a.md").number
        text = snapshot.passages_of(number)[-1].text
    ordered = [path for path in nearest(index, encoder, text, kind="lead", limit=3) if path.startswith("same/")]
    assert ordered == ["same/a.md", "same/b.md", "same/c.md"]
