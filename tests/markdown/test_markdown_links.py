import pytest
from parsing import note, parts, raws


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[t](A.md)", ("A.md", None, None, "t")),
        ("[t](A%20b.md#h%20i)", ("A b.md", "h i", None, "t")),
        ("[t](<A b.md>)", ("A b.md", None, None, "t")),
        ("[t](<Ёж и кот.md#Питание>)", ("Ёж и кот.md", "Питание", None, "t")),
        ('[t](Файл.md "Заголовок")', ("Файл.md", None, None, "t")),
        (r"[t](Файл\(1\).md)", ("Файл(1).md", None, None, "t")),
        ("[t](A.md#^b)", ("A.md", None, "b", "t")),
        ("[x](#H)", ("", "H", None, "x")),
        ("[t](../x/A.md)", ("../x/A.md", None, None, "t")),
        ("[t](c:/A.md)", ("c:/A.md", None, None, "t")),
        ("![t](i.png)", ("i.png", None, None, "t")),
        ("![250](i.png)", ("i.png", None, None, "250")),
        ("[two\nlines](A.md)", ("A.md", None, None, "two lines")),
        ("> [two\n> lines](A.md)", ("A.md", None, None, "two lines")),
        ('[a](B.md "c](d")', ("B.md", None, None, "a")),
        ("[`a](b` c](D.md)", ("D.md", None, None, "`a](b` c")),
        ("[](A.md)", ("A.md", None, None, "")),
    ],
)
def test_a_markdown_link_is_taken_apart(text, expected):
    assert parts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[]() [t]()",
        "[t](https://example.com) [t](mailto:a@b.c) [t](obsidian://open) [t](file:///x) <https://x.y>",
        "![250](https://example.com/i.png)",
        "[t](A b.md)",
        "[t][r] [r]\n\n[r]: A.md",
        "`[t](A.md)`",
        "\\[t](A.md)",
    ],
)
def test_not_a_link(text):
    assert raws(text) == []


def test_an_image_in_a_link_gives_two():
    assert raws("[![alt](i.png)](A.md)") == ["[![alt](i.png)](A.md)", "![alt](i.png)"]


def test_links_in_a_caption_count():
    assert raws("![of [x](X.md) and [y](Y.md)](i.png)") == ["![of [x](X.md) and [y](Y.md)](i.png)", "[x](X.md)", "[y](Y.md)"]


def test_a_markdown_link_is_marked():
    assert [link.markdown for link in note("[[A]] [b](B.md)").links] == [False, True]
