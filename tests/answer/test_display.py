import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from limits import limited
from markdown_it import MarkdownIt

from gpukb.answer.display import code_text, list_text, name_text, sentence_text, table_text
from gpukb.answer.pieces import says_something

CASES = [
    ("See [[Вики/NVLink|шину]] and [[Wiki/NCCL]].", "See шину and NCCL."),
    (r"See [[Вики/GPU\|карту]].", "See карту."),
    ("[[#Numbers]] and [[NVLink#Speed]]", "Numbers and NVLink"),
    ("A [guide](https://evil.example/x) and ![pic](a.png) here", "A guide and pic here"),
    ("See [[Home router]] and ![[Main switch#Ports]].", "See Home router and Main switch."),
    ("See ![[plan.png|300]], ![|200](a%20b.png) and ![[A|the plan]].", "See plan.png, a b.png and the plan."),
    ("Test: $E = mc^2$, ==marked==, [^1].", "Test: $E = mc^2$, ==marked==."),
    ("It holds [^1], as said ^[In passing.] by all [^2] of us.", "It holds, as said by all of us."),
    ("它很快[^1]，也很省电 %%注%%。", "它很快，也很省电。"),
    ("Go to https://evil.example/a?b=1 now", "Go to `https://evil.example/a?b=1` now"),
    ("As shown in [3], and[^1].", r"As shown in \[3\], and."),
    ("Run `x[0] <T>` with [[A]]", "Run `x[0] <T>` with A"),
    ("Size is $n[i] < m$ bytes", "Size is $n[i] < m$ bytes"),
    ("Hidden %%note%% words<br>here ^block-1", "Hidden words here"),
    ("vector<float> <b>bold</b>", r"vector\<float> bold"),
    ("**NVLink is fast.", "NVLink is fast."),
    ("first\n> second\n> third", "first second third"),
    ("显存\n带宽", "显存带宽"),
    ("See [[A|<img src=x>]]", r"See \<img src=x\>"),
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


@pytest.mark.parametrize(
    "code",
    [
        "   ```sh\n   ssh  me@host.example   # [1] ![[x]]\n\n   curl https://a.example\n   ```",
        "   - deeper\n     ~~~\n     me@host.example\n     ~~~",
        "\n       git clone me@host.example:a/b  # indented",
    ],
)
def test_code_in_a_list_is_kept_to_the_letter(code):
    assert list_text(f"1. Copy [[it]]\n{code}\n2. Done") == f"1. Copy it\n{code}\n2. Done"


def test_code_in_a_sentence_is_kept_to_the_letter():
    assert sentence_text("Run  `a  me@host.example ** [x] %%y%%`  now") == "Run `a  me@host.example ** [x] %%y%%` now"
    assert sentence_text("**Run `x ** y` now") == "Run `x ** y` now"


def test_code_alone_loses_the_indent_of_its_list_and_no_more():
    assert code_text("```sh\n   if a\n     me@host.example\n   ```", "   ") == "```sh\nif a\n  me@host.example\n```"
    assert code_text("```\n> a > b\n> ```", "> ") == "```\na > b\n```"
    assert code_text("one\n      two\n    ```", "    ") == "````\none\n  two\n```\n````"


@given(st.text(st.sampled_from("ab[]()|!`$\\<>*#^ \n中https:/.")))
def test_a_shown_sentence_is_one_line(raw):
    assert "\n" not in sentence_text(raw)


@given(st.text(st.sampled_from("ab[]()|! .\n1中")))
def test_no_shown_sentence_holds_a_marker_or_a_link(raw):
    shown = sentence_text(raw)
    assert not any(char in "[]" and shown[max(0, at - 1) : at] != "\\" for at, char in enumerate(shown))


HOSTILE = [
    "[1]",
    "<img src=x onerror=alert(1)>",
    "![x](https://evil.example/p.png)",
    "a\n\n# Heading",
    "**bold** _it_ ~~s~~ ==m==",
    "`code`",
    "- item",
    "1. item",
    "1) item",
    "# h",
    "> quote",
    "| a | b |",
    "$x$",
    "&lt;b&gt;",
    "https://evil.example",
    "www.evil.example",
    "me@evil.example",
    "#tag",
    "%%hidden%%",
    "\\",
    "x\u202egnp.exe",
    "a\u200bb",
    "a\x1b[31mb",
    "tail ^block",
    "---",
    "===",
    "+ plus",
    "C#",
    "KV_cache & co",
    "[[Wiki]]",
    "a\u2028b",
]


def shown(markdown: str) -> tuple[str, set[str]]:
    """The text of the one paragraph that the Markdown makes, and the kinds of tokens that are no text."""
    tokens = MarkdownIt("gfm-like").parse(markdown)
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    inside = tokens[1].children or []
    return "".join(token.content for token in inside), {token.type for token in inside} - {"text", "text_special"}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_as_its_letters_and_nothing_more(name):
    text, others = shown(name_text(name))
    assert not others
    assert text == " ".join(re.sub("[\x1b\u202e\u200b]", "", name).split())


@given(st.text(min_size=1, alphabet="ab1 #*_`[]()<>!&;:/.-+=|~$^%@{}\\\n"))
def test_no_name_makes_markup(name):
    if name.strip():
        assert not shown(name_text(name))[1]


def test_plain_names_stay_as_they_are():
    for name in ("KV-кэш", "Wiki/kv_cache v1.2 (draft).md", "C++ и CUDA", "50% — 3 + 4 = 7", "显存"):
        assert name_text(name) == name


@pytest.mark.parametrize("raw", ["![x " + "[a](b) " * 60, "[x " + r"\a" * 60, "![" + "[a](b)" * 60 + "] words"])
def test_marks_that_are_never_closed_are_read_in_one_way(raw):
    with limited():
        assert sentence_text(raw)
        assert says_something(raw + " words")
