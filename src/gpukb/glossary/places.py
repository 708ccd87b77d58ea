"""A language and a title → the path of a new note: in the folder of the language's terms, under a name that no file has."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.errors import UsageError
from gpukb.glossary.note_text import WIKI
from gpukb.note import fold, nfc
from gpukb.rewrite import safe_name
from gpukb.rewrite.places import spelled

if TYPE_CHECKING:
    from gpukb.config import FolderRule, VaultConfig

MOST_ALIKE = 99  # files of one name in a folder; `C` and `C#` can both be called `C`
RESERVED_BYTES = len(f" ({MOST_ALIKE}).md")  # of a file's name


class NoPlaceError(Exception):
    """No file can be called so."""


class Places:
    """Gives out paths, each once. `files` are the paths that are taken."""

    def __init__(self, root: Path, config: VaultConfig, files: Iterable[str]) -> None:
        self._root = root
        self._config = config
        self._taken = {fold(path) for path in files}

    def has(self, code: str) -> bool:
        """Whether a folder is for terms in this language."""
        return bool(self._fitting(code))

    def folder(self, code: str) -> FolderRule:
        """The rule of the folder for terms in this language. UsageError: there is none."""
        fitting = self._fitting(code)
        if not fitting:
            raise UsageError(f'no folder of gpukb.toml is for terms in {code!r}: add one, [folders."NAME"] with type = "{WIKI}"')
        return min(fitting, key=lambda rule: (len(rule.prefix), rule.prefix))

    def _fitting(self, code: str) -> list[FolderRule]:
        rules = [rule for rule in self._config.folders if rule.type == WIKI]
        return [rule for rule in rules if rule.lang == code] or [rule for rule in rules if rule.lang is None]

    def new(self, code: str, title: str) -> tuple[str, str]:
        """A path that no file has, and the same as the folders there are spelled. NoPlaceError: the title leaves no name."""
        name = safe_name(title, RESERVED_BYTES)
        if not name:
            raise NoPlaceError("it leaves nothing that a file could be called")
        folder = spelled(self._root, self.folder(code).prefix)
        for written in (name, *(f"{name} ({number})" for number in range(2, MOST_ALIKE + 1))):
            file = f"{folder}/{written}.md".lstrip("/")
            if fold(file) not in self._taken:
                self._taken.add(fold(file))
                return nfc(file), file
        raise NoPlaceError(f"{MOST_ALIKE} files have its name")
