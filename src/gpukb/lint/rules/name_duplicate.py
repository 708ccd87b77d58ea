"""Two notes in different folders have the same name.

A link by the bare name opens one of them, and which one depends on where the link stands. Versions of one concept in several languages
(`translation_of`) may share a name as long as no link uses it bare. Names such as `README` and `index` are expected to repeat.

Bad:  `hardware/Overview.md` and `software/Overview.md`
Good: `hardware/Hardware overview.md` and `software/Software overview.md`
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.graph import Resolver
from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.note import fold

REPEATING = frozenset({"readme", "index", "_index", "changelog", "license", "attribution"})
SHOWN = 3


def check(context: Context) -> Iterator[Report]:
    """Each note whose name another one has."""
    bare = {
        Resolver.key_of(edge.link.target).removesuffix(".md")
        for edge in context.edges.several
        if "/" not in edge.link.target and not edge.link.markdown
    }
    for note in context.facts.shown:
        name = fold(note.name)
        paths = context.facts.same_name[name]
        if len(paths) > 1 and (name in bare or not (name in REPEATING or context.facts.one_concept(paths))):
            others = [path for path in paths if path != note.path]
            more = f" and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
            yield Report(note.path, None, f"the name {note.name!r} is also that of {', '.join(others[:SHOWN])}{more}")


RULE = Rule("KB016", "name-duplicate", "warning", check, over="vault")
