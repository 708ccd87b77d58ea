"""A translation has other sections than the note it belongs to.

The sections of `[types.TYPE]` in `gpukb.toml` say which headings mean the same in each language. One that is there in one language and
not in the other was added or dropped on one side only.

Bad:  `## Числа` in the Russian note, and no `## Numbers` in the English one
Good: both, or neither
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.markdown import normalize_heading
from gpukb.note import Note


def check(context: Context) -> Iterator[Report]:
    """Each note that lacks a section which most versions of its concept have."""
    for note in context.notes:
        mine = _sections(context, note)
        if mine is None or note.hidden:
            continue
        versions = [found for path in context.graph.translations(note.path) if (found := _sections(context, context.graph.notes[path]))]
        names = context.config.types[note.type].sections[note.lang]
        for number, name in enumerate(names):
            having = sum(number in version for version in versions if version)
            if number not in mine and versions and having > len(versions) / 2:
                yield Report(note.path, None, f"has no section {name!r}, which {having} of its {len(versions)} other versions have")


def _sections(context: Context, note: Note) -> frozenset[int] | None:
    """Which of its type's sections the note has, by number; None where the vault does not say."""
    rule = context.config.types.get(note.type)
    names = rule.sections.get(note.lang) if rule else None
    if not names:
        return None
    there = {normalize_heading(heading.text) for heading in note.headings}
    return frozenset(number for number, name in enumerate(names) if normalize_heading(name) in there)


RULE = Rule("KB063", "translation-step", "info", check, over="vault")
