import codecs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gpukb.offsets import byte_offset, utf16_offset

texts = st.text(st.sampled_from("ab я中🚀𠜎\r\n"), max_size=40)


FORMS = [("utf-8", b""), ("utf-8", codecs.BOM_UTF8), ("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-be", codecs.BOM_UTF16_BE)]


@given(texts, st.sampled_from(FORMS))
def test_bytes_before_a_character_are_the_mark_and_the_encoded_prefix(text, form):
    codec, mark = form
    data = mark + text.encode(codec)
    for at in range(len(text) + 1):
        assert byte_offset(data, at) == len(mark) + len(text[:at].encode(codec))


@given(st.binary(max_size=40))
@example(b"\xed\xa0")  # two groups where a decoder fed byte by byte sees one
def test_offsets_in_bytes_that_are_no_text_rise_with_the_characters(data):
    text = data.decode("utf-8", "replace")
    places = [byte_offset(codecs.BOM_UTF8 + data, at) - 3 for at in range(len(text) + 1)]
    assert places == sorted(set(places))
    assert (places[0], places[-1]) == (0, len(data))
    assert all(data[a:b].decode("utf-8", "replace") == char for char, a, b in zip(text, places, places[1:], strict=False))


def test_a_long_file_is_counted():
    text = "я" * 5000 + "中"
    assert byte_offset(text.encode(), 5000) == 10_000


@pytest.mark.parametrize(("text", "at", "units"), [("a🚀b", 2, 3), ("abc", 2, 2), ("𠜎𠜎", 2, 4)])
def test_astral_characters_are_two_utf16_units(text, at, units):
    assert utf16_offset(text, at) == units
