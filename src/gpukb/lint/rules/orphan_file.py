"""An attachment is used by no note.

Pictures, sounds and documents stay behind when the notes that showed them change. Embeds, links, properties and canvas cards count as use.

Bad:  `images/old-ring.png`, which nothing shows
Good: the file shown somewhere, or removed
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule

_ATTACHMENT = re.compile(
    r"\.(?:avif|bmp|gif|jpe?g|png|svg|webp|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv|pdf|docx?|xlsx?|pptx?)\Z", re.IGNORECASE
)


def check(context: Context) -> Iterator[Report]:
    """Each file of a kind that notes show and that no note does, unless its name stands in one (HTML, code, styles may use it)."""
    graph = context.graph
    unused = [path for path in sorted(graph.files) if _ATTACHMENT.search(path) and not graph.incoming(path)]
    texts = [note.text for note in graph.notes.values()] if unused else []
    for path in unused:
        name = path.rpartition("/")[2]
        if not any(name in text for text in texts):
            yield Report(path, None, "no note uses this file")


RULE = Rule("KB042", "orphan-file", "warning", check, over="vault")
