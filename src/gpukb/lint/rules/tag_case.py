"""One tag is spelled in two ways.

Obsidian takes `#GPU` and `#gpu` for one tag and shows the first spelling it meets; other tools take them for two.

Bad:  `#GPU` in one note, `#gpu` in nine others
Good: `#gpu` everywhere
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.places import tag_span
from gpukb.lint.rule import Report, Rule


def check(context: Context) -> Iterator[Report]:
    """Each tag that is not spelled as it is most often."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    for note in context.facts.shown:
        for tag in note.tags:
            spellings[tag.casefold()][tag] += 1
    usual = {low: min(found, key=lambda tag: (-found[tag], tag)) for low, found in spellings.items() if len(found) > 1}
    for note in context.facts.shown if usual else ():
        for tag in note.tags:
            wanted = usual.get(tag.casefold(), tag)
            if wanted != tag:
                yield Report(
                    note.path, tag_span(context.page(note.path), tag), f"the tag {tag!r} is spelled {wanted!r} elsewhere", (wanted,)
                )


RULE = Rule("KB047", "tag-case", "warning", check, over="vault")
