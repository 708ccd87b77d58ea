"""The headings of a note → the anchors by which a page, a passage and a citation name the same place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_NOT_WORD_RE: Final = re.compile(r"[^\w]+")
NAMELESS: Final = "section"  # a heading of marks alone


def heading_anchors(headings: Iterable[str]) -> tuple[str, ...]:
    """An anchor for each heading's text, in order: lower case, words joined by `-`, a number behind what was there before."""
    seen: set[str] = set()
    counts: dict[str, int] = {}
    anchors = []
    for heading in headings:
        base = _NOT_WORD_RE.sub("-", unicodedata.normalize("NFC", heading).lower()).strip("-") or NAMELESS
        anchor = base
        while anchor in seen:
            counts[base] = counts.get(base, 0) + 1
            anchor = f"{base}-{counts[base]}"
        seen.add(anchor)
        anchors.append(anchor)
    return tuple(anchors)
