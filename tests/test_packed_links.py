from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpukb.note import Link, Span
from gpukb.packed_links import PackedLinks, pack_links, places, shapes

WORDS = st.sampled_from(["", "A", "x/B"])
SPANS = st.none() | st.builds(Span, st.integers(0, 9), st.integers(0, 9), st.integers(1, 3))
MAYBE = st.none() | WORDS
LINKS = st.builds(
    Link,
    WORDS,
    WORDS,
    MAYBE,
    MAYBE,
    MAYBE,
    st.booleans(),
    WORDS,
    st.sampled_from(["body", "property", "canvas"]),
    SPANS,
    st.booleans(),
    MAYBE,
    MAYBE,
    st.booleans(),
)


@given(st.lists(LINKS, max_size=4).map(tuple))
def test_packed_links_are_the_links(links):
    packed = PackedLinks(json.loads(json.dumps(pack_links(links))))
    assert list(packed.shapes()) == list(shapes(links)) == list(shapes(packed))
    assert list(places(packed)) == list(places(links))
    assert [packed[at] for at in range(len(packed))] == list(links)
    assert packed == links
    assert tuple(packed) == links
    assert packed[1:] == links[1:]
    assert pack_links(packed) == pack_links(links)


def test_rows_of_another_make_are_told_when_they_are_looked_at():
    packed = PackedLinks([[1]])
    with pytest.raises(TypeError):
        list(packed)
    with pytest.raises(IndexError):
        list(packed.shapes())
