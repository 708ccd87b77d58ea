"""What must hold for every text."""

from itertools import pairwise

import pytest
from fuzz_inputs import SLOW
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import limited
from parsing import canvas, note

from gpukb.markdown import blocks_of
from gpukb.markdown.events import Offsets, find, one_byte
from gpukb.markdown.markup import read_markup

PIECES = [
    *("[[", "]]", "[", "]", "(", ")", "](", "![[", "|", "\\|", "\\", "#", "# ", "^", " ^id", "`", "``", "```\n", "~~~\n", "$", "$$", "%%"),
    *("<!--", "-->", "<div>", "</div>", "<b>", "<?", "?>", "<", ">", "- ", "1. ", "    ", "\t", "\n", "\n\n", "\r\n", "\r", " "),
    *(
        "| a | b |\n|---|---|\n",
        "---\n",
        "===\n",
        "a: ",
        "[^1]",
        "[^1]: ",
        "key:: ",
        "a",
        "ж",
        "显",
        "ł",
        "e\u0301",
        "\u00a0",
        "\u3000",
        "🧊",
    ),
    *("> ", "🧊", "http://x.y", "A.md", "%20", "&amp;", "*", "_", "~~", "==", "!", "«", "\0", "\ufeff", "?"),
]
markdown = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
anything = st.one_of(markdown, st.text(max_size=200), markdown.map(lambda text: f"---\n{text}\n---\n{text}"))


@settings(max_examples=300, deadline=None)
@given(anything)
def test_parsing_never_raises_and_spans_give_back_the_raw_text(text):
    parsed = note(text)
    assert all(parsed.text[link.span.start : link.span.end] == link.raw for link in parsed.links if link.verbatim)
    assert all(link.raw.startswith(("[", "![")) for link in parsed.links)
    assert all(parsed.text[b.span.start : b.span.end] == b.id for b in parsed.blocks)
    lines = parsed.text.replace("\r\n", "\n ").replace("\r", "\n")
    assert all(link.span.line == lines.count("\n", 0, link.span.start) + 1 for link in parsed.links)
    for link in parsed.links:
        assert link.target or link.heading or link.block
        assert not (link.where == "body" and not link.markdown and "\n" in link.raw)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_bytes_of_any_kind_are_read(data):
    note(data).text.encode("utf-8")
    canvas(data.decode("utf-8", "replace"))


@settings(max_examples=200, deadline=None)
@given(anything)
def test_blocks_are_in_order_and_hold_all_that_is_written(text):
    blocks = blocks_of(text, 0)
    assert all(one.end <= other.start for one, other in pairwise(blocks))
    assert all(block.start <= child.start <= child.end <= block.end for block in blocks for child in block.children)


@settings(max_examples=300, deadline=None)
@given(markdown)
def test_one_byte_a_character_changes_nothing_that_is_found(text):
    slow, fast = find(text), find(one_byte(text))
    names = ("hidden", "dollars", "code", "headings", "tables", "links")
    at = Offsets(text, 0)
    at.learn([offset for name in names for item in getattr(slow, name) for offset in item[:2]] + slow.stops)
    for name in names:
        assert [at.both(item) for item in getattr(slow, name)] == [item[:2] for item in getattr(fast, name)]
    assert list(map(at, slow.stops)) == fast.stops


@settings(max_examples=200, deadline=None)
@given(markdown)
def test_destinations_are_those_of_the_markdown_parser(text):
    if "[[" in text or "$" in text:
        return
    assert [link.destination for link in read_markup(text, 0).links] == [link[2] for link in find(text).links]


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_no_text_is_looked_at_for_ever(text):
    with limited():
        note(text)
