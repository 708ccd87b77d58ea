"""Globs of `exclude` and Obsidian's excluded files → a test for a path."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from gpukb.note import fold

Matcher = Callable[[str], bool]
MAX_PATTERN = 300
MAX_REPEATS = 4  # a pattern comes from the vault, maybe a stranger's: more open repeats can take a path's length to the fifth
OPEN_REPEATS = re.compile(r"(?<!\\)(?:[*+]|\{\d*,\d*\})")
NESTED_REPEAT = re.compile(r"[*+}][^()]*\)\s*[*+{]|\)\s*[*+{]")

_GLOB = re.compile(r"\*\*/?|\*|\?|\[!?[^\]]*\]|.", re.DOTALL)


def excluded_by(globs: Iterable[str]) -> Matcher:
    """Whether a path, or a folder above it, fits one of the globs.

    `**` spans folders, `*` and `?` do not. A glob without a slash fits a name at any depth. Case does not count.
    """
    patterns = [_glob(fold(glob)) for glob in globs if glob.strip("/ ")]
    if not patterns:
        return lambda path: False
    joined = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    return lambda path: joined.match(fold(path)) is not None


def _glob(glob: str) -> str:
    anchored = "/" in glob.strip("/")
    body = "".join(_piece(match[0]) for match in _GLOB.finditer(glob.strip("/")))
    start = "" if anchored or glob.startswith("/") else r"(?:.*/)?"
    return rf"{start}{body.removesuffix('/')}(?:/.*)?\Z"


def _piece(piece: str) -> str:
    if piece == "**/":
        return "(?:[^/]+/)*"
    if piece == "**":
        return ".*"
    if piece in ("*", "?"):
        return "[^/]*" if piece == "*" else "[^/]"
    if piece.startswith("[") and len(piece) > 2:
        inner = piece[1:-1].replace("\\", r"\\").replace("[", r"\[")
        return f"[{'^' + inner[1:] if inner.startswith('!') else inner}]"
    return re.escape(piece)


def hidden_by(root: Path) -> tuple[Matcher, list[str]]:
    """The test of Obsidian's excluded files (`userIgnoreFilters`): path prefixes and `/regular expressions/`; and what was wrong."""
    problems: list[str] = []
    prefixes: list[str] = []
    patterns: list[re.Pattern[str]] = []
    for written in _filters(root, problems):
        if len(written) > 2 and written.startswith("/") and written.endswith("/"):
            pattern = _pattern(written[1:-1], problems)
            if pattern is not None:
                patterns.append(pattern)
        elif written:
            prefixes.append(fold(written))
    if not prefixes and not patterns:
        return (lambda path: False), problems
    start = tuple(prefixes)
    return (lambda path: fold(path).startswith(start) or any(pattern.search(path) for pattern in patterns)), problems


def _filters(root: Path, problems: list[str]) -> list[str]:
    try:
        settings = json.loads((root / ".obsidian" / "app.json").read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, ValueError, RecursionError) as error:
        problems.append(f"Obsidian's excluded files are unknown, its settings cannot be read: {error}")
        return []
    filters = settings.get("userIgnoreFilters") if isinstance(settings, dict) else None
    return [item for item in filters if isinstance(item, str)] if isinstance(filters, list) else []


def _pattern(written: str, problems: list[str]) -> re.Pattern[str] | None:
    risky = len(written) > MAX_PATTERN or NESTED_REPEAT.search(written) or len(OPEN_REPEATS.findall(written)) > MAX_REPEATS
    try:
        if not risky:
            return re.compile(written, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError):
        pass
    problems.append(f"the filter /{written[:MAX_PATTERN]}/ is not a pattern we can run and hides nothing")
    return None
