"""A link shows the name of one note and leads to another.

The reader expects the note whose name stands there. Text that is nobody's name is the author's own, and fine.

Bad:  [[Wiki/API|Function]] where `Wiki/Function` exists
Good: [[Wiki/Function|Function]]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.mentions import names_of
from gpukb.names import name_key
from gpukb.note import Note, fold


def check(context: Context) -> Iterator[Report]:
    """Each link of which the text is a name of another note in the language of the target, and no part of the target's."""
    named: dict[str, set[str]] = defaultdict(set)
    for note in context.facts.shown:
        for name in {*map(fold, (note.name, note.title, *note.aliases))}:
            named[name_key(name)].add(note.path)
    for note in context.facts.shown:
        for edge in context.graph.edges(note.path):
            link, target = edge.link, context.graph.notes.get(edge.path or "")
            if not link.alias or link.embed or link.heading or link.block or target is None or target.path == note.path:
                continue
            owners = named.get(name_key(link.alias), set())
            if not owners or target.path in owners or _says(link.alias, target):
                continue
            family = {target.path, *context.graph.translations(target.path)}
            others = sorted(path for path in owners if context.graph.notes[path].lang == target.lang)
            if others and not owners & family:
                message = f"the text {link.alias!r} is a name of {', '.join(others[:3])}, and the link leads to {target.path}"
                yield Report(note.path, link.span, message, tuple(path.removesuffix(".md") for path in others[:3]))


def _says(text: str, target: Note) -> bool:
    """Whether the text is part of one of the target's names: `RDMA` may well stand for `GPUDirect RDMA`."""
    return any(f" {name_key(text)} " in f" {name_key(name)} " for name in names_of(target))


RULE = Rule("KB055", "link-text", "info", check, over="vault")
