"""Code points of a note's text → UTF-16 units (browsers, Obsidian) or bytes of its file (editors, git)."""

from __future__ import annotations

import codecs
import threading
from typing import Final, Literal

Unit = Literal["codepoint", "utf16", "byte"]
MARKS: Final = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def utf16_offset(text: str, at: int) -> int:
    """UTF-16 units before the code point `at`: one each, two for those beyond U+FFFF."""
    return at + sum(char > "\uffff" for char in text[:at])


def byte_offset(data: bytes, at: int) -> int:
    """Bytes of the file before the code point `at` of its decoded text, the byte order mark counted.

    Bytes that are no text were read as U+FFFD, one for each group that the decoder gives up on; the same groups are counted here.
    """
    mark = next((mark for mark in MARKS if data.startswith(mark)), b"")
    codec, body = MARKS.get(mark, "utf-8"), data[len(mark) :]
    count = place = 0
    for start, end in [*_bad_groups(body, codec), (len(body), len(body))]:
        good = body[place:start].decode(codec)
        if count + len(good) >= at:
            return len(mark) + place + len(good[: max(0, at - count)].encode(codec))
        count, place = count + len(good) + 1, end
        if count == at:
            return len(mark) + end
    return len(data)


def _bad_groups(body: bytes, codec: str) -> list[tuple[int, int]]:
    _noted.groups = []
    body.decode(codec, NOTE_ERRORS)
    groups: list[tuple[int, int]] = _noted.groups
    return groups


def _note(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    _noted.groups.append((error.start, error.end))
    return "\ufffd", error.end


_noted = threading.local()
NOTE_ERRORS: Final = "gpukb-note"
codecs.register_error(NOTE_ERRORS, _note)
