"""The two characters that stand at a marked passage's ends while its note is rendered, and what is done with them in HTML.

They are from the last private-use plane, where no font and no note has anything.
"""

from __future__ import annotations

import re

START, END = "\U0010ff01", "\U0010ff02"
EITHER = re.compile(f"[{START}{END}]")
PIECE = re.compile(r"<[^>]*>|&[^;\s]+;|[^<&]")


def lift(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without sentinels, and each sentinel with its place in that text."""
    places: list[tuple[int, str]] = []
    for found in EITHER.finditer(text):
        places.append((found.start() - len(places), found[0]))
    return EITHER.sub("", text), places


def lower(html: str, places: list[tuple[int, str]]) -> str:
    """The HTML with each sentinel back before the character it stood before."""
    if not places:
        return html
    made: list[str] = []
    waiting = list(places)
    at = 0
    for piece in PIECE.finditer(html):
        if not piece[0].startswith("<"):
            while waiting and waiting[0][0] <= at:
                made.append(waiting.pop(0)[1])
            at += 1
        made.append(piece[0])
    return "".join([*made, *(sign for _, sign in waiting)])
