"""A link leads to a file of one person's machine.

`file://` addresses open for nobody else, and not in a browser.

Bad:  [log](file:///home/anna/train.log)
Good: the log as an attachment: [log](attachments/train.log)
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule


def check(context: Context) -> Iterator[Report]:
    """Each Markdown link to a `file:` address."""
    for page in context.pages:
        for link in page.markup.links if "file:" in page.text else ():
            if link.destination.lower().startswith("file:"):
                yield Report(page.note.path, page.span(link.start, link.end), f"{link.destination} is a file of one machine")


RULE = Rule("KB040", "link-outside", "warning", check)
