"""`gpukb path`: how two notes hang together."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.links import link_objects
from gpukb.cli.notes import note_line
from gpukb.cli.output import Output, Styled

NO_WAY = 1  # the exit code where nothing joins the two
HELP = "An id, a path, a name, a title, an alias or a [[link]]."


def path(
    call: Call,
    start: Annotated[str, typer.Argument(metavar="A", help=HELP)],
    end: Annotated[str, typer.Argument(metavar="B", help=HELP)],
) -> None:
    """Show how two notes hang together. By a shortest chain of links, whichever way they point.

    Example: gpukb path "GPU scheduling" NVLink
    """
    from gpukb.objects import brief_object

    with call.opened() as kb:
        first, last = kb.note(start), kb.note(end)
        rows = kb.path(first.id, last.id)
        steps = [{**step, "source": row.source} for step, row in zip(link_objects(kb, rows), rows, strict=True)]
        paths = [first.path]
        for row in rows:
            paths.append(row.source if row.source != paths[-1] else str(row.target))
        with kb.snapshot() as snapshot:
            notes = [brief_object(note) for note in (snapshot.note(each) for each in paths) if note]
    joined = bool(rows) or first.id == last.id
    if call.output.as_json:
        call.output.result({"notes": notes if joined else [], "links": steps})
    elif joined:
        _print(call.output, notes, steps)
    if not joined:
        call.output.say(f"no chain of links joins {first.path} and {last.path}")
        raise typer.Exit(NO_WAY)


def _print(output: Output, notes: list[dict[str, Any]], steps: list[dict[str, Any]]) -> None:
    output.line(*note_line(notes[0]))
    for before, note, step in zip(notes, notes[1:], steps, strict=False):
        arrow = "→" if step["source"] == before["path"] else "←"
        output.line("  ", Styled(f"{arrow} {step['relation']}  ", "dim"), *note_line(note))
