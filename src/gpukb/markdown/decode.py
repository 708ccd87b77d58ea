"""Bytes of a file in, text and what was wrong with it out."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from gpukb.note import Problem

UTF16_BOMS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text without its byte order mark. `bom` is the mark's length in bytes."""

    text: str
    encoding: str
    bom: int
    problems: tuple[Problem, ...] = ()


def decode(data: bytes) -> Decoded:
    """The text of a file: UTF-16 by its mark, else UTF-8 with U+FFFD for each bad byte and one problem. Never guessed."""
    for mark, encoding in UTF16_BOMS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, len(mark))
    if data.startswith(codecs.BOM_UTF8):
        return _decoded(data[len(codecs.BOM_UTF8) :], "utf-8", len(codecs.BOM_UTF8))
    return _decoded(data, "utf-8", 0)


def _decoded(data: bytes, encoding: str, bom: int) -> Decoded:
    try:
        return Decoded(data.decode(encoding), encoding, bom)
    except UnicodeDecodeError as error:
        text = data.decode(encoding, "replace")
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        message = f"not valid {encoding.upper()}: unreadable bytes are shown as U+FFFD"
        return Decoded(text, encoding, bom, (Problem(line, message),))


def sound(text: str) -> str:
    """The text without lone surrogates, which no encoding can write; JSON and YAML escapes can smuggle them in."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(REPLACEMENT if "\ud800" <= c <= "\udfff" else c for c in text)
    return text
