"""Notes that are read for the index anyway → looks at them, packed and kept, so that the first lint after it reads none of them again."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb.errors import ConfigError
from gpukb.lint.kept import Store
from gpukb.lint.look import look
from gpukb.lint.packing import pack
from gpukb.lint.rules import RULES
from gpukb.lint.settings import Settings, read_settings

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.note import Note
    from gpukb.vault import Scan

log = logging.getLogger(__name__)


class _AskedError(Exception):
    """A rule wants to know where a name leads, which only a run over the whole vault can say."""


class Looker:
    """Looks at notes of one vault, one by one."""

    def __init__(self, root: Path, config: VaultConfig) -> None:
        self._config = config
        self._settings = settings_of(root, config)
        levels = self._settings.levels if self._settings else {}
        self._rules = tuple(rule for rule in RULES if rule.code in levels)

    def look(self, note: Note) -> bytes | None:
        """The packed look at a note; None for the few that the linter has to look at itself."""
        if self._settings is None:
            return None
        try:
            return pack(look(note, self._rules, self._config, self._settings, _ask))
        except _AskedError:
            return None
        except Exception:  # ours, to be mended: the linter will say it, and the index is made all the same
            log.exception("%s", note.path)
            return None


def _ask(name: str, path: str) -> str | None:
    raise _AskedError(name, path)


def settings_of(root: Path, config: VaultConfig) -> Settings | None:
    """The vault's settings of the linter; None where they are wrong, which `gpukb lint` will say."""
    try:
        return read_settings(root, config, RULES)
    except ConfigError:
        return None


def keep_looks(file: Path, root: Path, config: VaultConfig, found: Scan, scanned_ns: int, looks: Mapping[str, tuple[str, bytes]]) -> None:
    """Keep packed looks, by path and with the revisions of their notes, for the next lint."""
    settings = settings_of(root, config)
    if settings is not None and looks:
        Store(file, root, found, scanned_ns, config, settings).keep_looks(looks)
