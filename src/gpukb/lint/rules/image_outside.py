"""A picture is loaded from another server.

It shows for as long as that server keeps it, and tells the server who reads the note and when.

Bad:  ![ring](https://example.org/ring.png)
Good: ![[ring.png]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule

_ADDRESS = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_PLAYER = re.compile(
    r"(?:https?:)?//(?:www\.|m\.)?(?:youtube\.com|youtu\.be|vimeo\.com|twitter\.com|x\.com)/", re.IGNORECASE
)  # no pictures


def check(context: Alone) -> Iterator[Report]:
    """Each embedded picture with an address on the web."""
    for page in context.pages:
        for link in page.markup.links if "![" in page.text else ():
            if link.image and _ADDRESS.match(link.destination) and not _PLAYER.match(link.destination):
                yield Report(page.note.path, page.span(link.start, link.end), f"the picture is loaded from {link.destination}")


RULE = Rule("KB065", "image-outside", "info", check)
