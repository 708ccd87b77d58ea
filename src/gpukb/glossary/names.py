"""A term as printed → its name and what else it is called: `X (ABC)` is called ABC too."""

from __future__ import annotations

import re

LONGEST = 15  # characters of an abbreviation
_BRACKETS = re.compile(r"(?P<name>.*\S)\s*[(（]\s*(?P<short>[^()（）\s]+)\s*[)）]")


def name_and_aliases(printed: str) -> tuple[str, tuple[str, ...]]:
    """The name without an abbreviation in brackets, and the abbreviation and the printed form as other names."""
    found = _BRACKETS.fullmatch(printed)
    if found is None or not is_abbreviation(found["short"]):
        return printed, ()
    return found["name"], (found["short"], printed)


def is_abbreviation(text: str) -> bool:
    """Whether the text is short and most of its letters are capitals: `DDP`, `ZeRO-3`, `vLLM`."""
    capitals = sum(char.isupper() for char in text)
    return len(text) <= LONGEST and capitals >= 2 and 2 * capitals >= sum(char.isalpha() for char in text)
