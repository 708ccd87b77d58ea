"""A link is written to an alias of a note instead of its name.

Obsidian never follows an alias: such a link leads nowhere, and a click makes a new, empty note. Obsidian itself writes the name and
shows the alias. The fix does the same where only one note has the alias, in texts and properties; a card of a canvas is yours to change.

Bad:  uses [[AI]]
Good: uses [[Artificial intelligence|AI]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpukb.graph import ResolvedLink
from gpukb.lint.context import Context
from gpukb.lint.rewriting import link_fix, shortest
from gpukb.lint.rule import Report, Rule
from gpukb.note import fold
from gpukb.rewrite import Edit, Wanted


def check(context: Context) -> Iterator[Report]:
    """Each link to an alias, with the note that has it."""
    for edge in context.edges.broken:
        if edge.alias_of is not None:
            owners = context.facts.aliases.get(fold(edge.link.target), ())
            fix = _fix(context, edge) if len(owners) == 1 else ()
            message = f"{edge.link.target!r} is only an alias of {' and '.join(owners)}; Obsidian does not follow it; {_how(owners, fix)}"
            names = tuple(path.removesuffix(".md") for path in owners)
            yield Report(edge.source, edge.link.span, message, names, fix)


def _how(owners: Sequence[str], fix: tuple[Edit, ...]) -> str:
    """How the link is mended."""
    if fix:
        return "`gpukb lint --fix` writes the name"
    return "write the name of the one that is meant" if len(owners) > 1 else "write the name here by hand"


def _fix(context: Context, edge: ResolvedLink) -> tuple[Edit, ...]:
    link = edge.link
    target = shortest(context.graph, edge.alias_of or "", edge.source)
    if target is None or context.graph.notes[edge.source].kind != "note":
        return ()
    shows_target = not (link.markdown or link.embed or link.alias or link.heading or link.block)
    return link_fix(context.page(edge.source), link, Wanted(target, alias=link.target if shows_target else None))


RULE = Rule("KB005", "link-alias-target", "warning", check, over="vault", fixes=True)
