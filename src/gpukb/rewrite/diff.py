"""A file before and after → a unified diff."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

NO_NEWLINE = "\\ No newline at end of file\n"


def unified(old_path: str, new_path: str, before: str, after: str) -> str:
    """The diff of one file, empty when nothing changed. A rename is told in the words of git."""
    moved = f"rename from {old_path}\nrename to {new_path}\n" if old_path != new_path else ""
    if before == after:
        return moved
    lines = difflib.unified_diff(_lines(before), _lines(after), f"a/{old_path}", f"b/{new_path}")
    return moved + "".join(_ended(lines))


def _lines(text: str) -> list[str]:
    """The lines with their ends; only a line feed ends one, as `patch` sees it."""
    pieces = text.split("\n")
    return [f"{piece}\n" for piece in pieces[:-1]] + ([pieces[-1]] if pieces[-1] else [])


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n{NO_NEWLINE}"
