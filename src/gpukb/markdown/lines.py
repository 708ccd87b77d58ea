"""Offsets of a text in, 1-based line numbers out."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

_LINE_END = re.compile(r"\r\n?|\n")


class Lines:
    """Where the lines of a text begin. LF, CRLF and a lone CR each end a line, as in CommonMark."""

    __slots__ = ("_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] = []  # made when first asked for

    def at(self, offset: int) -> int:
        """The 1-based number of the line that holds this offset."""
        if not self._starts:
            self._starts = _starts(self._text)
        return bisect_right(self._starts, offset)


def _starts(text: str) -> list[int]:
    if "\r" in text:
        return [0, *(m.end() for m in _LINE_END.finditer(text))]
    return [0, *accumulate([len(line) + 1 for line in text.split("\n")])]
