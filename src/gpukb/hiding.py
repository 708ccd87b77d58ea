"""Globs of `exclude` and Obsidian's excluded files → a test for a path."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from gpukb.errors import ConfigError
from gpukb.note import fold
from gpukb.opening import read_inside

Matcher = Callable[[str], bool]
MAX_SETTINGS = 4 * 1024 * 1024  # bytes of a settings file of Obsidian's
MAX_PATTERN = 300
MAX_PATH = 500  # characters; a longer path is hidden when there are patterns, for they may take its length to the third power
OPEN, MAX_WAYS = 256, 1 << 17  # what an open repeat counts for, and how many ways a pattern may have to read a path: two such repeats
_NOT_REPEATS = re.compile(r"\\.|\[\^?\]?[^\]]*\]|\(\?[P<!=:a-zA-Z-]*")  # escapes, classes, and the head of a group
_REPEATED_GROUP = re.compile(r"\)\s*[*+{]")
_REPEAT = re.compile(r"(?P<open>[*+]|\{\d*,\})|\{(?P<least>\d*),(?P<most>\d+)\}|(?P<other>[?|])")

_PIECE = re.compile(r"\*+|\?|\[!?\]?[^\]]*\]|.", re.DOTALL)
_RANGE = re.compile(r"(.)-(.)|(.)", re.DOTALL)


def excluded_by(globs: Iterable[str]) -> Matcher:
    """Whether a path, or a folder above it, fits one of the globs.

    `**` between slashes spans folders, `*` and `?` do not. A glob without a slash fits a name at any depth. Case does not count.
    ConfigError: one is no glob.
    """
    patterns = [_glob(fold(glob)) for glob in globs if glob.strip("/ ")]
    if not patterns:
        return lambda path: False
    joined = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    return lambda path: joined.match(fold(path)) is not None


def _glob(glob: str) -> str:
    """The pattern of a glob. What stands between two `**` is taken where it first fits, and never elsewhere: no later place fits better."""
    runs: list[list[str]] = [[]]
    if "/" not in glob.strip("/") and not glob.startswith("/"):
        runs.append([])
    for segment in glob.strip("/").split("/"):
        if segment == "**":
            runs.append([])
        elif segment:
            runs[-1].append(_segment(segment))
    first, *middle = (run for at, run in enumerate(runs) if run or at in (0, len(runs) - 1))
    if not middle:
        return "/".join(first) + r"(?:/|\Z)"
    *between, last = middle
    found = "".join(rf"(?>(?:[^/]+/)*?{'/'.join(run)}/)" for run in between)
    return "".join(f"{segment}/" for segment in first) + found + r"(?:[^/]+/)*?" + ("/".join(last) or "[^/]+") + r"(?:/|\Z)"


def _segment(segment: str) -> str:
    """The pattern of a part without slashes, each star of which takes as little as will do."""
    parts = [""]
    for match in _PIECE.finditer(segment):
        if match[0].startswith("*"):
            parts.append("")
        else:
            parts[-1] += _one(match[0])
    first, *others = parts
    if not others:
        return first
    return first + "".join(f"(?>[^/]*?{part})" for part in others[:-1]) + f"[^/]*{others[-1]}"


def _one(piece: str) -> str:
    """The pattern of one character."""
    if piece == "?":
        return "[^/]"
    if len(piece) < 3:
        return re.escape(piece)
    negated = piece[1] == "!"
    inner = "".join(_range(*match.groups()) for match in _RANGE.finditer(piece[1 + negated : -1]))
    return f"(?!/)[{'^' if negated else ''}{inner}]" if inner else re.escape(piece)


def _range(first: str | None, last: str | None, single: str | None) -> str:
    if first is None or last is None:
        return re.escape(single or "")
    if first > last:
        raise ConfigError(f"[{first}-{last}] in a pattern of `exclude` is no range; the lower character stands first")
    return f"{re.escape(first)}-{re.escape(last)}"


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

    def hidden(path: str) -> bool:
        if fold(path).startswith(start) or (patterns and len(path) > MAX_PATH):
            return True
        return any(pattern.search(path) for pattern in patterns)

    return hidden, problems


def _filters(root: Path, problems: list[str]) -> list[str]:
    try:
        settings = json.loads(read_inside(root, ".obsidian/app.json", MAX_SETTINGS))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, ValueError, RecursionError) as error:
        problems.append(f"Obsidian's excluded files are unknown, its settings cannot be read: {error}")
        return []
    filters = settings.get("userIgnoreFilters") if isinstance(settings, dict) else None
    return [item for item in filters if isinstance(item, str)] if isinstance(filters, list) else []


def _pattern(written: str, problems: list[str]) -> re.Pattern[str] | None:
    try:
        if len(written) <= MAX_PATTERN and _ways(written) <= MAX_WAYS:
            return re.compile(written, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError):
        pass
    problems.append(f"the filter /{written[:MAX_PATTERN]}/ is not a pattern we can run and hides nothing")
    return None


def _ways(written: str) -> int:
    """How many ways there may be to read a path by this pattern: what a failing match would go through."""
    bare = _NOT_REPEATS.sub(lambda match: "(" if match[0].startswith("(") else "x", written)
    if _REPEATED_GROUP.search(bare):
        return MAX_WAYS + 1
    ways, depth = 1, 0
    for match in re.finditer(rf"[()]|{_REPEAT.pattern}", bare):
        if match[0] in "()":
            depth += 1 if match[0] == "(" else -1
        elif match["open"]:
            ways *= OPEN
        elif match["most"]:
            ways *= max(1, min(int(match["most"]) - int(match["least"] or 0) + 1, OPEN))
        elif match[0] == "?" or depth > 0:  # an alternative of the whole pattern is one more to try, not a choice on the way
            ways *= 2
    return ways
