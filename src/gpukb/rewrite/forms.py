"""A link's path as written and the file it shall lead to, the path to write out: as short as it may be, in the form it had.

A path from the root stays one, and so does one relative to the note (`./`, `../`) or with a `/` before it. Any other is as short as the
tie rules allow: the name, or with as many folders before it as are needed, but no fewer than were written.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator

from gpukb.note import Link, fold
from gpukb.rewrite.edits import RewriteError

NOTE_SUFFIX = ".md"
Leads = Callable[[str], str | None]  # a path as a link would say it → the file it leads to from the note


def stays(link: Link, old: str, new: str) -> bool:
    """Whether a link that still leads to its file may stay as it is written, now that the file has gone from `old` to `new`."""
    if old == new or not link.target:
        return True
    if _is_relative(link.target):
        return fold(old) != fold(new)  # a new case is written out also where the old one would be found
    if link.target.startswith("/") or is_full(link.target, old):
        return False
    parts = link.target.count("/") + 1
    return _last(old, parts) == _last(new, parts)


def new_target(link: Link, source: str, old: str, new: str, leads: Leads) -> str:
    """The path to write in a link of `source` (where it is now) that led to `old` and shall lead to `new`. RewriteError: there is none."""
    suffix = link.target[-len(NOTE_SUFFIX) :] if fold(link.target).endswith(NOTE_SUFFIX) and fold(new).endswith(NOTE_SUFFIX) else ""
    for form in _forms(link, source, old, new):
        bare = form[: -len(NOTE_SUFFIX)] if fold(form).endswith(NOTE_SUFFIX) else form
        for written in dict.fromkeys((bare + suffix, form)):
            if leads(written) == new:
                return written
    raise RewriteError(f"no link in {source} can lead to {new!r}: choose a name without marks that links cannot hold (# | ^ [ ])")


def _forms(link: Link, source: str, old: str, new: str) -> Iterator[str]:
    parts = new.split("/")
    if _is_relative(link.target):
        yield _relative(new, source, dotted=link.target.startswith("./"))
    elif link.target.startswith("/"):
        yield f"/{new}"
    elif not is_full(link.target, old):
        for count in range(min(link.target.count("/") + 1, len(parts)), len(parts)):
            yield "/".join(parts[-count:])
    yield new
    yield f"/{new}"


def _relative(path: str, source: str, *, dotted: bool) -> str:
    written = posixpath.relpath(path, posixpath.dirname(source) or ".")
    return f"./{written}" if dotted and not written.startswith("../") else written if written.startswith("../") else f"./{written}"


def is_full(target: str, path: str) -> bool:
    """Whether a target says the whole path of its file, folders included."""
    written, whole = fold(target), fold(path)
    return "/" in whole and written in (whole, whole.removesuffix(NOTE_SUFFIX))


def _is_relative(target: str) -> bool:
    return target.startswith(("./", "../"))


def _last(path: str, parts: int) -> str:
    return "/".join(path.split("/")[-parts:])
