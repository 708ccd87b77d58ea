import pytest
from hypothesis import given
from hypothesis import strategies as st
from limits import limited

from gpukb.plain import plain_text


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("See [[Wiki/KV cache|the cache]] and [[Wiki/NVLink]], [[A#B]], [[#Here]].", "See the cache and NVLink, A, Here."),
        ("[[Вики/GPU\\|карта]] ![[pic.png|300]]x ![[Note]]", "карта x Note"),
        ("**bold _both_** `code_x` *it* a_b_c 2 * 3 ==hi== ~~no~~", "bold both code_x it a_b_c 2 * 3 hi no"),
        ("[a [b](c) **d**](https://x.y 't') ![alt|100](p.png) [ref][x] <https://a.b/c_d>", "a b d alt ref https://a.b/c_d"),
        ("so $x_1^2$ and $$y = 1$$", "so x_1^2 and y = 1"),
        ("one %% hidden %% two <!-- nor this --> <b>three</b><br>four &amp; five", "one two three four & five"),
        ("text[^1] goes on ^block-1\n\n[^1]: the foot\n\n[x]: https://a.b 'title'", "text goes on\nthe foot"),
        ("# Head\nhard\nwrapped\n\n- one\n- [x] two\n  more\n3. three", "Head\nhard wrapped\none\ntwo more\n3. three"),
        ("> [!note] Title\n> body\n> more", "Title\nbody more"),
        ("| a | b \\| c |\n|---|:-:|\n| 1 | `x` |", "a; b | c\n1; x"),
        ("до\n```py\nx = 1  # *y*\n\n  z\n```\nпосле", "до\nx = 1  # *y*\n\n  z\nпосле"),
        ("缓存很\n大", "缓存很大"),
        ("plain words, as they are", "plain words, as they are"),
        ("5 < 6 > 4, List<int>, a\\*b", "5 < 6 > 4, List<int>, a*b"),
        ("Setext\n======\ntext\n\n---\n", "Setext\ntext"),
        ("", ""),
    ],
)
def test_only_the_words_are_left(markdown: str, text: str) -> None:
    assert plain_text(markdown).text == text


def test_places_lead_back_to_the_markdown() -> None:
    markdown = "# See\n\n**the** [[Wiki/KV|кэш]] and\n| a | bb |"
    plain = plain_text(markdown)
    for word in ("See", "the", "кэш", "and", "bb"):
        at = plain.text.index(word)
        start, end = plain.original(at, at + len(word))
        assert markdown[start:end] == word


PIECES = [
    *"ab1 *_`$|[]()<>!#-\\&缓я",
    "\n",
    "\n\n",
    "[[",
    "]]",
    "- ",
    "| ",
    "```",
    "%%",
    "[^1]",
    "<b>",
    "](",
    "&nbsp;",
    "\t",
    "\r\n",
    "http://a",
]


@given(st.lists(st.sampled_from(PIECES), max_size=50).map("".join) | st.text(max_size=60))
def test_every_letter_comes_from_its_place(markdown: str) -> None:
    plain = plain_text(markdown)
    assert plain.text == plain.text.strip("\n ") or "`" in markdown
    last = 0
    for at, char in enumerate(plain.text):
        start, end = plain.original(at, at + 1)
        assert last <= end <= len(markdown)
        last = start
        if char.isalnum():
            assert markdown[start:end] == char or markdown[start] == "&"


SLOW = [
    "`",
    "[[",
    "[](",
    "[a[b]",
    "$ ",
    "%%",
    "<!--",
    "<script ",
    "*a ",
    "|",
    "| ",
    "> ",
    "- ",
    "-- ",
    "&a",
    "http://",
    "[^",
    "\\",
    " ",
    "\t>",
]


@pytest.mark.parametrize("piece", SLOW)
def test_no_text_takes_long(piece: str) -> None:
    with limited():
        plain_text(piece * (20_000 // len(piece)))
        plain_text(f"--{piece * (20_000 // len(piece))}x")


@pytest.mark.parametrize("opener", ["see [0, 1) and ", "see [0, 1) and ![", "[[[ "])
def test_links_after_a_stray_bracket_are_each_read_in_one_way(opener: str) -> None:
    with limited():
        plain = plain_text(opener + "[a](b.md) " * 2000)
    assert plain.text.endswith("a a a")


@pytest.mark.parametrize("unclosed", ["<!-- ", "<script>", "<style> ", "[a <!-- ](b) "])
def test_what_is_never_closed_hides_nothing_and_is_sought_once(unclosed: str) -> None:
    with limited():
        assert plain_text(unclosed * 20_000 + "end").text.endswith("end")


def test_a_long_comment_and_a_script_hide_what_they_hold() -> None:
    assert plain_text("one <!-- " + "x " * 30_000 + "--> two <Script src='a'>three</script> four").text == "one two four"
