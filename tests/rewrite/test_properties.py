"""A property changes; comments, order, quotes and line ends of all others stay."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpukb.markdown.frontmatter import read_frontmatter
from gpukb.rewrite import RewriteError, add_item, set_property


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a: old # why\nb:   1.10\n", "a: new # why\nb:   1.10\n"),
        ("b: 'x'\na: 'old'\n", "b: 'x'\na: 'new'\n"),
        ('a: "old"\n', 'a: "new"\n'),
        ("a: # why\nb: 1\n", "a: new # why\nb: 1\n"),
        ("b: 1\n# the end\n", "b: 1\n# the end\na: new\n"),
        ("a: >-\n  old\n  text\nb: 1\n", 'a: "new"\nb: 1\n'),
        ("a: 12\n", "a: new\n"),
    ],
)
def test_a_value_is_set_in_place_or_added_at_the_end(before, after):
    assert set_property(f"---\n{before}---\nbody\n", "a", "new") == f"---\n{after}---\nbody\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a:\n  - x # one\n  - 'y'\nb: 1\n", "a:\n  - x # one\n  - 'y'\n  - new\nb: 1\n"),
        ("a:\n- x\nb: 1\n", "a:\n- x\n- new\nb: 1\n"),
        ("a: [x, 'y'] # c\n", "a: [x, 'y', new] # c\n"),
        ("a: []\n", "a: [new]\n"),
        ("a: # c\nb: 1\n", "a: # c\n  - new\nb: 1\n"),
        ("b: 1\n", "b: 1\na:\n  - new\n"),
        ("a:\n  - new\n", "a:\n  - new\n"),
    ],
)
def test_an_item_is_added_as_the_others_are_written(before, after):
    assert add_item(f"---\n{before}---\nbody\n", "a", "new") == f"---\n{after}---\nbody\n"


def test_line_ends_are_those_of_the_file_and_frontmatter_is_made():
    assert set_property("---\r\nb: 1\r\n---\r\nx", "a", "new") == "---\r\nb: 1\r\na: new\r\n---\r\nx"
    assert set_property("body\r\n", "a", "new") == "---\r\na: new\r\n---\r\nbody\r\n"


def test_text_that_yaml_would_read_as_something_else_is_quoted():
    for value in ("12", "yes", "null", "1.10", "[[x]]", "a: b", "# x", "-", "", " x", 'q"q', "a\nb"):
        assert read_frontmatter(set_property("", "a", value)).properties == {"a": value}
        assert read_frontmatter(add_item("---\na: [x]\n---\n", "a", value)).properties == {"a": ["x", value]}
    assert set_property("", "updated", "2026-12-01") == "---\nupdated: 2026-12-01\n---\n"


@pytest.mark.parametrize("source", ["a: [\n", "- x\n", "{a: x}\n", "a: {b: c}\n", "a:\n  b: c\n"])
def test_what_cannot_be_edited_safely_is_refused(source):
    for change in (set_property, add_item):
        with pytest.raises(RewriteError):
            change(f"---\n{source}---\n", "a", "new")


lines = st.sampled_from(
    ["b: 1", "c: 'x' # y", "d:", "  - x", "- x", "a: old", "a:", "# c", "e: >-", "  text", "f: [x,", "  y]", "", "a: |", "\ta"]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(lines, max_size=8), st.text(max_size=8), st.sampled_from(["a", "b", "d", "новое"]))
def test_other_properties_and_the_body_never_change(source, value, name):
    text = "---\n" + "".join(f"{line}\n" for line in source) + "---\n[[body]]\n"
    for change in (set_property, add_item):
        try:
            after = change(text, name, value)
        except RewriteError:
            continue
        old, new = read_frontmatter(text).properties, read_frontmatter(after).properties
        assert {**old, name: None} == {**new, name: None}
        assert new[name] == value or value in new[name]
        assert after.endswith("---\n[[body]]\n")
