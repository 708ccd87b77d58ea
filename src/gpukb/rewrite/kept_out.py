"""A vault and a name that somebody wrote → whether a file that no surface shows has it.

For the owner at the command line alone, who would else be told that a note of theirs does not exist. Nothing of the file comes out, and no
name that was not in the question.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.graph import Resolver
from gpukb.hiding import excluded_by
from gpukb.markdown import Parser
from gpukb.rewrite.world import read_whole
from gpukb.vault import is_private, scan

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

KeptOut = Callable[[str, str], bool]


def kept_out(root: Path, config: VaultConfig) -> KeptOut:
    """A test of a link's target and the path of the note that it stands in (empty: the root)."""
    files = {file.path: file for file in scan(root, dataclasses.replace(config, exclude=())).files}
    resolver, excluded, parser = Resolver(files), excluded_by(config.exclude), Parser(config)

    def is_kept_out(target: str, source: str) -> bool:
        path = resolver.resolve(target, source).path
        if path is None:
            return False
        note = read_whole(root, files[path], parser) if files[path].is_note and not excluded(path) else None
        return excluded(path) or (note is not None and is_private(note))

    return is_kept_out
