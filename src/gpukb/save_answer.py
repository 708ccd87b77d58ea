"""An answer → a note of the vault, written from the template of answers in the folder of its language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gpukb.answer_note import answer_text
from gpukb.errors import UsageError
from gpukb.markdown import Parser
from gpukb.new_note import NewNote, NoteExistsError, Place, place_note, placed, write_note
from gpukb.rewrite import Changes, FileChange, link_style, read_world, save, unified
from gpukb.rewrite.file_names import one_line
from gpukb.rewrite.world import read_whole

if TYPE_CHECKING:
    from gpukb.answer.nouns import Answer
    from gpukb.config import VaultConfig

TYPE: Final = "answer"
MAX_TITLE: Final = 200  # characters of a question that becomes a title
ON: Final = ("true", "yes", "on", "1")


@dataclass(frozen=True, slots=True)
class SavedNote:
    """A note to write. In the place of a generated one, `old` is that one's text and `change` what becomes of its file."""

    note: NewNote
    old: str = ""
    change: FileChange | None = None

    @property
    def path(self) -> str:
        """Where the note stands."""
        return self.note.path

    def diff(self) -> str:
        """What writing it changes in the vault."""
        others = (one for one in self.note.changes.notes if one.seen)
        own = unified(self.path, self.path, self.old, self.note.text)
        return own + "".join(unified(one.path, one.path, one.before, one.after) for one in others)


def plan_saved(root: Path, config: VaultConfig, answer: Answer, today: date, *, overwrite: bool = False) -> SavedNote:
    """The note of an answer. UsageError: it says nothing, or no folder is for it.

    NoteExistsError: a note has that title. With `overwrite` the answer takes the place of one that is `generated: true`, and of no other.
    """
    if not answer.sentences:
        raise UsageError("the vault does not say, so there is no answer to save")
    if not any(rule.type == TYPE and rule.lang in (answer.lang, None) for rule in config.folders):
        raise UsageError(f"no folder of gpukb.toml is for answers in {answer.lang!r}: add one with type = {TYPE!r} to save such answers")
    title = answer.standalone_question[:MAX_TITLE]
    try:
        place = place_note(root, config, TYPE, title, answer.lang)
    except NoteExistsError as taken:
        if overwrite:
            return _in_place(root, config, answer, today, taken)
        raise NoteExistsError(taken.path, "is there already; --overwrite replaces an answer that gpukb wrote") from None
    return SavedNote(placed(place, answer_text(answer, place, config, link_style(root), today)))


def write_saved(saved: SavedNote) -> None:
    """Write the note. RewriteError: its place was taken, or the old one changed, since it was planned."""
    if saved.change:
        save(saved.note.root, [saved.change])
    else:
        write_note(saved.note)


def _in_place(root: Path, config: VaultConfig, answer: Answer, today: date, taken: NoteExistsError) -> SavedNote:
    world = read_world(root, config)
    file = world.files.get(taken.path)
    old = read_whole(root, file, Parser(config)) if file else None
    if file is None or old is None or str(old.properties.get("generated", "")).strip().casefold() not in ON:
        raise NoteExistsError(taken.path, "is there already and was not written by gpukb: it is not overwritten") from None
    rule = config.folder_of(taken.path)
    place = Place(
        world, taken.path, file.file, TYPE, answer.lang, one_line(answer.standalone_question[:MAX_TITLE]), rule is None or not rule.lang, ()
    )
    text = answer_text(answer, place, config, link_style(root), today)
    note = NewNote(root, place.path, place.file, TYPE, place.lang, place.title, text, Changes((), ()), ())
    return SavedNote(note, old.text, FileChange(file.file, old.revision, text.encode()))
