"""`gpukb suggest`: names that begin or look like what was typed."""

from __future__ import annotations

from typing import Annotated

import typer

from gpukb.cli.call import Call
from gpukb.cli.notes import note_line


def suggest(
    call: Call,
    text: Annotated[str, typer.Argument(help="The beginning of a title or alias, or a misspelt one.")],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=10, help="How many names.")] = 10,
) -> None:
    """Complete a name. Titles and aliases that begin with the text come first, then those that look like it.

    Example: gpukb suggest nvl
    """
    from gpukb.objects import suggestion_object

    with call.opened() as kb:
        items = [suggestion_object(found) for found in kb.suggest(text, limit)]
    if call.output.as_json:
        call.output.result({"items": items})
        return
    if not items:
        call.output.say(f"no name is like {text}")
    for item in items:
        call.output.line(*note_line(item["note"], item["text"]))
