"""Rows of the index as the rest of the library reads them: slim notes, passages, links, names."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from gpukb.note import Block, Heading, Link, Note, Problem, Span

NameKind = Literal["name", "title", "alias"]
DEFLATE_LEVEL = 6  # at 3 it is a hundredth larger and hardly faster
_HALVES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note without its text. `number` is its row in the index; `updated` is seconds since 1970, UTC.

    `hidden`: kept out of search, graph and mentions. `llm` false: never sent to a model. `generated`: no evidence unless asked for.
    """

    number: int
    id: str
    path: str
    file: str
    kind: str
    name: str
    title: str
    type: str
    lang: str
    revision: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    updated: int
    hidden: bool
    llm: bool
    generated: bool
    deprecated: bool


@dataclass(frozen=True, slots=True)
class NoteDetail:
    """What `NoteRow` leaves out, but for links and text."""

    encoding: str
    body_start: int
    properties: Mapping[str, Any]
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A passage with its note. `number` is its row in the index, `id` what the world calls it."""

    number: int
    id: str
    note: NoteRow
    ordinal: int
    heading_path: tuple[str, ...]
    anchor: str
    kind: str
    lang: str
    span: Span
    line_end: int
    text: str
    continued: bool

    @property
    def length(self) -> int:
        """Code points from its first to its last."""
        return self.span.end - self.span.start


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link with what it leads to. `resolved` is false when file, heading or block is missing; `alias_of` is a path or None."""

    source: str
    ordinal: int
    link: Link
    target: str | None
    resolved: bool
    alias_of: str | None
    ambiguous: tuple[str, ...]
    derived: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """One note leads to another by a relation, however many links say so. Numbers are `NoteRow.number`."""

    source: int
    target: int
    relation: str
    derived: bool


@dataclass(frozen=True, slots=True)
class NameRow:
    """What a note may be called: the key under which names are compared, the spelling, and whose it is."""

    key: str
    kind: NameKind
    shown: str
    note: int


NOTE_COLUMNS = (
    "n.id, n.note, f.path, f.file, f.kind, n.name, n.title, n.type, n.lang, f.revision, n.tags, n.aliases, n.updated,"
    " n.hidden, n.llm, n.generated, n.deprecated"
)
NOTES = "note n JOIN file f ON f.id = n.id"
LINK_COLUMNS = (
    "s.path, l.ordinal, l.raw, l.target, l.heading, l.block, l.alias, l.embed, l.markdown, l.verbatim, l.relation, l.place,"
    " l.start, l.end, l.line, l.key, l.node, t.path, l.resolved, a.path, l.ambiguous, l.derived"
)
LINKS = "link l JOIN file s ON s.id = l.source LEFT JOIN file t ON t.id = l.found LEFT JOIN file a ON a.id = l.alias_of"


def note_row(row: tuple[Any, ...]) -> NoteRow:
    """The note in a row of NOTE_COLUMNS."""
    number, note, path, file, kind, name, title, type_, lang, revision, tags, aliases, updated, hidden, llm, generated, deprecated = row
    return NoteRow(
        number,
        note,
        path,
        file or path,
        kind,
        name,
        title,
        type_,
        lang,
        f"sha256:{revision.hex()}",
        strings(tags),
        strings(aliases),
        updated,
        bool(hidden),
        bool(llm),
        bool(generated),
        bool(deprecated),
    )


def link_row(row: tuple[Any, ...]) -> LinkRow:
    """The link in a row of LINK_COLUMNS."""
    source, ordinal, raw, target, heading, block, alias, embed, markdown, verbatim, relation, place = row[:12]
    start, end, line, key, node, found, resolved, alias_of, ambiguous, derived = row[12:]
    span = None if start is None else Span(start, end, line)
    link = Link(
        raw or "",
        target,
        heading,
        block,
        alias,
        bool(embed),
        relation,
        place,
        span,
        bool(markdown),
        key=key,
        node=node,
        verbatim=bool(verbatim),
    )
    link = link if raw is not None else replace(link, raw=spelled(link))
    return LinkRow(source, ordinal, link, found, bool(resolved), alias_of, strings(ambiguous), bool(derived))


def strings(packed: str | None) -> tuple[str, ...]:
    """The list that `pack_strings` made."""
    return tuple(json.loads(packed)) if packed and packed != "[]" else ()


def packed(value: Any) -> str:  # Any: lists and maps that JSON can hold
    """The value as JSON without spaces."""
    return storable(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def storable(text: str) -> str:
    """The text as UTF-8 can hold it: half a surrogate pair, which only an escape in JSON or YAML can make, becomes U+FFFD."""
    return text if text.isascii() else _HALVES.sub("\ufffd", text)


def pack_body(note: Note) -> tuple[int, bytes]:
    """The facts' length and the deflated facts and text: half to a third of their size, for some 10 ms a MB."""
    headings = [[item.text, item.level, *_ends(item.span)] for item in note.headings]
    facts = packed([note.properties, headings, [[item.id, *_ends(item.span)] for item in note.blocks]]).encode()
    return len(facts), zlib.compress(facts + note.text.encode("utf-8", "surrogatepass"), DEFLATE_LEVEL)


def facts_in(length: int, data: bytes) -> tuple[dict[str, Any], tuple[Heading, ...], tuple[Block, ...]]:
    """The properties, headings and blocks that `pack_body` packed."""
    properties, headings, blocks = json.loads(zlib.decompressobj().decompress(data, length))
    return (
        properties,
        tuple(Heading(title, level, Span(*span)) for title, level, *span in headings),
        tuple(Block(block, Span(*span)) for block, *span in blocks),
    )


def text_in(length: int, data: bytes) -> str:
    """The text that `pack_body` packed."""
    return zlib.decompress(data)[length:].decode("utf-8", "surrogatepass")


def digest_of(text: str) -> str:
    """What tells this text from others."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def pack_problems(problems: Iterable[Problem]) -> str:
    """The problems as JSON."""
    return packed([[item.line, item.message] for item in problems])


def problems_in(text: str) -> tuple[Problem, ...]:
    """The problems that `pack_problems` packed."""
    return tuple(Problem(line, message) for line, message in json.loads(text))


def spelled(link: Link) -> str:
    """The link as it is most often written: a wikilink of its parts."""
    parts = (
        link.target,
        *(f"{mark}{part}" for mark, part in (("#", link.heading), ("#^", link.block), ("|", link.alias)) if part is not None),
    )
    return f"{'!' * link.embed}[[{''.join(parts)}]]"


def _ends(span: Span) -> tuple[int, int, int]:
    return span.start, span.end, span.line
