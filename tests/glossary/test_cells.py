from hypothesis import given
from hypothesis import strategies as st

from gpukb.glossary.cells import guarded, joined, parted, unguarded

TEXT = st.text(st.sampled_from("ab=+-@'|\\ \t\r＝я"), max_size=8)


@given(TEXT)
def test_what_is_guarded_comes_back_and_is_no_formula(value):
    cell = guarded(value)
    assert unguarded(cell) == value
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"))


def test_only_what_looks_like_a_formula_is_guarded():
    assert [guarded(value) for value in ("=cmd|'/C calc'!A0", "-1", "a=b", "'tis", "'=1")] == [
        "'=cmd|'/C calc'!A0",
        "'-1",
        "a=b",
        "'tis",
        "''=1",
    ]


@given(st.lists(TEXT.map(str.strip), min_size=2, max_size=4))
def test_several_values_in_one_cell_come_back(values):
    assert parted(joined(values)) == tuple(values)


@given(TEXT)
def test_any_cell_can_be_parted(cell):
    assert isinstance(parted(cell), tuple)


def test_no_values_and_one():
    assert (joined(()), parted(""), joined(("a | b",)), parted("a \\| b")) == ("", (), "a \\| b", ("a | b",))
