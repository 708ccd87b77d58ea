"""The noun: a retrievable piece of one note, with its place in the file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from gpukb.note import Span
from gpukb.plain import plain_text

PassageKind = Literal["lead", "section", "table", "list", "code"]
ID_DIGITS: Final = 8  # hex digits after the note's id: enough to tell a note's passages apart
CRUMB: Final = " > "


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a note. `text` is the note's text from `span.start` to `span.end`, to the letter.

    `heading_path` holds the headings it stands under, without markup; `anchor` is that of the last of them ("" above all headings).
    `line_end` is its last line. `continued` marks a piece that begins in the middle of a sentence, row or fence too long to stay whole.
    """

    id: str
    note_path: str
    ordinal: int
    heading_path: tuple[str, ...]
    anchor: str
    kind: PassageKind
    lang: str
    span: Span
    line_end: int
    text: str
    continued: bool = False


def passage_id(note_id: str, heading_path: Sequence[str], text: str, equal: int) -> str:
    """The id of the passage with this text; `equal` counts the like passages before it in the note."""
    identity = json.dumps([list(heading_path), text, equal], ensure_ascii=False).encode("utf-8", "surrogatepass")
    return f"{note_id}_{hashlib.sha256(identity).hexdigest()[:ID_DIGITS]}"


def encoder_text(title: str, heading_path: Sequence[str], text: str) -> str:
    """What an encoder reads of a passage: the way to it, then its words without markup."""
    crumbs = [title, *(heading for heading in heading_path if heading != title)]
    return f"{CRUMB.join(crumbs)}\n{plain_text(text).text}"
