"""`gpukb show`: a note as it stands."""

from __future__ import annotations

from gpukb.cli.call import Call
from gpukb.cli.filters import Unit
from gpukb.cli.notes import NoteRef, first_of, note_line
from gpukb.cli.output import Styled


def show(call: Call, note: NoteRef, offset_unit: Unit = "codepoint") -> None:
    """Print a note's text. What kind of note it is goes to stderr.

    Example: gpukb show "Tensor parallelism"
    """
    from gpukb.objects import note_object

    with call.opened() as kb:
        row = first_of(call.output, kb.notes_called(note, call.reader()))
        with kb.snapshot() as snapshot:
            detail, text = snapshot.detail(row.number), snapshot.text(row.number)
        with kb.measuring(offset_unit) as measure:
            found = measure.note(note_object(row, detail, kb.name)) if detail else {}
    if call.output.as_json:
        call.output.result({**found, "text": text})
        return
    call.output.say("".join(piece.text if isinstance(piece, Styled) else piece for piece in note_line(found)))
    for line in text.splitlines():
        call.output.line(line)
