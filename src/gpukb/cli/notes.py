"""What the commands that name notes share: the NOTE argument, which note it means, and a note as one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli.output import Output, Styled, counted, one_line, typed

if TYPE_CHECKING:
    from gpukb.index import NoteRow

NAMESAKES = 5  # told by their paths
NoteRef = Annotated[str, typer.Argument(metavar="NOTE", help="An id, a path, a name, a title, an alias or a [[link]].")]


def note_line(note: Mapping[str, Any], title: str | None = None, place: str = "") -> list[str | Styled]:  # Any: JSON
    """Title, type, language and path of a note object. `place` follows the path, as `:12` does."""
    name = Styled(one_line(note["title"] if title is None else title), "bold")
    return [name, "  ", typed(note["type"]), f" · {note['lang']}  ", Styled(note["path"] + place, "dim")]


def first_of(output: Output, notes: Sequence[NoteRow]) -> NoteRow:
    """The first of the notes that a reference may mean; the others are told."""
    first, *others = notes
    if others:
        paths = ", ".join(note.path for note in others[:NAMESAKES]) + (", …" if len(others) > NAMESAKES else "")
        verb = "is" if len(others) == 1 else "are"
        output.say(f"{first.path} is meant; {counted(len(others), 'more note')} {verb} called so: {paths}")
    return first
