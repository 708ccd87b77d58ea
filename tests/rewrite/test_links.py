"""A link's parts are replaced where they stand, and no other character changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parsing import canvas, note

from gpukb.rewrite import RewriteError, Wanted, link_edits, read_text, rewritten

PIECES = [
    "[[",
    "]]",
    "[",
    "](",
    ")",
    "![[",
    "|",
    "\\|",
    "\\",
    "#",
    " ^id",
    "`",
    "$",
    "%%",
    "<",
    ">",
    "- ",
    "    ",
    "\n",
    "\n\n",
    "\r\n",
    " ",
]
PIECES += [
    "| a | b |\n|---|---|\n",
    "---\n",
    "a: ",
    "key:: ",
    "a",
    "ж",
    "\u00a0",
    "🧊",
    "A.md",
    "%20",
    "&amp;",
    '"',
    "'",
    "[[A]]",
    "[t](A.md)",
    "a: '[[A]]'\n",
]
markdown = (
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join).flatmap(lambda body: st.sampled_from([body, f"---\n{body}\n---\n{body}"]))
)


def with_target(text, target="New"):
    parsed = note(text)
    return rewritten(parsed, dict.fromkeys(range(len(parsed.links)), Wanted(target)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a [[Old]] b", "a [[New]] b"),
        ("[[ Old # Head | shown ]]", "[[ New # Head | shown ]]"),
        ("![[Old.png|100x200]]", "![[New|100x200]]"),
        ("[[Old\\|shown]]", "[[New\\|shown]]"),
        ("| a |\n|---|\n| [[Old\\|b]] |\n", "| a |\n|---|\n| [[New\\|b]] |\n"),
        ("[[#Head]]", "[[New#Head]]"),
        ("[[Old#A#B]] `[[Old]]`", "[[New#A#B]] `[[Old]]`"),
        ('[t](Old%20name.md#a%20b "title")', '[t](New#a%20b "title")'),
        ("[t](<Old name.md>)", "[t](<New>)"),
        ("[a](b(c).md) d)", "[a](New) d)"),
        ("> [a](\n> Old.md) b", "> [a](\n> New) b"),
        ("[![i](Old.png)](Old.md)", "[![i](New)](New)"),
        ("[see [[Old]] too](Old.md)", "[see [[New]] too](New)"),
        ("a\r\n\t[[Old]]\r\n", "a\r\n\t[[New]]\r\n"),
    ],
)
def test_a_target_is_replaced_in_place(before, after):
    assert with_target(before) == after


@pytest.mark.parametrize(
    ("wanted", "after"),
    [
        (Wanted(alias="shown"), "| [[Old\\|shown]] |"),
        (Wanted(alias="a|b"), "| [[Old\\|a\\|b]] |"),
        (Wanted(anchor="^id"), "| [[Old#^id]] |"),
        (Wanted("New", "Head", "shown"), "| [[New#Head\\|shown]] |"),
    ],
)
def test_in_a_table_a_new_bar_is_escaped(wanted, after):
    parsed = note("| a |\n|---|\n| [[Old]] |\n")
    assert rewritten(parsed, {0: wanted}).splitlines()[-1] == after


def test_heading_and_alias_can_be_taken_away():
    assert rewritten(note("[[Old#Head|shown]]"), {0: Wanted(anchor="", alias="")}) == "[[Old]]"
    assert rewritten(note("[t](Old.md#Head)"), {0: Wanted(anchor="")}) == "[t](Old.md)"


def test_a_markdown_destination_is_encoded_as_obsidian_does_and_reads_back():
    for target in ("Новый файл.md", "a(b.md", "100%.md", "a&amp;b.md", "US$ 5.md", "x`y.md", 'say "hi".md'):
        for before in ("[t](Old.md) `c` $", "[t](<Old.md>) `c` $"):
            after = with_target(before, target)
            assert [link.target for link in note(after).links] == [target], after
    assert with_target("[t](Old.md)", "Новый файл.md") == "[t](Новый%20файл.md)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('a: "[[Old]]" # why\nb:   1.10\n', 'a: "[[New \\"x\\"\'s]]" # why\nb:   1.10\n'),
        ("a:\n  - '[[Old|b]]'\n", "a:\n  - '[[New \"x\"''s|b]]'\n"),
        ("a: '[[Old''s]]'\n", "a: '[[New \"x\"''s]]'\n"),
        ('a: "[[\\u004fld \\"q\\"]]"\n', 'a: "[[New \\"x\\"\'s]]"\n'),
        ("a: !!str '[[it''s]]'\n", "a: !!str '[[New \"x\"''s]]'\n"),
        ("a: >-\n  [[Old\n  one]]\nb: 2\n", 'a: "[[New \\"x\\"\'s]]"\nb: 2\n'),
        ('a: &k "[[Old]]"\nb: *k\n', 'a: &k "[[New \\"x\\"\'s]]"\nb: *k\n'),
        ('{"a":\t"[[Old]]"}\n', '{"a":\t"[[New \\"x\\"\'s]]"}\n'),
    ],
)
def test_a_property_link_keeps_quotes_comments_and_order(before, after):
    assert with_target(f"---\n{before}---\n", 'New "x"\'s') == f"---\n{after}---\n"


def test_a_canvas_keeps_its_form_and_escapes():
    text = (
        '{\n\t"nodes":[\n\t\t{"id":"1", "type":"file","file":"a\\/Old.md","subpath":"#h"},\n'
        '\t\t{"type":"text","text":"\\u0416 \\ud83d\\ude00 [[Old]]\\n[t](Old.md)"}, {"type":"group"}],"edges":[]\n}'
    )
    parsed = canvas(text)
    after = rewritten(parsed, {0: Wanted("b/New.md", "Head"), 2: Wanted("Ж.md")})
    assert after == text.replace("a\\/Old.md", "b\\/New.md").replace("#h", "#Head").replace("](Old.md)", "](\\u0416.md)")
    assert [link.target for link in canvas(after).links] == ["b/New.md", "Old", "Ж.md"]


def test_a_place_cannot_be_given_to_a_card_that_has_none():
    with pytest.raises(RewriteError, match="place"):
        rewritten(canvas('{"nodes":[{"type":"file","file":"a.md"}]}'), {0: Wanted(anchor="h")})


@settings(max_examples=300, deadline=None)
@given(markdown)
def test_nothing_but_the_wanted_targets_changes_in_any_text(text):
    parsed = note(text)
    after = note(with_target(text, "Новая заметка"))
    if len(after.links) == len(parsed.links):  # else the whole edit is refused where files are written
        assert all(link.target == "Новая заметка" for link in after.links)
    assert rewritten(parsed, {}) == parsed.text


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.binary(max_size=60), st.sampled_from([b"", b"\xef\xbb\xbf"]))
def test_bytes_that_are_no_text_survive_an_edit_beside_them(before, after, mark):
    data = mark + before + b" [[Old]] " + after
    parsed = note(data)
    numbers = [i for i, link in enumerate(parsed.links) if link.raw == "[[Old]]"]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or not numbers:
        return
    edited = read_text(data).edited(link_edits(parsed, {numbers[-1]: Wanted("New")}))
    pieces = data.split(b"[[Old]]")
    at = parsed.text[: parsed.links[numbers[-1]].span.start].count("[[Old]]") + 1
    assert edited == b"[[Old]]".join(pieces[:at]) + b"[[New]]" + b"[[Old]]".join(pieces[at:])


def test_utf_16_is_written_back_as_it_came():
    data = b"\xff\xfe" + "[[Old]] Ж".encode("utf-16-le")
    assert read_text(data).edited(link_edits(note(data), {0: Wanted("Новая")})) == b"\xff\xfe" + "[[Новая]] Ж".encode("utf-16-le")
