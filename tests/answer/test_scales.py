import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpukb.answer.scales import SCALES, WITNESS, scale_for, scaled, witness_of

codes = st.sampled_from(["ru", "en", "zh", "pl", "uk", "und"])


@given(st.sampled_from(list(SCALES)), codes, codes)
def test_every_pair_of_languages_has_a_scale_that_rises(encoder, asked, lang):
    low, high = scale_for(f"{encoder}-int8-v9", asked, lang)
    assert 0 <= low < high <= 1
    assert scaled(low, (low, high)) == pytest.approx(0)
    assert scaled(high, (low, high)) == pytest.approx(1)


def test_an_encoder_that_was_never_measured_has_none():
    assert scale_for("bge-m3@0123", "ru", "ru") is None
    assert witness_of("bge-m3@0123", "ru", "ru") > 0


def test_every_measured_encoder_is_weighed():
    assert SCALES.keys() == WITNESS.keys()


def test_a_like_cosine_says_less_between_two_chinese_texts_than_across():
    assert scaled(0.85, scale_for("multilingual-e5-small", "zh", "zh")) < scaled(0.85, scale_for("multilingual-e5-small", "en", "ru"))
