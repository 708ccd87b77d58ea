"""`gpukb export`: every fact the parser and the resolver know."""

from __future__ import annotations

import json

from gpukb.cli.call import Call
from gpukb.cli.output import counted, escape_json

PAGE = 200  # lines written at once


def export(call: Call) -> None:
    """Print all facts as JSON lines. One note or canvas a line, by path, without an index.

    Example: gpukb export --vault vault | head -n 1
    """
    from gpukb.export import export_rows

    out = call.output.out
    safe = escape_json if out.isatty() else str  # the value is the same; only eyes need the escapes
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    problems = 0
    lines: list[str] = []
    for row in export_rows(call.vault(), call.config().vault):
        problems += bool(row["problems"])
        lines.append(safe(encode(row)) + "\n")
        if len(lines) == PAGE:
            out.write("".join(lines))
            lines.clear()
    out.write("".join(lines))
    if problems:
        call.output.say(f"{counted(problems, 'file')} with problems: see `problems` in their lines")
