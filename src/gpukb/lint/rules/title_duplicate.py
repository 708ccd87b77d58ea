"""Two notes of the same type and language have the same title.

Search results and citations show titles: the reader cannot tell the two apart, and two definitions of one term will drift apart. The title
is the `title` property, else the first heading of level one, else the file's name.

Bad:  `# Scheduling` in `scheduling-1.md` and in `scheduling-2.md`
Good: `# Scheduling of warps` in one, `# Scheduling of jobs` in the other
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.note import Note, fold


def check(context: Context) -> Iterator[Report]:
    """Each note whose title another one has. Equal names are `name-duplicate`'s."""
    same: dict[tuple[str, str, str], list[Note]] = defaultdict(list)
    for note in context.facts.shown:
        if "title" in map(str.casefold, note.properties) or sum(heading.level == 1 for heading in note.headings) < 2:
            same[fold(note.title), note.type, note.lang].append(note)  # several headings of level one are chapters and no title
    for notes in same.values():
        for note in notes:
            others = [other.path for other in notes if other is not note and fold(other.name) != fold(note.name)]
            if others and not context.facts.one_concept(tuple(other.path for other in notes)):
                first = next((heading.span for heading in note.headings if heading.level == 1), None)
                yield Report(note.path, first, f"the title {note.title!r} is also that of {', '.join(others[:3])}")


RULE = Rule("KB018", "title-duplicate", "warning", check, over="vault")
