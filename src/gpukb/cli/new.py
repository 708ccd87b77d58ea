"""`gpukb new`: a note from the vault's template."""

from __future__ import annotations

from typing import Annotated

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import counted


def new(
    call: Call,
    note_type: Annotated[str, typer.Argument(metavar="TYPE", help="wiki, practice, answer, or another type with a folder.")],
    title: Annotated[str, typer.Argument(metavar="TITLE", help="The term, the work to do, or the question.")],
    lang: Annotated[str | None, typer.Option("--lang", metavar="CODE", help="Its language; else that of the title.")] = None,
) -> None:
    """Write a new note from its template. In the folder of its type and language, numbered where that folder is.

    Example: gpukb new practice "Set up a GPU exporter" --lang en
    """
    from datetime import date

    from gpukb.new_note import plan_note, write_note
    from gpukb.note import note_id
    from gpukb.only_one import alone_in

    with alone_in(call.vault()):  # or two would take one number
        note = plan_note(call.vault(), call.config().vault, note_type, title, lang, date.today())
        write_note(note)
    if call.output.as_json:
        call.output.result({"id": note_id(note.path), "path": note.path, "title": note.title, "type": note.type, "lang": note.lang})
    else:
        call.output.line(note.path)
    for message in note.told:
        call.output.say(message)
    links = sum(len(change.links) for change in note.changes.notes)
    if links:
        call.output.say(f"{counted(links, 'link')} to another file of that name now say the folder")
    if note.changes.adopted:
        call.output.say(f"{counted(len(note.changes.adopted), 'link')} that led nowhere lead here now")
