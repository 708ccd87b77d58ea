"""Whatever a stranger's note holds, every reader reads it to its end. How long it takes is measured by `growth.py`, never here."""

from __future__ import annotations

import pytest
from growth import SMALL, Make, Read, pairs
from limits import limited

PAIRS = {name: (read, make) for name, read, make in pairs()}


@pytest.mark.parametrize(("read", "make"), PAIRS.values(), ids=PAIRS)
def test_nothing_is_looked_at_for_ever(read: Read, make: Make) -> None:
    with limited():  # forty times what it takes: what tries all ways of reading is broken off, a busy machine is not
        read(make(SMALL))
