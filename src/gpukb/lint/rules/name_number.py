"""A number in a file name is out of form.

Where most notes of a folder are numbered (`12. How to …`), two of one number or one without a number break the order that people refer to.

Bad:  `7. Drain a node.md` and `7. Add a node.md`
Good: `7. Drain a node.md` and `8. Add a node.md`
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.lint.rules.name_duplicate import REPEATING
from gpukb.note import Note, fold

_NUMBER = re.compile(r"(\d{1,4})\. (?=\S)")
MOST = 0.8  # share of a folder's notes that are numbered before the others are out of form
LEAST = 3  # notes of a folder below which a share says nothing


def check(context: Context) -> Iterator[Report]:
    """Each note of a numbered folder whose number is taken or missing."""
    folders: dict[str, list[Note]] = defaultdict(list)
    for note in context.facts.shown:
        if fold(note.name) not in REPEATING and note.type != "index":
            folders[note.path.rpartition("/")[0]].append(note)
    for folder, notes in folders.items():
        numbers = {note.path: int(match[1]) if (match := _NUMBER.match(note.name)) else None for note in notes}
        given = [number for number in numbers.values() if number is not None]
        if len(notes) < LEAST or len(given) < MOST * len(notes):
            continue
        for path, number in numbers.items():
            same = [other for other, taken in numbers.items() if taken == number and other != path]
            if number is None:
                yield Report(path, None, f"has no number, as the others in {folder or 'its folder'!r} have")
            elif same:
                yield Report(path, None, f"the number {number} is also that of {', '.join(same)}")


RULE = Rule("KB066", "name-number", "warning", check, over="vault")
