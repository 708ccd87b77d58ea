from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from limits import limited

from gpukb.llm.parse import _MARKER_RE, Parser, Said

PARTS = [
    "Кэш растёт",
    " [1.2]",
    "[1.",
    "2]",
    "[[3.1]]",
    "【2.1】",
    ". ",
    "\n",
    "[",
    "]",
    "[x]",
    "list[0]",
    "<think>",
    "</think>",
    "— 5 ГБ",
    "。",
    "1",
    "!",
    "- ",
]
TEXTS = st.lists(st.sampled_from(PARTS) | st.text(max_size=4), max_size=14).map("".join)


def parsed(*chunks):
    parser = Parser()
    return [said for chunk in chunks for said in parser.feed(chunk)] + list(parser.close())


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.lists(st.integers(0, 80), max_size=8))
def test_any_split_gives_the_same_sentences(text, cuts):
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    chunks = [text[start:end] for start, end in pairwise(places)]
    assert parsed(*chunks) == parsed(text)


def test_markers_belong_to_the_sentence_before_them():
    assert parsed("A is B [1.1]. C is D [1.2][3.1]\nE.") == [Said("A is B.", ("1.1",)), Said("C is D", ("1.2", "3.1")), Said("E.", ())]


def test_only_the_last_sentence_before_a_marker_has_it():
    assert parsed("First one. Second one [1.1].") == [Said("First one.", ()), Said("Second one.", ("1.1",))]


def test_markers_as_weak_models_write_them():
    assert parsed("A【1.1】") == parsed("A[1.1]") == parsed("A [[1.1]]") == [Said("A", ("1.1",))]
    assert parsed("A [1.1, 2.3].") == [Said("A.", ("1.1", "2.3"))]
    assert parsed("A is so.\n[1.1]") == [Said("A is so.", ("1.1",))]
    assert parsed("- A [7]") == [Said("A", ("7",))]


def test_brackets_of_code_are_text():
    assert parsed("Take list[0] and x[i] [1.1]") == [Said("Take list[0] and x[i]", ("1.1",))]


def test_thinking_is_no_answer():
    assert parsed("<think>A [1.1].\n</think>\nB [1.2].") == [Said("B.", ("1.2",))]
    assert parsed("<think>A [1.1]. and on") == []


def test_a_bracket_full_of_digits_is_read_in_one_way():
    assert _MARKER_RE.fullmatch("[1, 2; 3.4]")
    with limited():
        assert not _MARKER_RE.fullmatch("[" + "1" * 5000 + "x")
