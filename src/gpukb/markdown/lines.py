"""Offsets of a text in, 1-based line numbers out."""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_END = re.compile(r"\r\n?|\n")


class Lines:
    """The lines of a text. LF, CRLF and a lone CR each end a line, as in CommonMark.

    Made for offsets that are asked for in order: then the text is counted through once. Texts with a CR keep a list instead.
    """

    __slots__ = ("_line", "_offset", "_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = 0
        self._line = 1
        self._starts = [0, *(m.end() for m in _LINE_END.finditer(text))] if "\r" in text else None

    def at(self, offset: int) -> int:
        """The 1-based number of the line that holds this offset."""
        if self._starts is not None:
            return bisect_right(self._starts, offset)
        if offset < self._offset:
            self._offset, self._line = 0, 1
        self._line += self._text.count("\n", self._offset, offset)
        self._offset = offset
        return self._line
