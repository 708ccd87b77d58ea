"""`gpukb cite check`: whether citations still hold."""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli import filters
from gpukb.cli.call import Call
from gpukb.cli.output import Output, Styled, one_line

if TYPE_CHECKING:
    from gpukb.citations import Checked, Quote

STYLES = {"exact": "green", "moved": "cyan", "changed": "yellow", "gone": "red"}
SHOWN = 160  # characters of a quote: two lines of a terminal
BROKEN = 1  # the exit code when a quote is no longer in the vault
_ID = re.compile(r"\bc_[A-Za-z0-9_-]{30,}")  # an id packs at least 24 bytes


def check(
    call: Call,
    cited: Annotated[str, typer.Argument(metavar="FILE|ID", help="A citation's id, or any file that holds some; - is stdin.")],
    offset_unit: filters.Unit = "codepoint",
) -> None:
    """Tell where cited quotes stand today, and what they say. Exact, moved, changed or gone; exit with 1 if one has changed or gone.

    Example: gpukb ask --json "What is NVLink?" | gpukb cite check -
    """
    from gpukb.objects import checked_object

    quotes = _quotes(cited)
    with call.opened() as kb, kb.snapshot() as snapshot, kb.measuring(offset_unit) as measure:
        found = []
        for id, quote in quotes.items():
            checked = kb.check_citation(id, quote)
            note = snapshot.note(checked.path) if checked.path else None
            made = measure.checked(checked_object(id, checked, note))
            found.append({**made, "quote": quote.exact if quote else None, **_now(id, checked, snapshot.text(note.number) if note else "")})
    if call.output.as_json:
        call.output.result({"items": found})
    else:
        for item in found:
            _print(call.output, item)
    if any(item["state"] in ("changed", "gone") for item in found):
        raise typer.Exit(BROKEN)


def _quotes(cited: str) -> dict[str, Quote | None]:
    """The ids that the argument names, each once, in order, with the words cited where the file has them: JSON of an answer does."""
    from gpukb.errors import UsageError

    if cited.startswith("c_") and not Path(cited).exists():
        return {cited: None}
    try:
        text = sys.stdin.read() if cited == "-" else Path(cited).read_text("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{cited}: {error.strerror}; give a citation's id (c_…) or a file that holds some") from error
    found = list(dict.fromkeys(_ID.findall(text)))
    if not found:
        raise UsageError(f"{cited} holds no citation id (c_…)")
    known = _in_json(text)
    return {id: known.get(id) for id in found}


def _in_json(text: str) -> dict[str, Quote]:
    """The quotes of the citations in a JSON text, by their ids; none where it is another text."""
    from gpukb.citations import Quote

    found: dict[str, Quote] = {}

    def keep(item: dict[str, Any]) -> dict[str, Any]:  # Any: JSON
        quote = item.get("quote")
        if isinstance(item.get("id"), str) and isinstance(quote, dict):
            parts = [quote.get(name, "") for name in ("prefix", "exact", "suffix")]
            if parts[1] and all(isinstance(part, str) for part in parts):
                found[item["id"]] = Quote(*parts)
        return item

    with suppress(ValueError, RecursionError):
        json.loads(text, object_hook=keep)
    return found


def _now(id: str, checked: Checked, text: str) -> dict[str, Any]:  # Any: JSON
    """The line and the words of today: of the quote, of what is nearest to it, else of the line that it stood in."""
    from gpukb.citations import decode_citation

    if checked.start is not None and checked.end is not None:
        start, end = checked.start, checked.end
    elif checked.nearest:
        start, end = checked.nearest.start, checked.nearest.end
    else:
        at = decode_citation(id).start
        if at >= len(text):
            return {"line": None, "text": None}
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    words = " ".join(text[start : end if end >= 0 else len(text)].split())
    return {"line": text.count("\n", 0, start) + 1, "text": words}


def _print(output: Output, item: dict[str, Any]) -> None:
    """The citation's state and place, and its words; where they have changed, those of then and those of now."""
    state = item["state"]
    output.line(Styled(f"{state:<8}", STYLES[state]), _place(item), Styled(f"  {item['id']}", "dim"))
    if state in ("exact", "moved"):
        output.line(f"    {_short(item['text'])}")
        return
    if item["quote"]:
        output.line(f"    cited: {_short(item['quote'])}")
    if item["text"]:
        output.line(f"    now:   {_short(item['text'])}")


def _short(words: str) -> str:
    line = one_line(words)
    return line if len(line) <= SHOWN else f"{line[:SHOWN].rstrip()} …"


def _place(item: dict[str, Any]) -> str:
    if item["note"] is None:
        return "-"
    source = item["source"]
    line = f":{item['line']}" if item["line"] else ""
    characters = f", characters {source['start']} to {source['end']}" if source else ""
    return f"{item['note']['path']}{line}{characters}"


COMMANDS = ("Look after citations.", {"check": check})
