"""An index note leaves out some of what it lists.

A note of type `index` that links most notes of a folder promises all of them; the few it lacks are hidden from those who browse.

Bad:  `Wiki.md` links 40 of the 41 notes in `Wiki/`
Good: it links all 41
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule

INDEX = "index"
MOST = 0.8  # share of a folder's notes that an index links before it is taken for that folder's index
LEAST = 4  # notes of a folder below which a share says nothing
SHOWN = 5


def check(context: Context) -> Iterator[Report]:
    """Each index that lacks notes of a folder it lists."""
    folders: dict[str, list[str]] = {}
    for note in context.facts.shown:
        if note.type != INDEX and not context.facts.is_generated(note.path):
            folders.setdefault(note.path.rpartition("/")[0], []).append(note.path)
    for note in context.facts.shown:
        if note.type != INDEX:
            continue
        linked = {edge.path for edge in context.graph.edges(note.path) if edge.path is not None}
        listed = Counter(path.rpartition("/")[0] for path in linked if path in context.graph.notes)
        for folder, count in sorted(listed.items()):
            there = folders.get(folder, [])
            missing = sorted(set(there) - linked - {note.path})
            if missing and len(there) >= LEAST and count >= MOST * len(there):
                more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
                yield Report(note.path, None, f"lists the folder {folder!r} without {', '.join(missing[:SHOWN])}{more}")


RULE = Rule("KB044", "index-drift", "warning", check, over="vault")
