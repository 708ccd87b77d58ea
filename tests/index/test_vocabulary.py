from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from gpukb.index import vocabulary
from gpukb.index.vocabulary import Vocabulary

WORDS = st.text(alphabet="abcжшя显存\U0001d11e", min_size=1, max_size=9)


@given(st.lists(WORDS, max_size=30, unique=True), WORDS)
def test_no_word_within_the_edits_is_left_out(words, typed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vocabulary, "FEW", 0)
        near = Vocabulary({word: [word] for word in words}).near(typed, 0.75)
    like = [word for word in words if OSA.normalized_similarity(word, typed) >= 0.75]
    assert [word for word in near if word in like] == like


def test_most_words_that_are_farther_are_left_out(monkeypatch):
    monkeypatch.setattr(vocabulary, "FEW", 0)
    words = [f"{a}{b}{c}{d}" for a in "abcd" for b in "efgh" for c in "ijkl" for d in "mnop"]
    assert len(Vocabulary({word: [word] for word in words}).near("aeim", 0.75)) < len(words) / 10


def test_words_that_sound_alike_share_a_spelling():
    heard = Vocabulary({"куда": ["1"], "kuda": ["2"], "node": ["3"]}).read_as(lambda word: "kuda" if "да" in word else word)
    assert heard["kuda"] == ["1", "2"]
    assert heard["node"] == ["3"]
