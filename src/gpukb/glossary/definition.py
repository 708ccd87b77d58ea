"""A note → its definition as plain text, and where it stands; plain text → Markdown that reads the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.passages.sections import sections_of
from gpukb.plain import plain_text

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.note import Note

_SPECIAL = re.compile(r"([\\`*_\[\]<>$%#|~=&^!{}])")
_ADDRESS = re.compile(r"((?:https?://|www\.)[^\s<>，。；！？、|]*)", re.IGNORECASE)  # as plain text reads one
_NUMBERED = re.compile(r"^(\d{1,9})(?=[.)])", re.MULTILINE)
_LISTED = re.compile(r"^(?=[-+])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Definition:
    """The paragraphs of a definition without markup, and the range of the note's text that they take up."""

    text: str
    start: int
    end: int


def definition_of(note: Note, config: VaultConfig) -> Definition | None:
    """The paragraphs under the definition's heading, or the first paragraph of a note without one; None when there is none."""
    for section in sorted(sections_of(note, config), key=lambda section: not section.definition):
        found = [
            (said, block.start, block.end)
            for run in section.runs
            for block in run.blocks
            if block.kind == "paragraph" and (said := _words(note.text[block.start : block.end]))
        ]
        if found:
            found = found if section.definition else found[:1]
            return Definition("\n\n".join(said for said, _, _ in found), found[0][1], found[-1][2])
    return None


def escaped(text: str) -> str:
    """The text with all that Markdown may read as markup escaped. An address stays, since an escape would be read as a part of it."""
    pieces = _ADDRESS.split(text)
    marked = "".join(piece if at % 2 else _SPECIAL.sub(r"\\\1", piece) for at, piece in enumerate(pieces))
    return _LISTED.sub(r"\\", _NUMBERED.sub(r"\1\\", marked))


def _words(markdown: str) -> str:
    return " ".join(plain_text(markdown).text.split())
