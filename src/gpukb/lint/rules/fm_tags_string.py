"""Several tags are written as one text.

Since Obsidian 1.9 a `tags` property that is one text with commas or spaces holds no tag at all, and after a `#` YAML sees a comment.
The fix makes a list of them.

Bad:  tags: gpu, memory
Good: tags: [gpu, memory]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Page
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.tags import TAG, is_tag
from gpukb.rewrite import Edit

SEPARATOR = re.compile(r"[\s,;]+")
_COMMENTED = re.compile(r"(?<![^\r\n])tags:[ \t]+(#[^\s#][^\r\n]*?)[ \t]*(?![^\r\n])", re.IGNORECASE)


def check(context: Alone) -> Iterator[Report]:
    """Each `tags` that is one text of several words, or a comment."""
    for page in context.pages:
        for scalar in page.front.scalars_of("tags") if _has_text(page) else ():
            if len(scalar.path) == 1 and re.search(r"[\s,]", scalar.value.strip()):
                yield _report(page, scalar.start, scalar.end, scalar.value, "with spaces or commas holds no tags")
        start, end = page.yaml
        for match in _COMMENTED.finditer(page.text, start, end):
            yield _report(page, *match.span(1), match[1], "is a comment to YAML and holds no tags")


def _has_text(page: Page) -> bool:
    return any(key.casefold() == "tags" and isinstance(value, str) for key, value in page.note.properties.items())


def _report(page: Page, start: int, end: int, value: str, why: str) -> Report:
    end = start + len(page.text[start:end].rstrip())
    names = tags_in(value)
    one_line = not page.text[start:end].startswith(("|", ">", "&", "!"))
    fix = (Edit(start, end, f"[{', '.join(names)}]"),) if names and one_line else ()
    return Report(page.note.path, page.span(start, end), f"one text {why}; write a list", fix=fix)


def tags_in(value: str) -> list[str]:
    """The tags of such a text; none when a piece of it is no tag."""
    names = [piece.removeprefix("#") for piece in SEPARATOR.split(value.strip()) if piece]
    return names if all(TAG.fullmatch(f"#{name}") and is_tag(name) for name in names) else []


RULE = Rule("KB012", "fm-tags-string", "error", check, fixes=True)
