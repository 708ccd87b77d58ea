"""The nouns that everything else reads: a note, its links and where each stands in the file."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Where = Literal["body", "property", "canvas"]
ID_DIGITS = 12  # hex digits of a note id: 48 bits, so two of a million paths meet once in some 500 vaults


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range in code points of the decoded text (BOM removed), with its 1-based first line."""

    start: int
    end: int
    line: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as written: raw text without the marks, level 1 to 6, the span of its whole line."""

    text: str
    level: int
    span: Span


@dataclass(frozen=True, slots=True)
class Block:
    """A block id (without `^`, as written) and the span of the id itself."""

    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a file that did not stop its reading."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written, before anyone asks whether its target exists.

    `target` is the path part ("" for a link into its own file), `heading` all after the first `#` (`A#B` for a chain), `block` the id
    without `^`, `alias` the text after the first bar or a Markdown link's text. `where` says where it stands: a `property` link has its
    key path in `key`, and `verbatim` false when the raw text does not stand in the file as it is; a `canvas` link has its card's id in
    `node` and no span.
    """

    raw: str
    target: str
    heading: str | None
    block: str | None
    alias: str | None
    embed: bool
    relation: str
    where: Where
    span: Span | None
    markdown: bool = False
    key: str | None = None
    node: str | None = None
    verbatim: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """One Markdown note or canvas, read and parsed. Its text is kept only where the reader asked for it.

    `path` is vault-relative, with `/`, in NFC; `file` is the same path as the file system spells it. `type`, `lang` follow the rules of
    the configuration. `lang` is an ISO 639-1 code or `und`. `hidden` marks one of Obsidian's excluded files: links to it resolve, but it is
    in no search, no graph view and no list of mentions.
    """

    path: str
    file: str
    kind: Literal["note", "canvas"]
    name: str
    title: str
    type: str
    lang: str
    encoding: str
    revision: str
    text: str
    body_start: int
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    properties: dict[str, Any] = field(default_factory=dict)
    headings: tuple[Heading, ...] = ()
    blocks: tuple[Block, ...] = ()
    links: Sequence[Link] = ()
    problems: tuple[Problem, ...] = ()
    hidden: bool = False

    @property
    def id(self) -> str:
        """`n_` and the first 12 hex digits of sha256 over the NFC path."""
        return note_id(self.path)


def note_id(path: str) -> str:
    """The id of the note at this vault-relative path."""
    return "n_" + hashlib.sha256(nfc(path).encode()).hexdigest()[:ID_DIGITS]


def revision_of(data: bytes) -> str:
    """`sha256:` and the hex digest of the file's bytes."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def nfc(text: str) -> str:
    """The text in Unicode NFC."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """The text as names are compared: NFC, case-folded."""
    return text.lower() if text.isascii() else nfc(nfc(text).casefold())
