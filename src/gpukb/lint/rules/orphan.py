"""No other note leads here.

Nobody comes upon the note but by search. A link to a version in another language is enough. Links in the frontmatter, embeds and canvas
cards count; a note's own links and sections that only repeat the graph do not. Entry pages (`README`, `Home`, `index`, a glossary,
a note at the vault's root that links on) and answers that `gpukb ask --save` wrote need no link to them.

Bad:  a note that no other note links
Good: a link from the note where the reader would look for it
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.graph import LISTS
from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule
from gpukb.note import Note, fold

ENTRIES = frozenset(
    {"readme", "home", "index", "_index", "start", "moc", "contents"}
    | {"attribution", "license", "licence", "changelog", "contributing", "security", "todo"}  # what repositories hold beside notes
)


def check(context: Context) -> Iterator[Report]:
    """Each note without a link to it."""
    for note in context.facts.shown:
        if not (_is_linked(context, note) or _is_entry(context, note) or context.facts.is_generated(note.path)):
            yield Report(note.path, None, "no other note links here")


def _is_linked(context: Context, note: Note) -> bool:
    """Whether something leads to the note or, since versions of one concept lead to one another, to one in another language."""
    family = {note.path, *context.graph.translations(note.path)}
    return any(not context.edges.led_from.get(path, family) <= family for path in family)


def _is_entry(context: Context, note: Note) -> bool:
    if fold(note.name) in ENTRIES or any(link.relation == LISTS for link in note.links):  # a glossary is where readers begin
        return True
    return "/" not in note.path and any(edge.path not in (None, note.path) for edge in context.graph.edges(note.path))


RULE = Rule("KB019", "orphan", "warning", check, over="vault")
