"""A note's text → whether its brackets are so tangled that laying it out would take the square of its length, or more than the stack."""

from __future__ import annotations

import re

MAX_OPEN = 1000  # brackets that stand open at once in one paragraph; what a person writes has three
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_BRACKET = re.compile(r"[\[\]]")


def tangled(text: str) -> bool:
    """Whether any paragraph opens more brackets than a person would."""
    return text.count("[") > MAX_OPEN and any(_opens_too_many(paragraph) for paragraph in _BLANK_LINE.split(text))


def _opens_too_many(paragraph: str) -> bool:
    if paragraph.count("[") <= MAX_OPEN:
        return False
    depth = 0
    for bracket in _BRACKET.findall(paragraph):
        depth = depth + 1 if bracket == "[" else max(depth - 1, 0)
        if depth > MAX_OPEN:
            return True
    return False
