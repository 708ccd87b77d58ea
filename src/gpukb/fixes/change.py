"""A note and edits of it → the file as it shall be, and what was done there in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gpukb.note import Note
from gpukb.rewrite import Edit, FileChange, current_text, read_text, save, unified


@dataclass(frozen=True, slots=True)
class Step:
    """One change in a note: the line it is on, what stands there before and after, and the note that it is about."""

    line: int
    before: str
    after: str
    target: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """A note that changes: its text before and after, what is to be written, and the steps, by line."""

    path: str
    before: str
    after: str
    change: FileChange
    steps: tuple[Step, ...]

    @property
    def diff(self) -> str:
        """The change as a unified diff."""
        return unified(self.path, self.path, self.before, self.after)


def fixed(root: Path, note: Note, edits: Sequence[Edit], steps: Iterable[Step]) -> Fixed:
    """The note with these edits. RewriteError: its file has changed, or an edit touches what is no text."""
    text = current_text(root, note)
    data = text.edited(edits)
    return Fixed(note.path, text.shown, read_text(data).shown, FileChange(note.file, note.revision, data), tuple(steps))


def write(root: Path, changes: Iterable[Fixed]) -> None:
    """Put the new texts in place, each file whole or not at all. RewriteError: one was changed meanwhile."""
    for change in changes:
        save(root, [change.change])
