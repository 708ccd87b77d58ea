"""`gpukb init`: a folder becomes a vault."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gpukb.cli.call import Call


def init(
    call: Call,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder, or a vault without gpukb.toml.")],
) -> None:
    """Make a vault. A new one has folders and templates in four languages; an existing one gets a gpukb.toml that fits it.

    Example: gpukb init notes
    """
    from gpukb.starter import start_vault

    started = start_vault(folder)
    if call.output.as_json:
        call.output.result({"vault": str(folder), "made": list(started.made), "found": started.found})
        return
    for path in started.made:
        call.output.line(path)
    where = f'--vault "{folder}"'
    todo = "look at what it says and correct it" if started.found else f'write the first note: gpukb new wiki "GPU" --lang en {where}'
    call.output.say(f"{folder} is ready; {todo}")
