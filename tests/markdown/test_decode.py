import pytest
from parsing import note

from gpukb.markdown import decode


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("# Ёж\n[[А]]".encode(), "utf-8"),
        (b"\xef\xbb\xbf" + "# Ёж\n[[А]]".encode(), "utf-8"),
        (b"\xff\xfe" + "# Ёж\n[[А]]".encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + "# Ёж\n[[А]]".encode("utf-16-be"), "utf-16-be"),
    ],
)
def test_text_is_read_by_its_mark_else_as_utf8(data, encoding):
    parsed = note(data)
    assert (parsed.text, parsed.encoding, parsed.problems) == ("# Ёж\n[[А]]", encoding, ())
    assert parsed.links[0].span.start == 5


def test_bad_bytes_become_u_fffd_and_one_problem_with_their_line():
    parsed = note("ёж\n\n".encode() + b"caf\xe9 \xff [[A]]\n")
    assert parsed.text == "ёж\n\ncaf\ufffd \ufffd [[A]]\n"
    assert [problem.line for problem in parsed.problems] == [3]
    assert [link.raw for link in parsed.links] == ["[[A]]"]


def test_utf16_cut_in_the_middle_is_a_problem():
    assert decode(b"\xff\xfea\x00b").problems


def test_an_empty_file_is_an_empty_note():
    parsed = note(b"")
    assert (parsed.text, parsed.title, parsed.lang, parsed.links) == ("", "page", "und", ())
