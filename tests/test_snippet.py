from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gpukb.snippet import WIDTH, Match, lead_snippet, window_snippet


def found(text, *words):
    return [Match(text.index(w), text.index(w) + len(w), n, 1.0) for n, w in enumerate(words)]


def test_a_short_text_is_its_own_snippet():
    snippet = window_snippet("NVLink links GPUs.", found("NVLink links GPUs.", "GPUs"))
    assert (snippet.text, snippet.cut_start, snippet.cut_end) == ("NVLink links GPUs.", False, False)
    assert [snippet.text[h.start : h.end] for h in snippet.highlights] == ["GPUs"]


def test_the_window_moves_to_where_the_words_are():
    text = "слово " * 100 + "кэш ключей растёт" + " слово" * 100
    snippet = window_snippet(text, found(text, "кэш", "растёт"))
    assert "кэш ключей растёт" in snippet.text
    assert snippet.cut_start
    assert snippet.cut_end


def test_two_different_words_beat_one_word_twice():
    text = "GPU GPU GPU " + "x " * 200 + "GPU memory"
    at = text.rindex("GPU")
    matches = [Match(0, 3, 0, 1), Match(4, 7, 0, 1), Match(8, 11, 0, 1), Match(at, at + 3, 0, 1), Match(at + 4, at + 10, 1, 1)]
    assert window_snippet(text, matches).text.endswith("GPU memory")


def test_words_are_not_cut_but_chinese_may_be():
    assert not lead_snippet("параллелизм " * 40, []).text.endswith("паралл")
    assert len(lead_snippet("显存" * 300, []).text) == WIDTH


@given(st.text(), st.lists(st.tuples(st.integers(0, 300), st.integers(1, 9), st.integers(0, 4))))
def test_highlights_lie_in_the_text_in_order_and_apart(text, places):
    matches = [Match(s, min(len(text), s + n), w, 1.0) for s, n, w in places if s < len(text)]
    snippet = window_snippet(text, matches)
    assert len(snippet.text) <= WIDTH
    assert snippet.text in text
    assert all(0 <= h.start < h.end <= len(snippet.text) for h in snippet.highlights)
    assert all(left.end < right.start for left, right in pairwise(snippet.highlights))
