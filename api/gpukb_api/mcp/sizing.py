"""Long texts → pieces of the wanted size."""

from __future__ import annotations

import re

_BREAKS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"[.!?。！？]\s*"), re.compile(r"\s"))  # best first


def cut(text: str, start: int, end: int, size: int) -> int:
    """Where a piece of at most `size` characters from `start` ends: at `end`, or in its second half at the best break there."""
    limit = start + size
    if limit >= end:
        return end
    half = start + size // 2
    for kind in _BREAKS:
        breaks = [found.end() for found in kind.finditer(text, half, limit)]
        if breaks:
            return breaks[-1]
    return limit
