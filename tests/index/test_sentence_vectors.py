import numpy as np
import pytest

from gpukb.index.packing import pack_sentences, unpack_sentences


def unit(vectors):
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize("dim", [384, 33])
@pytest.mark.parametrize("apart", [0.5, 5.0])  # near their middle, as one encoder's vectors are, and not
def test_sentences_survive_packing_into_bits(dim, apart):
    rng = np.random.default_rng(0)
    vectors = unit(unit(rng.normal(size=(1, dim))) + apart * rng.normal(size=(50, dim)) / np.sqrt(dim))
    centre = vectors.mean(axis=0)
    again = unpack_sentences(pack_sentences(vectors, centre), centre)
    assert np.allclose(np.linalg.norm(again, axis=1), 1, atol=1e-5)
    assert (vectors * again).sum(axis=1).min() > 0.9
    assert (vectors * again).sum(axis=1).mean() > (0.99 if apart < 1 else 0.975)


def test_a_sentence_at_the_middle_itself_stays_there():
    centre = unit(np.ones((1, 16)))[0]
    again = unpack_sentences(pack_sentences(centre[None], centre), centre)
    assert (again @ centre)[0] == pytest.approx(1, abs=1e-3)
