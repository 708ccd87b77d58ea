"""Offsets of a text in, 1-based line numbers out."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

_LONE_CR = re.compile(r"\r\n?|\n")


class Lines:
    """Where the lines of a text begin. LF, CRLF and a lone CR each end a line, as in CommonMark."""

    __slots__ = ("_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] | None = None

    @property
    def starts(self) -> list[int]:
        """The offset of each line's first character, made when first asked for."""
        if self._starts is None:
            if "\r" in self._text:
                self._starts = [0, *(m.end() for m in _LONE_CR.finditer(self._text))]
            else:
                self._starts = [0, *accumulate(len(line) + 1 for line in self._text.split("\n"))]
        return self._starts

    def at(self, offset: int) -> int:
        """The 1-based number of the line that holds this offset."""
        return bisect_right(self.starts, offset)
