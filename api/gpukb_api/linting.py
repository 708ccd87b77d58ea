"""The linter for clients: one run serves all requests until the index or the settings move on, or a minute has passed."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection
from dataclasses import dataclass

from starlette.requests import Request

from gpukb.config import VaultConfig
from gpukb.errors import UsageError
from gpukb.kb import KnowledgeBase
from gpukb.lint import RULES, Linted
from gpukb.toml_file import unknown

FRESH_S = 60.0  # attachments come and go without a new generation; a run over 10,000 notes takes some seconds


@dataclass(frozen=True, slots=True)
class _Run:
    generation: int
    config: VaultConfig
    trouble: tuple[str, ...]  # of the vault's work, among it a file of settings that is wrong now
    at: float
    linted: Linted


class Linter:
    """Runs the linter over the vault, one run at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: _Run | None = None

    def run(self, kb: KnowledgeBase) -> Linted:
        """The findings in the vault as it is, or was a moment ago."""
        with kb.snapshot() as snapshot:
            generation = snapshot.generation
        with self._lock:
            wanted, last = (generation, kb.config.vault, kb.trouble), self._last
            if last is None or (last.generation, last.config, last.trouble) != wanted or time.monotonic() - last.at > FRESH_S:
                last = self._last = _Run(*wanted, time.monotonic(), kb.lint(tolerant=True))
            return last.linted


def get_linter(request: Request) -> Linter:
    """The linter of this run."""
    return request.app.state.linter  # type: ignore[no-any-return]  # starlette's state holds anything


def codes_of(names: Collection[str]) -> frozenset[str]:
    """The codes of these rules, named or by code. UsageError: there is no such rule."""
    known = {name: rule.code for rule in RULES for name in (rule.name, rule.code)}
    for name in names:
        if name not in known:
            raise UsageError(unknown("rule", name, name, known))
    return frozenset(known[name] for name in names)
