"""A file cannot be read as it should.

It is not UTF-8, a canvas that is no JSON, too large, or may not be opened. Links and words in it are lost for everyone but Obsidian.

Bad:  a note saved in Windows-1251
Good: the same note saved as UTF-8
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.places import line_span
from gpukb.lint.rule import Report, Rule
from gpukb.lint.rules.fm_yaml import REPEATED

FRONTMATTER = ("frontmatter", "a property name")  # the problems that are `fm-yaml`'s


def check(context: Context) -> Iterator[Report]:
    """What is wrong with a file as a whole."""
    for unread in context.facts.problems:
        if "different Unicode forms" not in unread.message:  # `name-clash` says it
            yield Report(unread.path, None, unread.message)
    for note in context.graph.notes.values():
        for problem in note.problems:
            if REPEATED not in problem.message and not problem.message.startswith(FRONTMATTER):
                page = context.page(note.path)
                span = line_span(page, problem.line) if note.kind == "note" and page.text else None
                yield Report(note.path, span, problem.message)


RULE = Rule("KB057", "file-unread", "error", check, over="vault")
