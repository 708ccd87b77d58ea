"""`gpukb cite check`: whether citations still hold."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from gpukb.cli import filters
from gpukb.cli.call import Call
from gpukb.cli.output import Styled

STYLES = {"exact": "green", "moved": "cyan", "changed": "yellow", "gone": "red"}
BROKEN = 1  # the exit code when a quote is no longer in the vault
_ID = re.compile(r"\bc_[A-Za-z0-9_-]{30,}")  # an id packs at least 24 bytes


def check(
    call: Call,
    cited: Annotated[str, typer.Argument(metavar="FILE|ID", help="A citation's id, or any file that holds some; - is stdin.")],
    offset_unit: filters.Unit = "codepoint",
) -> None:
    """Tell where cited quotes stand today. Exact, moved, changed or gone; exit with 1 if one has changed or gone.

    Example: gpukb ask --json "What is NVLink?" | gpukb cite check -
    """
    from gpukb.objects import checked_object

    ids = _ids(cited)
    with call.opened() as kb:
        found = []
        for id in ids:
            checked = kb.check_citation(id)
            with kb.snapshot() as snapshot, kb.measuring(offset_unit) as measure:
                found.append(measure.checked(checked_object(id, checked, snapshot.note(checked.path) if checked.path else None)))
    if call.output.as_json:
        call.output.result({"items": found})
    else:
        for item in found:
            call.output.line(Styled(f"{item['state']:<8}", STYLES[item["state"]]), _place(item), Styled(f"  {item['id']}", "dim"))
    if any(item["state"] in ("changed", "gone") for item in found):
        raise typer.Exit(BROKEN)


def _ids(cited: str) -> list[str]:
    """The ids that the argument names, each once, in order."""
    from gpukb.errors import UsageError

    if cited.startswith("c_") and not Path(cited).exists():
        return [cited]
    try:
        text = sys.stdin.read() if cited == "-" else Path(cited).read_text("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{cited}: {error.strerror}; give a citation's id (c_…) or a file that holds some") from error
    found = list(dict.fromkeys(_ID.findall(text)))
    if not found:
        raise UsageError(f"{cited} holds no citation id (c_…)")
    return found


def _place(item: dict[str, Any]) -> str:
    if item["note"] is None:
        return "-"
    source = item["source"]
    characters = f", characters {source['start']} to {source['end']}" if source else ""
    return f"{item['note']['path']}{characters}"


COMMANDS = ("Look after citations.", {"check": check})
