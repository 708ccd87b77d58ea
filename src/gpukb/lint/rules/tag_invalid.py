"""A tag is no tag, or ends before its writer thinks.

A tag needs a character that is no digit, and has no space or punctuation but `-`, `_` and `/`. Obsidian drops such an item of the
frontmatter; in the body it takes what stands before the mark for the tag: `#node.js` is the tag `node`.

Bad:  tags: [2026, "two words"]
Good: tags: [y2026, two-words]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Page
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.tags import TAG, is_tag

_CUT = re.compile(r"#(?<![\w#&/\\]#)(\w[\w/-]*)[.+:&@]+(\w+)")


def check(context: Alone) -> Iterator[Report]:
    """Each item of a list of tags that is none, and each tag of the body that a mark within a word cuts."""
    for page in context.pages:
        for scalar in page.front.scalars_of("tags") if _has_odd(page) else ():
            tag = scalar.value.strip().removeprefix("#").rstrip("/")
            listed = len(scalar.path) > 1 or not any(char.isspace() or char == "," for char in tag)  # else it is fm-tags-string's
            if listed and tag and not (TAG.fullmatch(f"#{tag}") and is_tag(tag)):
                why = "has digits alone" if tag.isdigit() else "holds a space or a mark that tags cannot have"
                yield Report(page.note.path, page.span(scalar.start, scalar.end), f"the tag {tag!r} {why}")
        for match in _CUT.finditer(page.prose, page.note.body_start) if "#" in page.prose else ():
            if match[1] in page.note.tags and not match[2][0].isupper():  # else a sentence may begin there
                yield Report(page.note.path, page.span(*match.span()), f"{match[0]} is the tag {match[1]!r}: the mark in it ends it")


def _has_odd(page: Page) -> bool:
    """Whether a value of `tags` did not become one of the note's tags, so that it is worth a look at where it stands."""
    known = {tag.casefold() for tag in page.note.tags}
    for key, value in page.note.properties.items():
        if key.casefold() == "tags":
            values = value if isinstance(value, list) else [value]
            return any(str(one).strip().removeprefix("#").rstrip("/").casefold() not in known for one in values if one is not None)
    return False


RULE = Rule("KB046", "tag-invalid", "warning", check)
