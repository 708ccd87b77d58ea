"""A note's passage → the columns of full-text search, and the text that encoders are given."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.note import Note
from gpukb.passages import Passage, encoder_text
from gpukb.plain import plain_text

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer

DIGEST = 8  # bytes: among a note's thousand passages two meet by chance once in some 10^13 notes
_COLUMN_OF_KIND = {"lead": "lead", "code": "code"}  # every other kind is body

Columns = tuple[str, str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Fields:
    """What is known of a passage beside its own text: the same for all passages of a note but for the headings."""

    title: str
    headings: str
    tags: str


def fields_of(note: Note, passage: Passage) -> Fields:
    """The texts around the passage that a question may be about."""
    names = dict.fromkeys((note.title, note.name, *note.aliases))
    return Fields("\n".join(names), "\n".join(passage.heading_path), " ".join(note.tags))


def columns(note: Note, passage: Passage, analyzer: Analyzer) -> Columns:
    """The tokens of title, headings, tags, lead, body and code."""
    fields = fields_of(note, passage)
    text = analyzer.index_text(plain_text(passage.text).text, passage.lang)
    column = _COLUMN_OF_KIND.get(passage.kind, "body")
    return (
        analyzer.index_text(fields.title, note.lang),
        analyzer.index_text(fields.headings, note.lang),
        analyzer.index_text(fields.tags, note.lang),
        text if column == "lead" else "",
        text if column == "body" else "",
        text if column == "code" else "",
    )


def meaning(title: str, kind: str, heading_path: Sequence[str], text: str) -> str:
    """What encoders read: a lead stands alone, since a definition is looked up by its own words; others follow their headings."""
    return plain_text(text).text if kind == "lead" else encoder_text(title, heading_path, text)


def sense(title: str, kind: str, heading_path: Sequence[str], text: str) -> bytes:
    """A digest of all that `meaning` is made from."""
    return digest(text) if kind == "lead" else digest(text, title, *heading_path)


def digest(*parts: str) -> bytes:
    """A digest of texts that tells ("ab", "c") from ("a", "bc"). It is only ever compared with those of the same note."""
    hashed = hashlib.blake2b(digest_size=DIGEST)
    for data in _encoded(parts):
        hashed.update(len(data).to_bytes(8, "big"))
        hashed.update(data)
    return hashed.digest()


def _encoded(parts: tuple[str, ...]) -> Iterator[bytes]:
    return (part.encode("utf-8", "surrogatepass") for part in parts)
