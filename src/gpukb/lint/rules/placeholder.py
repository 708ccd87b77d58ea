"""Something that was to be filled in has been left.

Marks of templates, `TODO` and the like: readers and answers take them for content.

Bad:  Throughput: TODO
Good: Throughput: 900 GB/s
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule

_TEMPLATE = re.compile(r"\{\{ ?(?:title|date|time|name)(?::[^{}\n]*)? ?\}\}|<%[-_*+]? ?tp\.[^%\n]*%>")
# At the start of a line, before a colon, or as all there is after one: "converts it to TODO" and "TODO items" are subjects like any other.
_WORD = r"(?:TODO|FIXME|TBD|XXX)"
_END = r"(?![^\r\n])"
_WORDS = re.compile(
    rf"(?<![^\r\n])[ \t>]*(?:[-*+] )?{_WORD}(?=:(?!\w)|[ \t]|{_END})|(?<![\w#@./-]){_WORD}(?=:(?!\w))"
    rf"|(?<=: ){_WORD}(?=[ \t]*(?:[.?]|%%|<!--|{_END}))"
    r"|(?<=\| )(?:TBD|FIXME)(?= \|)|\blorem ipsum\b",
    re.IGNORECASE,
)
_SIGNS = ("TODO", "FIXME", "TBD", "XXX", "orem ipsum", "OREM IPSUM")  # quicker to look for than the pattern
_QUOTED = tuple("\"'«“„`")


def check(context: Alone) -> Iterator[Report]:
    """Each mark of a template, and each word in capitals that stands for what is missing."""
    for page in context.pages:
        text, start = page.prose, page.note.body_start
        for match in _TEMPLATE.finditer(page.text) if "{{" in page.text or "<%" in page.text else ():
            hidden = match.start() >= start and page.prose[match.start()] == "\0" and not match[0].startswith("<%")
            if not hidden:
                yield Report(page.note.path, page.span(*match.span()), f"{match[0]} is a template's mark that was not filled in")
        for match in _WORDS.finditer(text, start) if any(sign in text for sign in _SIGNS) else ():
            word = match[0].lstrip(" \t>-*+")
            at = match.end() - len(word)
            if (word.isupper() or word.lower() == "lorem ipsum") and text[at - 1 : at] not in _QUOTED:
                yield Report(page.note.path, page.span(at, match.end()), f"{word!r}: something was to be filled in here")


RULE = Rule("KB033", "placeholder", "warning", check)
