"""A vault's folder → its notes with their texts as a graph, and a resolver that also knows what no surface shows, as the app does."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.export import no_garbage
from gpukb.graph import Graph, Resolver, build_graph
from gpukb.vault import read_notes, scan

if TYPE_CHECKING:
    from gpukb.config import VaultConfig


def read_graph(root: Path, config: VaultConfig) -> Graph:
    """The notes that may be shown, with their texts and links."""
    files = scan(root, config).files
    with no_garbage():
        notes = tuple(read_notes(root, files, config))
    return build_graph(notes, (file.path for file in files if not file.is_note), config)


def whole_resolver(root: Path, config: VaultConfig) -> Resolver:
    """Every file of the vault: a new link must not lead to a private or excluded one that has the name too."""
    return Resolver(file.path for file in scan(root, dataclasses.replace(config, exclude=())).files)
