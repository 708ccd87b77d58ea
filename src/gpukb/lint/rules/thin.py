"""A note has nothing to read.

No prose, no list, no table, no code, no embed and no properties of its own: links lead readers to an empty page.

Bad:  a note with a heading and nothing below it
Good: a sentence that says what the thing is
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.markup import blank

BARE = frozenset(("aliases", "tags", "type", "lang", "cssclasses"))  # properties that say nothing about the subject


def check(context: Alone) -> Iterator[Report]:
    """Each note whose body holds nothing but headings and space."""
    for page in context.pages:
        headings = [(heading.span.start, heading.span.end) for heading in page.note.headings]
        body = blank(page.text, [(0, page.note.body_start), *headings])
        if not any(char.isalnum() for char in body) and not page.note.hidden and not page.note.properties.keys() - BARE:
            yield Report(page.note.path, None, "the note has nothing to read")


RULE = Rule("KB058", "thin", "info", check)
