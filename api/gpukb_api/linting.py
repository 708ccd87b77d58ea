"""The linter for clients: one run serves all requests until the index moves on or a minute has passed."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from starlette.requests import Request

from gpukb.kb import KnowledgeBase
from gpukb.lint import Linted

FRESH_S = 60.0  # attachments come and go without a new generation; a run over 10,000 notes takes some seconds


@dataclass(frozen=True, slots=True)
class _Run:
    generation: int
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
            last = self._last
            if last is None or last.generation != generation or time.monotonic() - last.at > FRESH_S:
                last = self._last = _Run(generation, time.monotonic(), kb.lint())
            return last.linted


def get_linter(request: Request) -> Linter:
    """The linter of this run."""
    return request.app.state.linter  # type: ignore[no-any-return]  # starlette's state holds anything
