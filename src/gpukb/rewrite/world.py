"""A vault's folder → every file in it with its links, also those that no surface shows.

A private or excluded note must not lose its links when another one moves, and the app resolves names among all files. So this is the one
reader that looks past the gate. What it finds there is marked: nobody above may print it.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.graph import Resolver
from gpukb.graph.graph import is_card
from gpukb.hiding import excluded_by
from gpukb.markdown import Parser
from gpukb.note import Link, Note
from gpukb.opening import read_inside
from gpukb.vault import CANVAS_SUFFIX, MAX_BYTES, VaultFile, is_private, scan

if TYPE_CHECKING:
    from gpukb.config import VaultConfig


@dataclass(frozen=True, slots=True)
class World:
    """Every file of a vault by its path, the notes among them without their texts, which of them are not to be shown, what was not read."""

    root: Path
    config: VaultConfig
    files: dict[str, VaultFile]
    notes: dict[str, Note]
    unseen: frozenset[str]
    unread: tuple[str, ...]

    def resolver(self) -> Resolver:
        """Knows every file, as the app does."""
        return Resolver(self.files)


def read_world(root: Path, config: VaultConfig) -> World:
    """The vault as it is now."""
    everything = scan(root, dataclasses.replace(config, exclude=()))
    excluded = excluded_by(config.exclude)
    parser = Parser(config)
    notes: dict[str, Note] = {}
    unread: list[str] = []
    unseen = {file.path for file in everything.files if excluded(file.path)}
    for file in everything.files:
        if file.is_note and not (root / file.file).is_symlink():  # what a link shows is read where it stands
            note = read_whole(root, file, parser)
            if note is None:
                unread.append(file.path)
                continue
            notes[file.path] = dataclasses.replace(note, text="", properties={})
            if is_private(note):
                unseen.add(file.path)
    return World(root, config, {file.path: file for file in everything.files}, notes, frozenset(unseen), tuple(unread))


def read_whole(root: Path, file: VaultFile, parser: Parser) -> Note | None:
    """The note in this file with its text; None when it is too large or cannot be read."""
    if file.size > MAX_BYTES:
        return None
    try:
        data = read_inside(root, file.file, MAX_BYTES + 1)
    except OSError:
        return None
    return parse(file.path, file.file, data, parser)


def parse(path: str, file: str, data: bytes, parser: Parser) -> Note:
    """The note or canvas with these bytes."""
    return (parser.canvas if path.lower().endswith(CANVAS_SUFFIX) else parser.note)(path, file, data)


def lead(resolver: Resolver, link: Link, source: str, target: str | None = None) -> str | None:
    """The file that a link of this note leads to, or would with another path in it."""
    wanted = link.target if target is None else target
    return resolver.exact(wanted) if is_card(link) else resolver.resolve(wanted, source, link.markdown).path
