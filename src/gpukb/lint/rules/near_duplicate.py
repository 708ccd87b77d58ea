"""Two notes say nearly the same.

Most lines of one stand in the other too: a copy that was never taken apart. Search shows both, and one will grow old.

Bad:  `Warp.md` and `Warp (copy).md`
Good: one note, and links to it
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain

from gpukb.lint.context import Alone, Context
from gpukb.lint.rule import Report, Rule

ALIKE = 0.8  # share of a note's lines that another one must have
LEAST = 4  # lines of a note below which sharing them says nothing
LETTERS = 24  # a shorter line is a mark, a heading or a list item that many notes have
DIGEST = 6  # bytes that stand for a line: two of a million are mistaken for one another once in 500 vaults
COMMON = 10  # notes that may share a line before it is a template's


def check(context: Context) -> Iterator[Report]:
    """Each note of which nearly all lines stand in another one that is not much longer."""
    lines = {note.path: taken for note, taken in context.facts.taken(RULE.code)}
    counts = Counter(chain.from_iterable(lines.values()))
    told = {line for line, count in counts.items() if 1 < count <= COMMON}
    holders: dict[int, list[str]] = defaultdict(list)
    for path, own in lines.items() if told else ():
        for line in told.intersection(own):
            holders[line].append(path)
    for path in sorted(set(chain.from_iterable(holders.values()))):
        own = lines[path]
        shared = Counter(other for line in sorted(told.intersection(own)) for other in holders[line] if other != path)
        alike = [other for other, count in shared.most_common() if count >= ALIKE * max(len(own), len(lines[other]))]
        if alike and len(own) >= LEAST:
            yield Report(path, None, f"{shared[alike[0]]} of its {len(own)} longer lines stand in {alike[0]} too")


def takes(context: Alone) -> list[int]:
    """A number for each longer line."""
    bodies = (page.text[page.note.body_start :] for page in context.pages)
    return sorted({_number(found) for body in bodies for line in body.splitlines() if len(found := line.strip()) >= LETTERS})


def _number(line: str) -> int:
    return int.from_bytes(hashlib.blake2b(line.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest())


RULE = Rule("KB060", "near-duplicate", "info", check, over="vault", takes=takes)
