"""`gpukb path`: how two notes hang together."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.filters import Unit
from gpukb.cli.notes import first_of, note_line
from gpukb.cli.output import Output, Styled

NO_WAY = 1  # the exit code where nothing joins the two
HELP = "An id, a path, a name, a title, an alias or a [[link]]."


def path(
    call: Call,
    start: Annotated[str, typer.Argument(metavar="A", help=HELP)],
    end: Annotated[str, typer.Argument(metavar="B", help=HELP)],
    offset_unit: Unit = "codepoint",
) -> None:
    """Show how two notes hang together. By a shortest chain of links, whichever way they point.

    Example: gpukb path "GPU scheduling" NVLink
    """
    from gpukb.lookup import ends_called, shortest_path, with_sentences
    from gpukb.objects import path_object, step_object

    with call.opened() as kb, kb.snapshot() as snapshot:
        first, last = (first_of(call.output, notes) for notes in ends_called(snapshot, start, end, call.reader()))
        links = with_sentences(snapshot, shortest_path(snapshot, first, last))
        made = path_object(first, last, [step_object(link, snapshot.note(link.row.target or "")) for link in links])
        with kb.measuring(offset_unit) as measure:
            told = {**measure.path(made), "index_generation": snapshot.generation}
    if call.output.as_json:
        call.output.result(told)
    elif made["found"]:
        _print(call.output, made["start"], made["steps"])
    if not made["found"]:
        call.output.say(f"no chain of links joins {first.path} and {last.path}")
        raise typer.Exit(NO_WAY)


def _print(output: Output, note: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    """Each note of the way, with the link that leads on to it or comes from it."""
    output.line(*note_line(note))
    for step in steps:
        forward = step["source"]["id"] == note["id"]
        note = step["note"] if forward else step["source"]
        output.line("  ", Styled(f"{'→' if forward else '←'} {step['relation']}  ", "dim"), *note_line(note))
