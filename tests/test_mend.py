import pytest

from gpukb import KnowledgeBase
from gpukb.candidates import read_words
from gpukb.mend import mended
from gpukb.query import question_query

NOTES = {
    "NVLink.md": "NVLink joins cards.\n",
    "Память.md": "Память карты и её планировщик.\n",
    "CUDA.md": "CUDA is a platform for scheduling work.\n",
}


@pytest.fixture
def read(tmp_path):
    for path, text in NOTES.items():
        (tmp_path / path).write_text(text, "utf-8")
    with KnowledgeBase.open(tmp_path, index=tmp_path / ".index", vectors=False) as kb, kb.snapshot() as snapshot:
        yield lambda text: mended(snapshot, kb._analyzer, read_words(kb._analyzer, question_query(text)))


MEANT = {
    "NVLnik": "nvlink",  # two letters in the wrong order
    "нвлинк": "nvlink",  # in the other script
    "gfvznm": "памя",  # in the other layout
    "планеровщик": "планировщик",
    "шедулинг": "schedul",  # a loan word as it sounds
    "кюда": "cuda",
}


@pytest.mark.parametrize(("typed", "meant"), MEANT.items())
def test_a_word_out_of_the_vocabulary_finds_what_it_was_meant_to_be(read, typed, meant):
    words, helped = read(typed)
    assert helped
    assert any(token[1:] == meant for token in words.tokens())
    assert all(term.weight < 1 for term in words.terms if term.token[1:] == meant)


@pytest.mark.parametrize("typed", ["NVLink", "память", "xyz", "zzzzzzzz", "H100 400"])
def test_known_short_and_hopeless_words_stay_as_they_are(read, typed):
    words, helped = read(typed)
    assert helped == ()
    assert {term.token for term in words.terms} == set(words.tokens())
