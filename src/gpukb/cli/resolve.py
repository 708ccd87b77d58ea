"""`gpukb resolve`: which file a link means."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.notes import note_line
from gpukb.cli.output import Output, Styled

MISSING = 1  # the exit code of a link that leads nowhere


def resolve(
    call: Call,
    link: Annotated[str, typer.Argument(metavar="LINK", help="A link as written, [[A#B|c]], or the bare name.")],
    source: Annotated[str | None, typer.Option("--from", metavar="NOTE", help="The note that the link stands in.")] = None,
) -> None:
    """Say where a link leads. Obsidian's rules decide; the reason is told.

    Example: gpukb resolve "[[NVLink]]" --from "Tensor parallelism"
    """
    from gpukb.objects import resolution_object

    with call.opened() as kb:
        looked = kb.resolve(link, source)
        kb_source = kb.note(source).path if source else ""
        with kb.snapshot() as snapshot:
            found = resolution_object(link, source, looked, snapshot.note(looked.path) if looked.path else None)
    if call.output.as_json:
        call.output.result(found)
    else:
        _print(call.output, found)
        if not found["target"] and call.keeps_out(looked.link.target, kb_source):
            call.output.say("a private or excluded file has that name")
    if not found["resolved"]:
        raise typer.Exit(MISSING)


def _print(output: Output, found: dict[str, Any]) -> None:
    reason = Styled(f"  {found['reason']}", "dim")
    if found["note"]:
        output.line(*note_line(found["note"]), reason)
    elif found["target"]:
        output.line(found["target"], reason)
    if found["target"] and not found["resolved"]:
        output.say("the note has no such heading or block")
    if not found["target"]:
        hint = f"; it is an alias of {found['alias_of']}, which Obsidian does not follow" if found["alias_of"] else ""
        output.say(f"no file has that name{hint}")
    for other in found["candidates"]:
        if other != found["target"]:
            output.line("    or  ", Styled(other, "dim"))
