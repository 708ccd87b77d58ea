"""A short run of `fuzz.py`, which times nothing; `make soak` does ten minutes, and holds every input to a second a megabyte."""

from __future__ import annotations

import os
import random

import pytest
from fuzz import READ, fuzz, smaller, tried
from fuzz_inputs import make

CI = bool(os.environ.get("CI"))
INPUTS = 6_000 if CI else 600
SEED = 1 if CI else random.randrange(10**6)  # CI tries the same inputs each time


@pytest.mark.skipif(bool(os.environ.get("LEAN")), reason="the same parser as with every extra")
def test_made_up_notes_neither_raise_nor_take_for_ever() -> None:
    outcome = fuzz(SEED, INPUTS)
    assert not outcome.failures, "\n".join(outcome.lines())


def test_an_input_is_the_same_each_time_it_is_made() -> None:
    assert [make(7, number) for number in range(50)] == [make(7, number) for number in range(50)]


def test_what_raises_and_what_is_slow_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def raises(data: bytes) -> float:
        assert b"bad" not in data
        return 0.0

    monkeypatch.setitem(READ, "note", raises)
    assert tried("note", b"good") == (None, 0.0)
    assert (tried("note", b"bad")[0] or "").startswith("AssertionError at test_fuzz.py")
    assert smaller("note", b"much that is bad and more", tried("note", b"bad")[0] or "") == b"bad"
    monkeypatch.setitem(READ, "note", lambda data: len(data) ** 2 / 1e10)
    assert tried("note", b"x" * 10_000) == (None, 0.01)
    assert tried("note", b"x" * 1_000_000)[0] == "too slow"
