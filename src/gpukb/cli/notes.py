"""What the commands that name notes share: the NOTE argument and a note as one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from gpukb.cli.output import Styled, one_line, typed

NoteRef = Annotated[str, typer.Argument(metavar="NOTE", help="An id, a path, a name, a title, an alias or a [[link]].")]


def note_line(note: Mapping[str, Any], title: str | None = None, place: str = "") -> list[str | Styled]:  # Any: JSON
    """Title, type, language and path of a note object. `place` follows the path, as `:12` does."""
    name = Styled(one_line(note["title"] if title is None else title), "bold")
    return [name, "  ", typed(note["type"]), f" · {note['lang']}  ", Styled(note["path"] + place, "dim")]
