"""A vault's `gpukb.toml` that is edited while a process runs → what it says now."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path

from gpukb.config.load import VAULT_FILE, Config, load_config
from gpukb.errors import ConfigError
from gpukb.opening import read_inside
from gpukb.toml_file import MAX_BYTES


class CurrentConfig:
    """The configuration of an opened vault; while the vault's file is wrong, what it said before. Safe to share between threads."""

    def __init__(self, root: Path, config: Config) -> None:
        self._root = root
        self._mutex = threading.Lock()
        self._config = config
        self._wrong: ConfigError | None = None
        self._seen = _bytes_of(root)

    def read(self) -> tuple[Config, ConfigError | None]:
        """What is to be held to now, and what is wrong with the file if it is not what the file says."""
        with self._mutex:
            written = _bytes_of(self._root)
            if written != self._seen:
                self._seen = written
                try:
                    self._config, self._wrong = replace(self._config, vault=load_config(self._root).vault), None
                except ConfigError as error:
                    self._wrong = error
            return self._config, self._wrong


def where_wrong(root: Path, error: ConfigError) -> str:
    """What a client is told of a mistake in the file: its line and none of its words, which may be names of what is not to be seen."""
    line = re.match(re.escape(str(root / VAULT_FILE)) + r"(:\d+)", str(error))
    place = f"{VAULT_FILE}{line[1] if line else ''}"
    return f"{place} is wrong, so that what it said before holds: `gpukb lint` says what is wrong there"


def _bytes_of(root: Path) -> bytes | None:
    try:
        return read_inside(root, VAULT_FILE, MAX_BYTES + 1)
    except (OSError, ValueError):
        return None
