"""Code points of a note's text → UTF-16 units (browsers, Obsidian) or bytes of its file (editors, git)."""

from __future__ import annotations

import codecs
from typing import Final, Literal

Unit = Literal["codepoint", "utf16", "byte"]
MARKS: Final = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
STRIDE: Final = 4096  # bytes decoded at once before the last stretch is walked byte by byte


def utf16_offset(text: str, at: int) -> int:
    """UTF-16 units before the code point `at`: one each, two for those beyond U+FFFF."""
    return at + sum(char > "\uffff" for char in text[:at])


def byte_offset(data: bytes, at: int) -> int:
    """Bytes of the file before the code point `at` of its decoded text, the byte order mark counted.

    Bytes that are no text were read as U+FFFD; the same groups are counted here.
    """
    mark = next((mark for mark in MARKS if data.startswith(mark)), b"")
    if at <= 0:
        return len(mark)
    decoder = codecs.getincrementaldecoder(MARKS.get(mark, "utf-8"))(errors="replace")
    count, start, state = 0, len(mark), decoder.getstate()
    for start in range(len(mark), len(data), STRIDE):
        state = decoder.getstate()
        more = len(decoder.decode(data[start : start + STRIDE]))
        if count + more >= at:
            break
        count += more
    else:
        return len(data)
    decoder.setstate(state)
    for place in range(start, len(data)):
        count += len(decoder.decode(data[place : place + 1]))
        if count > at:
            return place
        if count == at:
            return place + 1 - len(decoder.getstate()[0])
    return len(data)
