"""A file of the vault → its note, passages and their tokens: all that is worked out before anything is written."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.config import VaultConfig
from gpukb.index.changes import EMPTY, Looked
from gpukb.index.rows import digest_of
from gpukb.index.write_words import Columns, columns
from gpukb.markdown import Parser, decode
from gpukb.note import Note, revision_of
from gpukb.opening import read_inside
from gpukb.passages import split
from gpukb.vault import MAX_BYTES, VaultFile, is_private, read_note, unreadable

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer
    from gpukb.lint.beside import Looker
    from gpukb.passages import Passage

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file with what was read from it; no note when it vanished meanwhile, or no one may see it.

    `tokens` has the columns of full-text search for each passage, or nothing where they are made when they turn out to be needed. `look` is
    what the linter needs of the note, where many are read.
    """

    file: VaultFile
    note: Note | None
    passages: Sequence[Passage] = ()
    tokens: Sequence[Columns] = ()
    look: bytes | None = None


class Parsing:
    """Reads the notes of one vault."""

    def __init__(self, vault: Path, config: VaultConfig, analyzer: Analyzer) -> None:
        self._vault = vault
        self._config = config
        self._analyzer = analyzer
        self._parser = Parser(config)

    def look(self, file: VaultFile) -> Looked:
        """The digest of a note's bytes, and whether it says that no one may see it. What cannot be read counts as empty."""
        if file.size > MAX_BYTES:
            return Looked(file, EMPTY, False)
        try:
            data = read_inside(self._vault, file.file, MAX_BYTES + 1)
        except (FileNotFoundError, NotADirectoryError):
            return Looked(file, None, False)
        except OSError:
            return Looked(file, EMPTY, False)
        try:
            private = self._is_private(file, data)
        except Exception:  # as in `parse`; what cannot be told to be public stays unseen
            log.exception("%s", file.path)
            private = True
        return Looked(file, revision_of(data).removeprefix("sha256:"), private, digest_of(decode(data).text))

    def parse(self, file: VaultFile, *, tokens: bool = False, looks: bool = False) -> Parsed:
        """The file's note and passages. One that trips us up is an empty note with a problem: it never stops the rest."""
        try:
            return self._parse(file, tokens, looks)
        except Exception as error:  # ours, to be mended: but a person with one odd note still gets the others
            log.exception("%s", file.path)
            return Parsed(file, unreadable(file, error))

    def _parse(self, file: VaultFile, tokens: bool, looks: bool) -> Parsed:
        note = read_note(self._vault, file, self._parser)
        if note is None:
            return Parsed(file, None)
        passages = () if note.hidden else split(note, self._config)
        words = tuple(columns(note, passage, self._analyzer) for passage in passages) if tokens else ()
        return Parsed(file, note, passages, words, self._looker.look(note) if looks else None)

    @cached_property
    def _looker(self) -> Looker:
        from gpukb.lint.beside import Looker  # slow: all rules, which a change of few notes need not wait for

        return Looker(self._vault, self._config)

    def _is_private(self, file: VaultFile, data: bytes) -> bool:
        """Parsed only where the word occurs: UTF-16 has it with zeros between."""
        if not file.path.lower().endswith(".md") or b"private" not in data.replace(b"\0", b"").lower():
            return False
        return is_private(self._parser.note(file.path, file.file, data))
