"""What a file or folder may be called: where links work, where Windows can read it, where Obsidian sees it."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator

MAX_BYTES = 255  # of a name, in every file system that a vault is likely to stand on
NO_LINK = "#^[]|"  # links cannot hold these
WINDOWS = ':*?"<>'  # nor can Windows names these
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_UNSEEN = re.compile(r"[\x7f-\x9f\x00-\x1f]|([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])")  # controls; what turns the direction of text
ON_WINDOWS = os.name == "nt"
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])( *(?:\..*)?)", re.IGNORECASE)  # devices of Windows
_REPLACED = str.maketrans({"/": "-", "\\": "-", "|": "-", '"': "'", "[": "(", "]": ")", **dict.fromkeys("#^*?<>")})
_COLON = re.compile(r"\s*:\s*")


def refusal(name: str) -> str | None:
    """Why no file of a vault can be called so; None when one can."""
    if name in ("", ".", ".."):
        return "it is no name"
    if name.startswith("."):
        return "Obsidian and gpukb do not see names that begin with a dot"
    if _CONTROL.search(name) or "\\" in name:
        return "it holds a backslash or a control character"
    if bad := [char for char in NO_LINK if char in name]:
        return f"links cannot hold {' '.join(bad)}"
    if len(name.encode("utf-8", "replace")) > MAX_BYTES:
        return "it is longer than 255 bytes"
    return next(doubts(name), None) if ON_WINDOWS else None


def doubts(name: str) -> Iterator[str]:
    """What will go wrong with this name on other systems."""
    if bad := [char for char in WINDOWS if char in name]:
        yield f"{name!r} cannot be on Windows: {' '.join(bad)}"
    if name.endswith((" ", ".")) or _RESERVED.fullmatch(name):
        yield f"{name!r} cannot be on Windows"


def one_line(title: str) -> str:
    """The title on one line, without controls and without marks that turn the direction of what follows."""
    return " ".join(_UNSEEN.sub(lambda found: "" if found[1] else " ", title).split())


def safe_name(title: str, reserve: int = 0) -> str:
    """A file name without suffix that says this title and works everywhere; empty when nothing is left. `reserve`: bytes to leave free."""
    name = _COLON.sub(" - ", unicodedata.normalize("NFC", title)).translate(_REPLACED)
    name = one_line(name).lstrip(".- ").rstrip(". ")
    room = MAX_BYTES - reserve
    while len(name.encode("utf-8", "replace")) > room:
        name = name[:-1].rstrip(". ")
    device = _RESERVED.fullmatch(name)
    return f"{device[1]}_{device[2]}" if device else name
