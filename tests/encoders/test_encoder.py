import numpy as np
import pytest

import gpukb.encoders
from gpukb.encoders import BUNDLED, Encoder, as_encoder, bundled, fetch, load
from gpukb.encoders.folder import cache_home, is_whole, model_folder
from gpukb.errors import ModelError


class Model:
    """An object with a SentenceTransformer's methods, without one: vectors of letter counts."""

    def __init__(self, prompt="", letters="abcdefgh"):
        self.prompts, self.letters = {"query": prompt}, letters

    def encode_query(self, texts):
        return self.encode_document([self.prompts["query"] + text for text in texts])

    def encode_document(self, texts):
        return [[1 + text.count(letter) for letter in self.letters] for text in texts]


def test_encoder_is_left_as_it_is(e5):
    assert as_encoder(e5) is e5
    assert isinstance(e5, Encoder)


def test_model_becomes_an_encoder_of_unit_vectors():
    encoder = as_encoder(Model())
    assert isinstance(encoder, Encoder)
    assert encoder.dim == 8
    vectors = encoder.encode_document(["abba", "", "\ud800"])
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert encoder.encode_query([]).shape == (0, 8)


def test_id_is_stable_and_tells_models_apart():
    ids = [as_encoder(model).id for model in (Model(), Model(), Model(prompt="q: "), Model(letters="gpukb"))]
    assert ids[0] == ids[1]
    assert len(set(ids)) == 3
    assert ids[0].startswith("Model@")


def test_what_cannot_encode_is_refused():
    with pytest.raises(ModelError, match="str is no encoder: it has no method encode_query"):
        as_encoder("intfloat/some-model")


def test_vectors_that_are_not_finite_are_refused():
    model = Model()
    encoder = as_encoder(model)
    model.encode_document = lambda texts: [[float("nan")] * 8 for _ in texts]
    with pytest.raises(ModelError, match="not finite"):
        encoder.encode_document(["a"])


def test_wrong_number_of_vectors_is_refused():
    model = Model()
    encoder = as_encoder(model)
    model.encode_document = lambda texts: [[1.0] * 8]
    with pytest.raises(ModelError, match="for 2 texts"):
        encoder.encode_document(["a", "b"])


def test_every_bundled_encoder_loads_by_name():
    encoders = bundled()
    assert len(encoders) == len(BUNDLED)
    assert len({encoder.id for encoder in encoders}) == len(BUNDLED)
    assert all(isinstance(encoder, Encoder) for encoder in encoders)


@pytest.mark.parametrize(("name", "told"), [("e6", "no encoder is called 'e6'; there are e5, use"), ("openai", "embeddings.base_url")])
def test_unknown_or_unset_encoder_says_what_there_is(name, told):
    with pytest.raises(ModelError, match=told):
        load(name)


def test_public_names_are_importable():
    assert all(hasattr(gpukb.encoders, name) for name in gpukb.encoders.__all__)


def test_fetched_encoder_is_ready(e5):
    assert fetch("e5") == e5.id
    assert is_whole(model_folder(cache_home(), e5.id))


def test_fetching_what_does_not_exist_says_what_does():
    with pytest.raises(ModelError, match="there are e5, use"):
        fetch("e7")
