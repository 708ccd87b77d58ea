import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpukb.answer.display import code_text, list_text, sentence_text, table_text

CASES = [
    ("See [[Вики/NVLink|шину]] and [[Wiki/NCCL]].", "See шину and NCCL."),
    (r"See [[Вики/GPU\|карту]].", "See карту."),
    ("[[#Numbers]] and [[NVLink#Speed]]", "Numbers and NVLink"),
    ("A [guide](https://evil.example/x) and ![pic](a.png) here", "A guide and here"),
    ("Go to https://evil.example/a?b=1 now", "Go to `https://evil.example/a?b=1` now"),
    ("As shown in [3], and[^1].", r"As shown in \[3\], and."),
    ("Run `x[0] <T>` with [[A]]", "Run `x[0] <T>` with A"),
    ("Size is $n[i] < m$ bytes", "Size is $n[i] < m$ bytes"),
    ("Hidden %%note%% words<br>here ^block-1", "Hidden words here"),
    ("vector<float> <b>bold</b>", r"vector\<float> bold"),
    ("**NVLink is fast.", "NVLink is fast."),
    ("first\n> second\n> third", "first second third"),
    ("显存\n带宽", "显存带宽"),
]


@pytest.mark.parametrize(("raw", "shown"), CASES)
def test_a_sentence_is_shown_without_links_and_false_markers(raw, shown):
    assert sentence_text(raw) == shown


def test_a_list_keeps_its_marks():
    assert list_text("1. Open [[MIG]]\n2. [x] Run `a`\n   - twice") == "1. Open MIG\n2. [x] Run `a`\n   - twice"


def test_a_table_keeps_its_bars_and_code_its_fence():
    assert table_text("| GPU | GB |\n| --- | --- |\n| [[H100]] | 80 |") == "| GPU | GB |\n| --- | --- |\n| H100 | 80 |"
    assert code_text("```sh\nls\n```") == "```sh\nls\n```"
    assert code_text("ls") == "```\nls\n```"


@given(st.text(st.sampled_from("ab[]()|!`$\\<>*#^ \n中https:/.")))
def test_a_shown_sentence_is_one_line(raw):
    assert "\n" not in sentence_text(raw)


@given(st.text(st.sampled_from("ab[]()|! .\n1中")))
def test_no_shown_sentence_holds_a_marker_or_a_link(raw):
    shown = sentence_text(raw)
    assert not any(char in "[]" and shown[max(0, at - 1) : at] != "\\" for at, char in enumerate(shown))
