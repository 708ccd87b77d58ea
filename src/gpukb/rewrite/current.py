"""A note as it was read → its file's text, if the file is still what was read."""

from __future__ import annotations

import os
from pathlib import Path

from gpukb.note import Note, revision_of
from gpukb.opening import read_inside
from gpukb.rewrite.edits import RewriteError
from gpukb.rewrite.file_text import FileText, read_text
from gpukb.vault import MAX_BYTES


def stands_elsewhere(root: Path, note: Note) -> bool:
    """Whether the note is seen through a symbolic link: it is mended where it stands, and the link stays a link."""
    here = os.path.normpath(os.path.join(os.path.realpath(root), note.file))
    return os.path.normcase(os.path.realpath(here)) != os.path.normcase(here)


def current_text(root: Path, note: Note) -> FileText:
    """The text that edits of this note are made in. RewriteError: the file is gone, or someone has changed it since."""
    try:
        data = read_inside(root, note.file, MAX_BYTES + 1)
    except OSError as error:
        raise RewriteError(f"{note.path}: cannot be read any more ({error.strerror}); it was not changed") from None
    if revision_of(data) != note.revision:
        raise RewriteError(f"{note.path}: was changed meanwhile and left as it is; try again")
    return read_text(data)
