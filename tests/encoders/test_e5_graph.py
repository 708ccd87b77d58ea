import numpy as np
import onnxruntime
import pytest
from encoders.sentences import ALL

from gpukb.encoders.e5 import BATCH_TOKENS, PAD
from gpukb.encoders.e5_graph import build_graph
from gpukb.encoders.e5_int8 import int8_weight
from gpukb.encoders.runtime import encode_tokens


@pytest.fixture(scope="module")
def float_vectors(e5, weights):
    """The same weights in a float32 graph, on the same tokens."""
    session = onnxruntime.InferenceSession(build_graph(weights).SerializeToString(), providers=["CPUExecutionProvider"])
    vectors = np.zeros((len(ALL), e5.dim), np.float32)
    encode_tokens(session, e5.load().tokenize([f"passage: {text}" for text in ALL]), vectors, pad=PAD, budget=BATCH_TOKENS)
    return vectors


def test_int8_agrees_with_float32_on_fifty_texts(e5, float_vectors):
    assert len(ALL) == 50
    cosines = (e5.encode_document(ALL) * float_vectors).sum(axis=1)
    assert cosines.min() >= 0.995
    assert cosines.mean() >= 0.998


def test_a_text_has_one_vector_whatever_its_batch_holds(e5):
    together = e5.encode_document([*ALL, "long " * 400])
    alone = np.concatenate([e5.encode_document([text]) for text in ALL[::10]])
    np.testing.assert_allclose(together[:-1:10], alone, atol=1e-5)


def test_neighbours_in_meaning_stay_neighbours(e5, float_vectors):
    np.testing.assert_allclose(e5.encode_document(ALL) @ float_vectors.T, float_vectors @ float_vectors.T, atol=0.01)


def test_no_sum_of_two_products_leaves_sixteen_bits(weights):
    """Else processors without VNNI would clip it, and their vectors would differ."""
    weight, scale = int8_weight(weights.tensor("l0.q.w", 384, 384))
    pairs = np.abs(weight.astype(int)).reshape(-1, 2, 384).sum(axis=1)
    assert pairs.max() * 255 <= np.iinfo(np.int16).max
    np.testing.assert_allclose(weight.T * scale[:, None], weights.tensor("l0.q.w", 384, 384), atol=scale.max() / 2 + 1e-6)
