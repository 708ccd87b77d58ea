import pytest
from parsing import CONFIG, note

from gpukb.markdown import blocks_of, normalize_heading
from gpukb.markdown.blocks import MAX_DEPTH
from gpukb.passages import split


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n## See [[B|b]] ##\n###### six\n####### seven", ["A", "See [[B|b]]", "six"]),
        ("#tag\n#\n# \n## ##\n# C#\n# D \\#", ["", "", "C#", "D \\#"]),
        ("Set\next\n===\n\ntwo\n---\n", ["Set ext", "two"]),
        ("```\n# A\n```\n\n<!--\n# B\n-->\n\n    # C\n", []),
        ("> # A\n\n- # B\n", []),
        ("$$\na\n=\nb\n$$\n\n# H\n", ["H"]),
        ("%%\n# A\n%%\n\n# H\n", ["H"]),
        ("---\n# A comment\nx: 1\n---\n# H\n", ["H"]),
        ("\ufeff# Очередь\n", ["Очередь"]),
    ],
)
def test_headings_as_written(text, expected):
    assert [heading.text for heading in note(text).headings] == expected


def test_a_heading_knows_its_level_and_line():
    heading = note("x\n\n### A\n").headings[0]
    assert (heading.level, heading.span.line, heading.span.start, heading.span.end) == (3, 3, 3, 8)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Phase 1: warm/up?", "phase 1 warm up"), ("a  b", "A b"), ("`x` (y)", "x y"), ("Ёмкость", "ЁМКОСТЬ"), ("Σίσυφος", "ΣΊΣΥΦΟΣ")],
)
def test_headings_that_a_link_takes_for_the_same(one, other):
    assert normalize_heading(one) == normalize_heading(other)


@pytest.mark.parametrize(("one", "other"), [("Two words", "two-words"), ("a_b", "a b"), ("it's", "its")])
def test_headings_that_a_link_tells_apart(one, other):
    assert normalize_heading(one) != normalize_heading(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("para ^a", ["a"]),
        ("para\nmore ^a\n\nnext", ["a"]),
        ("- x ^a\n- y\n  z ^b\n  - w ^c\n\n  para ^d\n", ["a", "b", "c", "d"]),
        ("- x ^a\n  - y\n", ["a"]),
        ("| a |\n|-|\n| 1 |\n\n^tb\n", ["tb"]),
        ("> q\n\n^q1\n\n```\nx\n```\n\n^c-1\n", ["q1", "c-1"]),
        ("> quoted ^a\n", ["a"]),
        ("para ^a  \r\n\r\nnext", ["a"]),
        ("mid ^a line\nword^b\n\nx ^a_b\n\n`x ^c`\n\n```\ny ^d\n```\n", []),
        ("first ^a\nlast of the paragraph", []),
        ("| a |\n|-|\n| 1 ^x\n", []),
    ],
)
def test_block_ids(text, expected):
    assert [block.id for block in note(text).blocks] == expected


def test_a_block_knows_where_its_id_stands():
    text = "é\n\npara ^a1\n"
    span = note(text).blocks[0].span
    assert (text[span.start : span.end], span.line) == ("a1", 3)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: T\n---\n# H\n", "T"),
        ("---\ntitle: 2024\n---\n", "2024"),
        ("---\ntitle: null\n---\n# H\n", "H"),
        ("## two\n# One **b** `c` [[X|y]] [z](u)\n", "One b c y z"),
        ("text", "page"),
    ],
)
def test_the_title_is_the_property_else_the_first_h1_else_the_name(text, title):
    assert note(text).title == title


def test_top_level_blocks_come_in_order_with_their_children():
    text = "---\na: 1\n---\n# Тест\n\nпара\n\n- a\n  - b\n- c\n\n"
    text += "| a |\n|-|\n| 1 |\n\n```py x\ny\n```\n\n> [!Note] T\n> q\n\n***\n<div>\n</div>\n"
    blocks = blocks_of(text, note(text).body_start)
    kinds = ["heading", "paragraph", "list", "table", "code", "quote", "rule", "html"]
    assert [block.kind for block in blocks] == kinds
    assert [text[child.start : child.end] for child in blocks[2].children] == ["- a\n  - b", "- c"]
    assert [text[row.start : row.end] for row in blocks[3].children] == ["| a |", "| 1 |"]
    assert (blocks[0].level, blocks[4].info, blocks[5].info) == (1, "py", "note")


def test_math_and_comments_are_blocks_of_their_own():
    text = "text\n$$\na\n=\n\nb\n$$\nmore\n\n%%\n# no\n\nx\n%%\n"
    assert [(b.kind, text[b.start : b.end]) for b in blocks_of(text, 0)] == [
        ("paragraph", "text"),
        ("math", "$$\na\n=\n\nb\n$$"),
        ("paragraph", "more"),
        ("comment", "%%\n# no\n\nx\n%%"),
    ]


@pytest.mark.parametrize(
    "text", ["> " * 3000 + "deep", "\n".join("  " * i + "- x" for i in range(600)), "1. " * 2000 + "x", "> - " * 1000 + "x"]
)
def test_blocks_nested_beyond_reason_end_at_a_depth(text):
    depth, blocks = 0, blocks_of(text, 0)
    assert (blocks[0].start, blocks[-1].end) == (0, len(text))
    while blocks := [child for block in blocks for child in block.children]:
        depth += 1
    assert depth < MAX_DEPTH
    assert split(note(text), CONFIG)


def test_a_heading_of_a_thousand_marks_is_shown_as_written():
    assert note("# " + "*a " * 20_000).title == ("*a " * 20_000).strip()
