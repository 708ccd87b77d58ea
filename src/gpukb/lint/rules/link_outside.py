"""A link leads to a file of one person's machine, or out of the vault.

`file://` addresses, drives and home folders open for nobody else, and not in a browser; a path that climbs above the vault leads nowhere in
Obsidian.

Bad:  [log](file:///home/anna/train.log)
Good: the log as an attachment: [log](attachments/train.log)
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule

_MACHINE = re.compile(r"file:|[a-z]:[\\/]|~/|/(?:home|users)/", re.IGNORECASE)


def check(context: Alone) -> Iterator[Report]:
    """Each Markdown link to a place of a machine, and each link to a path above the vault."""
    for page in context.pages:
        for each in page.markup.links if "](" in page.text or "]:" in page.text else ():
            if _MACHINE.match(each.destination):
                yield Report(page.note.path, page.span(each.start, each.end), f"{each.destination} is a file of one machine")
        folder = page.note.path.rpartition("/")[0]
        for link in page.note.links:
            if link.target.startswith("../") and posixpath.normpath(posixpath.join(folder, link.target)).startswith("../"):
                yield Report(page.note.path, link.span, f"{link.target} leads out of the vault")


RULE = Rule("KB040", "link-outside", "warning", check)
