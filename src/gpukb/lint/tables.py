"""A line of a table → how many cells it has."""

from __future__ import annotations

import re

BAR = re.compile(r"(?<!\\)\|")


def cells(row: str) -> int:
    """The cells between the bars; one at either end opens or closes the row and makes none."""
    inner = row.strip(" \t>\r\n").removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return len(BAR.findall(inner)) + 1
