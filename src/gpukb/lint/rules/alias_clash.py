"""An alias of a note is the name or an alias of another one.

Whoever types it gets two suggestions that look alike, and an answer cannot know which concept is meant. Versions of one concept in several
languages may share aliases.

Bad:  `aliases: [Scheduler]` in two notes
Good: `aliases: [Warp scheduler]` in one, `aliases: [Batch scheduler]` in the other
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context, Page
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.frontmatter import Scalar
from gpukb.note import fold


def check(context: Context) -> Iterator[Report]:
    """Each alias that another note of the same language has too, as a name or as an alias."""
    for note in context.notes:
        if note.kind == "note" and not note.hidden and any(_is_shared(context, alias) for alias in note.aliases):
            page = context.page(note.path)
            for scalar in page.front.scalars_of("aliases"):
                yield from _clash(context, page, scalar)


def _is_shared(context: Context, alias: str) -> bool:
    """Whether any other note at all has this name, so that it is worth a look at where it stands."""
    name = fold(alias)
    return name in context.facts.same_name or len(context.facts.aliases.get(name, ())) > 1


def _clash(context: Context, page: Page, scalar: Scalar) -> Iterator[Report]:
    note, alias = page.note, fold(scalar.value.strip())
    family = {note.path, *context.graph.translations(note.path)}
    named = [path for path in context.facts.same_name.get(alias, ()) if path not in family and _same_lang(context, page, path)]
    aliased = [path for path in context.facts.aliases.get(alias, ()) if path not in family and _same_lang(context, page, path)]
    span = page.span(scalar.start, scalar.end)
    if named:
        yield Report(note.path, span, f"the alias {scalar.value.strip()!r} is the name of {', '.join(named)}")
    elif aliased:
        yield Report(note.path, span, f"the alias {scalar.value.strip()!r} is also one of {', '.join(aliased)}")


def _same_lang(context: Context, page: Page, path: str) -> bool:
    """In another language the same word may well be another concept's; a search prefers the reader's own."""
    other = context.graph.notes[path]
    return not other.hidden and other.lang == page.note.lang


RULE = Rule("KB017", "alias-clash", "warning", check, over="vault")
