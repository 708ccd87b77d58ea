import numpy as np
import pytest

from gpukb.index.packing import pack_sentences, unpack_sentences


@pytest.mark.parametrize("dim", [384, 33])
def test_sentences_survive_packing_into_half_bytes(dim):
    vectors = np.random.default_rng(0).normal(size=(5, dim)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    again = unpack_sentences(pack_sentences(vectors), dim)
    assert np.allclose(np.linalg.norm(again, axis=1), 1, atol=1e-5)
    assert (vectors * again).sum(axis=1).min() > 0.985
