import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpukb.analyzer.normal import normalise


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        ("KV\u2011кэш — “5”", "KV-кэш - “5”"),
        ("Ёлка е\u0308", "Елка е"),
        ("8×H100, 4 × 4, a×b", "8xH100, 4 × 4, a×b"),
        ("ﬁne ＧＰＵ café", "fine GPU café"),
        ("co\u00adop zero\u200bwidth", "coop zerowidth"),
        ("10⁶ NVIDIA™ №5 H₂O", "10  NVIDIA   5 H2O"),
        ("plain ASCII", "plain ASCII"),
    ],
)
def test_spellings_of_one_word_become_one(written: str, compared: str) -> None:
    assert normalise(written).text == compared


def test_a_range_leads_back_to_all_of_what_was_written() -> None:
    text = "x ﬁne e\u0301 \u200bzero\u00adwidth"
    normal = normalise(text)
    for word, written in (("fine", "ﬁne"), ("é", "e\u0301"), ("zerowidth", "zero\u00adwidth"), ("x", "x")):
        at = normal.text.index(word)
        start, end = normal.original(at, at + len(word))
        assert text[start:end].strip("\u200b") == written


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40) | st.text(alphabet="aё\u0301\u00ad½ﬁ한ᄒ ᅡ8×H", max_size=20))
def test_places_grow_and_stay_inside(text: str) -> None:
    normal = normalise(text)
    last = 0
    for at in range(len(normal.text)):
        start, end = normal.original(at, at + 1)
        assert last <= start < end <= len(text)
        last = start
