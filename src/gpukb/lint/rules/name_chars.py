r"""A file or folder has a name that links cannot hold, or that Windows cannot save.

`#`, `^`, `|`, `[[`, `]]` and `%%` mean something in a link, so no link leads to such a note, not even the one Obsidian writes. The others
(`* " < > : ? \\`, a dot or space at the end, names such as `CON`) break the vault on Windows and in most sync services.

Bad:  `C# and F#.md`, `What is a warp?.md`
Good: `C sharp and F sharp.md`, `What is a warp.md`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule

_UNLINKABLE = re.compile(r"#|\^|\||\[\[|\]\]|%%")
_NOT_ON_WINDOWS = re.compile(r'[*"<>:?\\\x00-\x1f]|[. ]\Z|\A(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|\Z)', re.IGNORECASE)


def check(context: Context) -> Iterator[Report]:
    """Each note and file with such a name; a folder once, at the first note in it."""
    told: set[str] = set()
    for path in sorted((*context.graph.notes, *context.graph.files)):
        parts = path.split("/")
        for depth, part in enumerate(parts, 1):
            whole = "/".join(parts[:depth])
            why = _wrong(part, is_file=depth == len(parts), is_note=path in context.graph.notes)
            if why and whole not in told:
                told.add(whole)
                yield Report(path, None, f"the name {part!r} {why}")


def _wrong(part: str, *, is_file: bool, is_note: bool) -> str | None:
    name = part.removesuffix(".md") if is_file and is_note else part
    found = _UNLINKABLE.search(name)
    if found and (is_note or not is_file):
        return f"holds {found[0]!r}: no link can lead there"
    found = _NOT_ON_WINDOWS.search(name)
    return f"cannot be saved on Windows ({found[0]!r})" if found else None


RULE = Rule("KB015", "name-chars", "error", check, over="vault")
