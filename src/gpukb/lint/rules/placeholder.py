"""Something that was to be filled in has been left.

Marks of templates, `TODO` and the like: readers and answers take them for content.

Bad:  Throughput: TODO
Good: Throughput: 900 GB/s
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule

_TEMPLATE = re.compile(r"\{\{ ?(?:title|date|time|name)(?::[^{}\n]*)? ?\}\}|<%[-_*+]? ?tp\.[^%\n]*%>")
# The word alone, before a colon, or at the start of a line: "TODO items" are a subject like any other.
_WORDS = re.compile(
    r"(?<![\w#@./-])(?:TODO|FIXME|TBD|XXX)(?=[ \t]*(?::|[.!?)|]|%%|<!--|$))"
    r"|^[ \t>]*(?:[-*+] )?(?:TODO|FIXME|TBD|XXX)(?=[ \t])|\blorem ipsum\b",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED = "\"'«“„(`"


def check(context: Context) -> Iterator[Report]:
    """Each mark of a template, and each word in capitals that stands for what is missing."""
    for page in context.pages:
        text, start = page.prose, page.note.body_start
        for match in _TEMPLATE.finditer(page.text):
            hidden = match.start() >= start and page.prose[match.start()] == "\0" and not match[0].startswith("<%")
            if not hidden:
                yield Report(page.note.path, page.span(*match.span()), f"{match[0]} is a template's mark that was not filled in")
        for match in _WORDS.finditer(text, start):
            lower = match[0].lower() == "lorem ipsum"
            if (
                (lower or match[0].isupper())
                and text[match.start() - 1 : match.start()] not in tuple(_QUOTED)
                and not _is_title(text, match)
            ):
                yield Report(page.note.path, page.span(*match.span()), f"{match[0]!r}: something was to be filled in here")


def _is_title(text: str, match: re.Match[str]) -> bool:
    """Whether it is a whole heading: a list of things to do is a note of its own right."""
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    return line.startswith("#") and line.strip("# ") == "" and after in ("", "\n", "\r")


RULE = Rule("KB033", "placeholder", "warning", check)
