"""Two notes say nearly the same.

Most lines of one stand in the other too: a copy that was never taken apart. Search shows both, and one will grow old.

Bad:  `Warp.md` and `Warp (copy).md`
Good: one note, and links to it
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.note import Note

ALIKE = 0.8  # share of a note's lines that another one must have
LEAST = 4  # lines of a note below which sharing them says nothing
LETTERS = 24  # a shorter line is a mark, a heading or a list item that many notes have
COMMON = 10  # notes that may share a line before it is a template's


def check(context: Context) -> Iterator[Report]:
    """Each note of which nearly all lines stand in another one that is not much longer."""
    lines = {note.path: _lines(note) for note in context.facts.shown}
    holders: dict[str, list[str]] = defaultdict(list)
    for path, own in lines.items():
        for line in own:
            holders[line].append(path)
    for path, own in lines.items():
        shared = Counter(other for line in own if len(holders[line]) <= COMMON for other in holders[line] if other != path)
        alike = [other for other, count in shared.most_common() if count >= ALIKE * max(len(own), len(lines[other]))]
        if alike and len(own) >= LEAST:
            yield Report(path, None, f"{shared[alike[0]]} of its {len(own)} longer lines stand in {alike[0]} too")


def _lines(note: Note) -> frozenset[str]:
    return frozenset(found for line in note.text[note.body_start :].splitlines() if len(found := line.strip()) >= LETTERS)


RULE = Rule("KB060", "near-duplicate", "info", check, over="vault")
