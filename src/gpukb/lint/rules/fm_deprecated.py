"""A property has a name that Obsidian no longer reads.

Since version 1.9 `tag`, `alias` and `cssclass` are properties like any other: the note has none of these tags, aliases and classes. The fix
renames them, where the new name is free.

Bad:  alias: Scheduler
Good: aliases: [Scheduler]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gpukb.lint.context import Alone, Page
from gpukb.lint.places import key_span
from gpukb.lint.rule import Report, Rule
from gpukb.lint.rules.fm_tags_string import SEPARATOR, tags_in
from gpukb.note import Span
from gpukb.rewrite import Edit

NEW_NAMES = {"tag": "tags", "alias": "aliases", "cssclass": "cssclasses"}


def check(context: Alone) -> Iterator[Report]:
    """Each property of an old name."""
    for page in context.pages:
        names = {key.casefold() for key in page.note.properties}
        for key, value in page.note.properties.items():
            new = NEW_NAMES.get(key.casefold())
            if new:
                span = key_span(page, key)
                fix = _fix(page, key, new, value, span) if span and new not in names else ()
                span = page.span(fix[0].start, fix[-1].end) if fix else span
                yield Report(page.note.path, span, f"{key!r} is not read since Obsidian 1.9; its name is {new!r}", fix=fix)


def _fix(page: Page, key: str, new: str, value: Any, span: Span) -> tuple[Edit, ...]:  # Any: whatever YAML can say
    """The new name; several words in one text become a list, where the old name meant several."""
    rename = Edit(span.start, span.end, new)
    if not isinstance(value, str) or not SEPARATOR.search(value.strip()):
        return (rename,)
    scalar = next((s for s in page.front.scalars if s.path == (key,)), None)
    names = tags_in(value) if new == "tags" else []
    if scalar is None or not names or page.text[scalar.start] in "|>&!":
        return ()
    return rename, Edit(scalar.start, scalar.start + len(page.text[scalar.start : scalar.end].rstrip()), f"[{', '.join(names)}]")


RULE = Rule("KB013", "fm-deprecated", "warning", check, fixes=True)
