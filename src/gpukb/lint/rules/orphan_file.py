"""An attachment is used by no note.

Pictures, sounds and documents stay behind when the notes that showed them change. Embeds, links, properties and canvas cards count as use.

Bad:  `images/old-ring.png`, which nothing shows
Good: the file shown somewhere, or removed
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone, Context
from gpukb.lint.rule import Report, Rule

_ENDING = re.compile(
    r"\.(?:avif|bmp|gif|jpe?g|png|svg|webp|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv|pdf|docx?|xlsx?|pptx?)", re.IGNORECASE
)
_ATTACHMENT = re.compile(rf"{_ENDING.pattern}\Z", re.IGNORECASE)
LONGEST = 255  # characters of a file's name


def check(context: Context) -> Iterator[Report]:
    """Each file of a kind that notes show and that no note does, unless its name stands in one (HTML, code, styles may use it)."""
    graph = context.graph
    unused = [path for path in sorted(graph.files) if _ATTACHMENT.search(path) and path not in context.edges.linked]
    told = [text for path in graph.notes for text in context.facts.taken_of(RULE.code, path) or ()] if unused else []
    for path in unused:
        name = path.rpartition("/")[2]
        if not any(name in text for text in told):
            yield Report(path, None, "no note uses this file")


def takes(context: Alone) -> list[str]:
    """What stands in its line before each text that ends as such a file does, and it."""
    text = context.page.text
    starts = ((max(text.rfind("\n", 0, match.start()) + 1, match.start() - LONGEST), match.end()) for match in _ENDING.finditer(text))
    return sorted({text[start:end] for start, end in starts})


RULE = Rule("KB042", "orphan-file", "warning", check, over="vault", takes=takes)
