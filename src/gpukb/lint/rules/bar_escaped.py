r"""The bar of a wikilink is escaped outside a table.

Programs that write links for tables leave `\|` everywhere. It is read all the same; the backslash only gets in the way. The fix takes it
away.

Bad:  See [[Warp scheduler\|the scheduler]].
Good: See [[Warp scheduler|the scheduler]].
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule
from gpukb.markdown.events import within
from gpukb.rewrite import Edit


def check(context: Alone) -> Iterator[Report]:
    """Each wikilink with such a bar in a line that is no table's."""
    for page in context.pages:
        for link in page.note.links:
            if link.where != "body" or link.span is None or link.markdown or "\\|" not in link.raw:
                continue
            start = link.span.start
            line = page.text[max(page.text.rfind("\n", 0, start), page.text.rfind("\r", 0, start)) + 1 : start]
            if not within(start, page.markup.tables) and not line.lstrip(" \t>").startswith("|"):
                at = start + link.raw.index("\\|")
                yield Report(page.note.path, link.span, "the bar needs no backslash outside a table", fix=(Edit(at, at + 1, ""),))


RULE = Rule("KB053", "bar-escaped", "info", check, fixes=True)
