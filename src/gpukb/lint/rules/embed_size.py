"""The size of a picture is written in a way that Obsidian does not read.

Only a width in pixels, or width and height with an `x` between, is a size; anything else is shown as nothing or as a caption.

Bad:  ![[ring.png|300x]]
Good: ![[ring.png|300]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule

_PICTURE = re.compile(r"\.(?:avif|bmp|gif|jpe?g|png|svg|webp)\Z", re.IGNORECASE)
_MEANT = re.compile(r"\d+ ?(?:px|%|[xX×*])|[xX×*] ?\d+|\d+ ?[X×*] ?\d+|\d+ [xX×*] ?\d+|\d+[xX×*] \d+|\d+ ?x ?\d+ ?(?:px|%)")


def check(context: Alone) -> Iterator[Report]:
    """Each picture with a size that is none."""
    for link in context.note.links:
        alias = (link.alias or "").rpartition("|")[2].strip()
        if link.embed and _MEANT.fullmatch(alias) and _PICTURE.search(link.target):
            yield Report(context.note.path, link.span, f"{alias!r} is no size: write a width, or width and height as 300x200")


RULE = Rule("KB061", "embed-size", "warning", check)
