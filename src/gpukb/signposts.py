"""Markdown → whether it says anything itself, or only points elsewhere."""

from __future__ import annotations

import re
from typing import Final

_POINTER_RE: Final = re.compile(
    r"!?\[\[[^\]]*\]\]|!?\[(?:[^\[\]]|\[[^\]]*+\](?:\([^)]*+\))?+)*+\]\([^)]*\)|%%.*?%%|<[^>]*>|https?://\S+|\[\^[^\]]*\]"
)
_MARK_RE: Final = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?", re.MULTILINE)


def says_something(raw: str) -> bool:
    """Whether there is a letter or a digit besides links and pictures: a list of links is a signpost and answers nothing."""
    return bool(re.search(r"[^\W_]", _POINTER_RE.sub("", _MARK_RE.sub("", raw))))
