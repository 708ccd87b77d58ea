"""A term is used in many notes, and none explains it.

`[lint.options.term-missing]` in `gpukb.toml` turns the rule on: `notes = 5` is the number of notes from which on a term in capitals
(`RDMA`, `NVLink4`) needs a note or an alias, `known = ["GPU"]` are terms that need none. Without it the rule says nothing.

Bad:  RDMA in eight notes, and no note or alias of that name
Good: a note `RDMA.md`, or `aliases: [RDMA]` on the note that explains it
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from gpukb.lint.context import Context, Page
from gpukb.lint.rule import Report, Rule
from gpukb.mentions import names_of
from gpukb.names import name_key
from gpukb.note import Note

_TERM = re.compile(r"(?<![\w./#@-])[A-Z](?=\w*[A-Z])[A-Za-z0-9]{1,15}(?![\w/-])")
_NO_TERM = re.compile(r"[IVXLC]+|TODO|FIXME|TBD|XXX")  # numerals, and what `placeholder` speaks of


def check(context: Context) -> Iterator[Report]:
    """Each term without a note, at its first use."""
    options = context.option("term-missing")
    wanted = options.get("notes", 0)
    if not isinstance(wanted, int) or wanted < 1:
        return
    known = {name_key(str(name)) for name in options.get("known", ())}
    known |= {name_key(name) for note in context.facts.shown for name in names_of(note)}
    used: dict[str, list[tuple[Note, int, int]]] = defaultdict(list)
    for note in context.facts.shown:
        first = {match[0]: match for match in reversed(list(_TERM.finditer(Page(note).prose, note.body_start)))}
        for term, match in first.items():
            used[term].append((note, *match.span()))
    for term, places in sorted(used.items()):
        if len(places) >= wanted and name_key(term) not in known and not _NO_TERM.fullmatch(term):
            note, start, end = min(places, key=lambda place: place[0].path)
            yield Report(note.path, Page(note).span(start, end), f"{term} is used in {len(places)} notes and has neither note nor alias")


RULE = Rule("KB062", "term-missing", "info", check, over="vault")
