"""A vault that people edit → its index kept current: named files at once, everything by a sweep at the start and now and then."""

from __future__ import annotations

import logging
import os
import re
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import watchfiles

from gpukb.config import VAULT_FILE
from gpukb.errors import ConfigError, VaultError

if TYPE_CHECKING:
    from gpukb.index.store import Index
    from gpukb.index.sync import SyncReport

log = logging.getLogger(__name__)
OnChange = Callable[["SyncReport"], None]

QUIET_MS = 20  # without a further event before changes are taken: an atomic save is two or three events within one
BURST_MS = 500  # at most until changes are taken, however fast further ones come
TICK_MS = 1_000  # between looks at whether the vault is still there
SWEEP_S = 60.0  # between looks at every file: network drives and full event queues lose events; 10,000 files take a tenth of a second
GONE_S = 1.0  # between looks for a vault that vanished
MANY = 2_000  # named files from which on a sweep is quicker
SETTINGS = frozenset({".obsidian/app.json", ".obsidian"})  # the file names Obsidian's excluded files; its folder may come with it
_LONG = "\\\\?\\"  # before a long path of Windows
_PASSING = re.compile(r"~$|^~\$|^4913$|\.(?:tmp|temp|part|partial|crdownload|swp|swx)$|\.sb-[0-9a-f]+-\w+$", re.IGNORECASE)


def watch(index: Index, on_change: OnChange, stop: threading.Event, *, sweep_s: float = SWEEP_S) -> None:
    """Keep the index current until `stop` is set; `on_change` is told of every sync that changed something.

    A vault that vanishes leaves the index as it is; when it is back, it is swept. LockedError: another process writes the index.
    """
    while not stop.is_set():
        try:
            _watch_once(index, on_change, stop, sweep_s)
        except (VaultError, OSError) as error:
            log.warning("the vault cannot be watched now: %s", error)
        stop.wait(GONE_S)


def _watch_once(index: Index, on_change: OnChange, stop: threading.Event, sweep_s: float) -> None:
    """Watch until the vault is gone or another one."""
    root = index.vault.resolve()  # macOS names what changed without links on the way
    there = _identity(index.vault)
    swept = -sweep_s
    folders: set[str] = set()  # looked at once more: what came into a new folder before the system watched it gave no event
    # What happens while a sweep runs waits in the queue, since the watch begins before the first one.
    for batch in watchfiles.watch(
        root, watch_filter=None, debounce=BURST_MS, step=QUIET_MS, stop_event=stop, rust_timeout=TICK_MS, yield_on_timeout=True,
        ignore_permission_denied=True,
    ):  # fmt: skip
        if _identity(index.vault) != there or (watchfiles.Change.deleted, str(root)) in batch:
            return  # a new folder may even get the inode of the one that was removed
        names = concerned(root, (path for _, path in batch))
        if VAULT_FILE in names:
            _reload(index)
        if time.monotonic() - swept >= sweep_s or len(names) >= MANY or VAULT_FILE in names or names & SETTINGS:
            _tell(on_change, index.sync())
            swept = time.monotonic() if ".obsidian" not in names else -sweep_s
        elif names or folders:
            looked = names or folders
            folders = {name for name in names if (root / name).is_dir()}
            _tell(on_change, index.apply(sorted(looked)))


def concerned(root: Path, paths: Iterable[str]) -> set[str]:
    """The paths from the root on, without dot folders and what editors and sync programs leave for a moment."""
    names = (_name(root, path) for path in paths)
    return {name for name in names if name in SETTINGS or not _is_passing(name)}


def _name(root: Path, path: str) -> str:
    try:
        return os.path.relpath(path.removeprefix(_LONG), root).replace(os.sep, "/")
    except ValueError:  # on another drive, as Windows says of one place under two names: the next sweep sees what changed
        return ".."


def _is_passing(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/")) or _PASSING.search(name.rpartition("/")[2]) is not None


def _tell(on_change: OnChange, report: SyncReport) -> None:
    if report:
        on_change(report)


def _reload(index: Index) -> None:
    try:
        index.reload()
    except ConfigError as error:
        log.warning("the vault keeps its old meaning: %s", error)


def _identity(root: Path) -> tuple[int, int]:
    """What tells this folder from another one of the same name. OSError: it is gone."""
    found = root.stat()
    return found.st_dev, found.st_ino
