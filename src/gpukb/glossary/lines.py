"""The text of a glossary page, terms and definitions on lines of their own by turns → its entries.

Three shapes are read, with or without marks of a list before the lines:

    Glossary: Hardware                    a heading and an introduction, or none
    - All-reduceall-reduce                the foreign name may be glued to the term
    - What it does.Explained in: Topic    so may the topic that explains it
    Definitions are no promise.           a notice at the end, or none
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gpukb.glossary.entry import Entry, Listing, Parsed, Skipped
from gpukb.glossary.names import name_and_aliases
from gpukb.glossary.splits import Split, are_glued, split_name
from gpukb.lang import is_han

EXPLAINED_IN = ("Разбор", "Explained in", "详解", "Omówienie")
MAX_TERM = 120  # letters, a Han character for three: names in the glossaries we have stay below 80
MIN_DEFINITION = 70  # the same, of a line that ends without a mark and may be a definition all the same
_HEADING = re.compile(
    r"(?:глоссарий|словарь|glossary|术语表|词汇表|glosariusz|słowniczek|słownik)\s*[:：—–-]\s*(?P<section>\S.*)", re.IGNORECASE
)
_BULLET = re.compile(r"(?:[-*+•–—·]|\d{1,4}[.)])\s+")
_END = re.compile(r"[.!?…。！？][)\]»”\"'）」』]*$")
_COUNT = re.compile(r"(\d{1,6})\s*(?:个|条|項)?\s*(?:терм|term|hase?ł|术语|词条|slow|słow|entr)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    bullet: bool


def read_lines(text: str, settled: Mapping[str, Split], labels: Sequence[str] = (), section: str = "") -> Parsed:
    """The entries of a page. `labels` open what explains a term; `section` is the glossary's name where the text has none."""
    topic = re.compile(rf"(?:^|(?<=[.!?…。！？)»”])|\s)(?:{'|'.join(map(re.escape, (*labels, *EXPLAINED_IN)))})\s*[:：]\s*(?P<topic>\S.*)$")
    pairs, left = _pairs(list(_lines(text)), topic)
    if not pairs:
        return Parsed((), tuple(Skipped(line.number, line.text, "no term with a definition") for line in left))
    first, last = pairs[0][0].number, pairs[-1][1].number
    head = [line.text for line in left if line.number < first]
    notice = "\n".join(line.text for line in left if line.number > last)
    skipped = [Skipped(line.number, line.text, "neither a term with a definition nor a definition with a term") for line in left]
    title = head[0] if head else ""
    found = _HEADING.fullmatch(title)
    listing = Listing(section or (found["section"] if found else title), notice)
    entries, undecided = _entries(pairs, topic, settled, listing)
    return Parsed(
        tuple(entries),
        tuple(one for one in skipped if first < one.line < last),
        tuple(undecided),
        title,
        "\n\n".join(head[1:]),
        tuple(_told(head, len(pairs))),
    )


def _told(head: Sequence[str], count: int) -> Iterator[str]:
    """Where the page says how many terms it has, and has another number."""
    for text in head:
        said = _COUNT.search(text)
        if said and int(said[1]) != count:
            yield f"the file says that it has {said[1]} terms, and {count} were found"


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.split("\n"), 1):
        bare = " ".join(line.split())
        mark = _BULLET.match(bare)
        if bare:
            yield _Line(number, bare[mark.end() :] if mark else bare, mark is not None)


def _pairs(lines: list[_Line], topic: re.Pattern[str]) -> tuple[list[tuple[_Line, _Line]], list[_Line]]:
    """Terms with their definitions, and the lines that are neither."""
    listed = [line for line in lines if line.bullet]
    if len(listed) <= len(lines) / 2:
        return _by_looks(lines, topic)
    around = [line for line in lines if not line.bullet]
    turns = list(zip(listed[::2], listed[1::2], strict=False))
    if len(listed) % 2 == 0 and all(_may_be_term(term.text, topic) for term, _ in turns):
        return turns, around
    pairs, left = _by_looks(listed, topic)
    return pairs, sorted((*left, *around), key=lambda line: line.number)


def _by_looks(lines: list[_Line], topic: re.Pattern[str]) -> tuple[list[tuple[_Line, _Line]], list[_Line]]:
    pairs: list[tuple[_Line, _Line]] = []
    left: list[_Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        following = lines[at + 1] if at + 1 < len(lines) else None
        if pairs and topic.fullmatch(line.text):  # a topic on a line of its own
            term, said = pairs[-1]
            pairs[-1] = term, replace(said, text=f"{said.text} {line.text}")
        elif following is not None and _may_be_term(line.text, topic) and _may_be_definition(following.text, topic):
            pairs.append((line, following))
            at += 1
        else:
            left.append(line)
        at += 1
    return pairs, left


def _may_be_term(text: str, topic: re.Pattern[str]) -> bool:
    return _length(text) <= MAX_TERM and not _END.search(text) and not topic.search(text)


def _may_be_definition(text: str, topic: re.Pattern[str]) -> bool:
    return _END.search(text) is not None or _length(text) >= MIN_DEFINITION or topic.search(text) is not None


def _length(text: str) -> int:
    return len(text) + 2 * sum(map(is_han, text))


def _entries(
    pairs: Sequence[tuple[_Line, _Line]], topic: re.Pattern[str], settled: Mapping[str, Split], listing: Listing
) -> tuple[list[Entry], list[Skipped]]:
    glued = are_glued([term.text for term, _ in pairs], settled)
    entries: list[Entry] = []
    undecided: list[Skipped] = []
    for term, said in pairs:
        split = settled.get(term.text) or (split_name(term.text) if glued else Split(term.text, ""))
        if split is None:
            undecided.append(Skipped(term.number, term.text, "where does its foreign name begin? Say it in a splits file"))
            continue
        name, aliases = name_and_aliases(split.term)
        found = topic.search(said.text)
        definition = said.text[: found.start()].rstrip() if found else said.text
        names = tuple(dict.fromkeys(one for one in (split.foreign, *aliases) if one and one.casefold() != name.casefold()))
        topics = (found["topic"],) if found else ()
        entries.append(Entry(term.number, term.text, name, definition, split.foreign, not split.sure, names, topics, (listing,)))
    return entries, undecided
