"""Many files of a vault → what was read from them, by several processes at once.

The processes are plain children that talk through their standard streams: a program that uses gpukb then needs no guard around its main
module, and they end by themselves when their parent is killed, since their input ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import gpukb
from gpukb.config import VaultConfig
from gpukb.index.parsing import Parsed, Parsing
from gpukb.vault import VaultFile

CREW_FROM = 400  # notes: fewer are read before the processes have started, which takes most of a second
MOST = 4  # processes; one writer keeps up with no more
_BROKEN = (OSError, EOFError, pickle.UnpicklingError)


def crew_size(notes: int) -> int:
    """How many processes are worth starting for so many notes; 0: none."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST) if notes >= CREW_FROM and cores > 1 else 0


def parse_in_batches(
    parsing: Parsing, vault: Path, config: VaultConfig, wanted: Sequence[VaultFile], size: int, crew: int
) -> Iterator[list[Parsed]]:
    """The files, batch by batch in their order. What a process of the crew fails at is done here."""
    batches = [wanted[start : start + size] for start in range(0, len(wanted), size)]
    workers: deque[_Worker] = deque()
    try:
        with contextlib.suppress(OSError):
            workers.extend(_Worker(vault, config) for _ in range(crew))
        pending = deque[_Worker]()
        waiting = iter(batches)
        for worker in workers:
            worker.give(next(waiting, None))
            pending.append(worker)
        for batch in batches:
            if not pending:
                yield [parsing.parse(file, looks=True) for file in batch]
                continue
            worker = pending.popleft()
            found = worker.take()
            worker.give(next(waiting, None))  # it reads on while this batch is written
            pending.append(worker)
            yield [parsing.parse(file, looks=True) for file in batch] if found is None else found
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process that reads one batch at a time: it never writes while it is written to, so that no pipe can fill from both ends."""

    def __init__(self, vault: Path, config: VaultConfig) -> None:
        here = str(Path(gpukb.__file__).parents[1])
        paths = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])
        # -P: a working folder that holds a json.py, as a stranger's vault may, is not imported from.
        command = [sys.executable, "-P", "-c", "from gpukb.index.crew import work; work()"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths})
        self._send((vault, config))

    def give(self, batch: Sequence[VaultFile] | None) -> None:
        """Set it to work; None: there is nothing more to do."""
        if batch is not None:
            self._send(batch)

    def take(self) -> list[Parsed] | None:
        """What it read, or None when it broke."""
        assert self._process.stdout is not None
        try:
            found: list[Parsed] = pickle.load(self._process.stdout)
        except _BROKEN:
            return None
        return found

    def end(self) -> None:
        """Let it go."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self._process.wait()

    def _send(self, what: object) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # its end is seen when it is taken from
            pickle.dump(what, self._process.stdin)
            self._process.stdin.flush()


def work() -> None:
    """What a process of the crew does: read the vault and configuration, then batches of files, until there are no more."""
    from gpukb.analyzer import Analyzer

    given, out = sys.stdin.buffer, _only_ours()
    with contextlib.suppress(*_BROKEN, KeyboardInterrupt):
        vault, config = pickle.load(given)
        parsing = Parsing(vault, config, Analyzer())
        while True:
            pickle.dump([parsing.parse(file, tokens=True, looks=True) for file in pickle.load(given)], out)
            out.flush()


def _only_ours() -> IO[bytes]:
    """The standard output for us alone: what a library prints goes to the errors."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return out
