from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pytest

from gpukb.note import Link, Note, Span
from gpukb.quickly import quickly

VALUES = {
    Span: (1, 2, 3),
    Link: ("[[x]]", "x", None, None, None, False, "mentions", "body", Span(0, 5, 1)),
    Note: (*"abcdefghij", 0),
}


@pytest.mark.parametrize("noun", VALUES)
def test_a_noun_made_quickly_is_one_made_by_its_class(noun):
    made, plain = quickly(noun)(*VALUES[noun]), noun(*VALUES[noun])
    assert type(made) is noun
    assert made == plain
    assert repr(made) == repr(plain)
    with pytest.raises(FrozenInstanceError):
        setattr(made, fields(noun)[0].name, None)


def test_two_nouns_made_quickly_share_no_default():
    make = quickly(Note)
    assert make(*VALUES[Note]).properties is not make(*VALUES[Note]).properties


def test_what_is_missing_is_told():
    with pytest.raises(TypeError):
        quickly(Span)(1, 2)
