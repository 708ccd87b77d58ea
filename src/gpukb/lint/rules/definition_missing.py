"""A note of a type that opens with a definition has none.

Search shows the definition, and answers quote it first. `[types.TYPE]` in `gpukb.toml` names the headings that open one. A vault of
which no note of the type has such a section does not use the template, and is left alone.

Bad:  a wiki note that begins with `## History`
Good: `## Definition`, and a sentence that says what the thing is
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Alone, Context
from gpukb.lint.rule import Report, Rule
from gpukb.markdown import normalize_heading
from gpukb.note import Heading, Note


def check(context: Context) -> Iterator[Report]:
    """Each note without the section, or with nothing in it."""
    for rule in context.config.types.values():
        names = {normalize_heading(name) for name in rule.definition}
        notes = [note for note in context.facts.shown if note.type == rule.name]
        sections = {note.path: _section(note, names) for note in notes}
        if names and any(sections.values()):
            for note in notes:
                heading = sections[note.path]
                if heading is None:
                    yield Report(note.path, None, f"notes of type {rule.name!r} open with a definition; this one has none")
                elif context.facts.taken_of(RULE.code, note.path):
                    yield Report(note.path, heading.span, "the definition is empty")


def _section(note: Note, names: set[str]) -> Heading | None:
    return next((heading for heading in note.headings if normalize_heading(heading.text) in names), None)


def takes(context: Alone) -> bool:
    """Whether the note has the section with nothing in it."""
    rule = next((rule for rule in context.config.types.values() if rule.name == context.note.type), None)
    heading = _section(context.note, {normalize_heading(name) for name in rule.definition}) if rule else None
    if heading is None:
        return False
    after = (each.span.start for each in context.note.headings if each.span.start > heading.span.start)
    return not context.page.text[heading.span.end : next(after, len(context.page.text))].strip()


RULE = Rule("KB030", "definition-missing", "warning", check, over="vault", takes=takes)
