"""A term is used in many notes, and none explains it.

`[lint.options.term-missing]` in `gpukb.toml` turns the rule on: `notes = 5` is the number of notes from which on a term needs a note or an
alias, `known = ["GPU"]` are terms that need none. A term is a word with capitals within it (`RDMA`, `NVLink`, `ЭВМ`), or up to four words
that are set in bold. Without the option the rule says nothing.

Bad:  RDMA in eight notes, and no note or alias of that name
Good: a note `RDMA.md`, or `aliases: [RDMA]` on the note that explains it
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from gpukb.lint.context import Alone, Context, Page
from gpukb.lint.rule import Report, Rule
from gpukb.names import name_key
from gpukb.note import Note

_WORD = re.compile(r"(?<![\w./#@-])[^\W\d_][^\W_]*(?:-[^\W_]+)*(?![\w/-])")
_BOLD = re.compile(r"(?<![\w*])\*\*([^\W_][^*\r\n\0:]{1,58}[^\W_])\*\*(?![\w*])")
_NO_TERM = re.compile(r"[IVXLC]+|TODO|FIXME|TBD|XXX")  # numerals, and what `placeholder` speaks of
LONGEST = 24  # characters of a word
MOST_WORDS = 4


def check(context: Context) -> Iterator[Report]:
    """Each term without a note, at its first use."""
    options = context.option("term-missing")
    wanted = options.get("notes", 0)
    if not isinstance(wanted, int) or wanted < 1:
        return
    known = {name_key(str(name)) for name in options.get("known", ())}
    used: dict[str, list[tuple[Note, str, int, int]]] = defaultdict(list)
    for note, taken in context.facts.taken(RULE.code):
        first = {name_key(term): (term, start, end) for term, start, end in sorted(taken, key=lambda each: -each[1])}
        for key, place in first.items():
            used[key].append((note, *place))
    for key, places in sorted(used.items()):
        note, term, start, end = min(places, key=lambda place: place[0].path)
        if len(places) >= wanted and key not in known and not context.facts.called.owners(term, note.lang):
            yield Report(
                note.path, context.page(note.path).span(start, end), f"{term} is used in {len(places)} notes and has neither note nor alias"
            )


def takes(context: Alone) -> list[tuple[str, int, int]]:
    """What looks like a term, where anyone asks for that."""
    return [term for page in context.pages for term in _terms(page)] if context.option("term-missing").get("notes") else []


def _terms(page: Page) -> Iterator[tuple[str, int, int]]:
    """What looks like a term in a note's prose, and where."""
    for match in _WORD.finditer(page.prose, page.note.body_start):
        if len(match[0]) <= LONGEST and _has_capitals(match[0]) and not _NO_TERM.fullmatch(match[0]):
            yield match[0], *match.span()
    for match in _BOLD.finditer(page.prose, page.note.body_start) if "**" in page.prose else ():
        if len(match[1].split()) <= MOST_WORDS and not _NO_TERM.fullmatch(match[1]):
            yield match[1], *match.span(1)


def _has_capitals(word: str) -> bool:
    """`NVLink` and `NVLink-C2C` have; `Link` and `GPU-based` are words like any other."""
    return sum(map(str.isupper, word)) > 1 and all(any(char.isupper() or char.isdigit() for char in part) for part in word.split("-"))


RULE = Rule("KB062", "term-missing", "info", check, over="vault", takes=takes)
