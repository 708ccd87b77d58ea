"""A number in a file name, or the words before a title, are out of form.

Where most notes of a folder are numbered (`12. How to …`), two of one number, one without a number, or `07` among plain numbers break the
order that people refer to. Where the titles of most begin alike (`Technical specification: …`), one that does not is taken for a note of
another kind.

Bad:  `7. Drain a node.md` and `7. Add a node.md`
Good: `7. Drain a node.md` and `8. Add a node.md`
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.lint.rules.name_duplicate import REPEATING
from gpukb.note import Note, fold

_NUMBER = re.compile(r"(\d{1,4})\. (?=\S)")
LEAST = 3  # notes of a folder below which a share says nothing
MOST = 0.8  # share of a folder's notes that are numbered before the others are out of form
_ZERO = re.compile(r"0\d")
_PREFIX = re.compile(r"([^\W\d_][^:：\r\n]{1,58}[^\W_])[:：] ?(?=\S)")


def check(context: Context) -> Iterator[Report]:
    """Each note of a numbered folder whose number is taken, missing or padded, and each title without the words that others have."""
    folders: dict[str, list[Note]] = defaultdict(list)
    for note in context.facts.shown:
        if fold(note.name) not in REPEATING and note.type != "index":
            folders[note.path.rpartition("/")[0]].append(note)
    for folder, notes in folders.items():
        yield from _prefixes(notes)
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
        yield from _padded([note for note in notes if numbers[note.path] is not None])


def _padded(notes: list[Note]) -> Iterator[Report]:
    """The notes with a zero before their number where most have none."""
    with_zero = [note for note in notes if _ZERO.match(note.name)]
    if with_zero and len(notes) - len(with_zero) >= MOST * len(notes):
        for note in with_zero:
            yield Report(note.path, None, "the number begins with a zero, and those of the others do not")


def _prefixes(notes: list[Note]) -> Iterator[Report]:
    """The notes whose title lacks the words before a colon that nearly all titles of the folder begin with."""
    titles = {note.path: next((heading for heading in note.headings if heading.level == 1), None) for note in notes}
    prefixes = {path: match[1] for path, title in titles.items() if title and (match := _PREFIX.match(title.text))}
    usual, count = Counter(prefixes.values()).most_common(1)[0] if prefixes else ("", 0)
    if len(notes) >= LEAST and MOST * len(notes) <= count < len(notes):
        for path, title in titles.items():
            if prefixes.get(path) != usual:
                yield Report(
                    path, title.span if title else None, f"the title does not begin with {usual + ':'!r}, as those of the others do"
                )


RULE = Rule("KB066", "name-number", "warning", check, over="vault")
