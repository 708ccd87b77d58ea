"""A vault and what the person chose → the folder in which its index stands, made and checked for writing."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpukb.errors import IndexUnusableError
from gpukb.opening import no_plain_file

DATABASE = "gpukb.sqlite"
MANIFEST = "manifest.json"
LOCK = "lock"
MOVES = "moves"  # a folder of the cache: the journals of `gpukb mv`
LINTED = "lint"  # another: what is kept of each vault for `gpukb lint`
BESIDE = "indexes"  # a folder of this name beside the vault is taken for the place of indexes
HASH_DIGITS = 8
_UNFIT = re.compile(r"[^\w.-]+")


def index_folder(vault: Path, chosen: str | Path | None, cache: Path) -> Path:
    """The folder of this vault's index; it need not exist yet. `chosen` wins, then `indexes/` beside the vault, then the cache."""
    if chosen:
        return Path(chosen).expanduser().absolute()
    real = vault.resolve()
    beside = real.parent / BESIDE
    return (beside if beside.is_dir() and os.access(beside, os.W_OK) else cache) / _own_name(real)


def move_journal(vault: Path, cache: Path) -> Path:
    """Where a move in this vault keeps what it is about to do: never beside the vault, where a stranger may have put one."""
    return cache / MOVES / f"{_own_name(vault.resolve())}.json"


def lint_file(vault: Path, cache: Path) -> Path:
    """Where the linter keeps what it found and saw in this vault: as above, for whoever writes this file writes findings."""
    return cache / LINTED / f"{_own_name(vault.resolve())}.jsonl"


def _own_name(real: Path) -> str:
    """A name that no vault at another place has."""
    return f"{_UNFIT.sub('-', real.name).strip('-') or 'vault'}-{hashlib.sha256(os.fsencode(real)).hexdigest()[:HASH_DIGITS]}"


def make_folder(folder: Path) -> None:
    """Make the folder ready for an index. IndexUnusableError: it cannot be written, or holds something else."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        foreign = next((item.name for item in folder.iterdir()), None) if not _is_ours(folder) else None
        check_plain(folder)
    except OSError as error:
        raise unwritable(folder, error) from error
    if foreign:
        raise IndexUnusableError(f"{folder} is no index folder: it holds {foreign}. Name an empty or new folder with --index")
    if not can_write(folder):
        raise unwritable(folder)


def check_plain(folder: Path) -> None:
    """IndexUnusableError when something in the folder is no plain file: it may come from a stranger, and lead to the reader's own files."""
    try:
        odd = no_plain_file(folder)
    except OSError as error:
        raise unwritable(folder, error) from error
    if odd:
        raise IndexUnusableError(f"{folder} holds {odd}, which is no plain file: take it away, or name another folder with --index DIR")


def can_write(folder: Path) -> bool:
    """Whether files can be made in the folder: tried, since permissions do not tell of a read-only file system."""
    probe = folder / f".probe-{os.getpid()}"
    try:
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def unwritable(folder: Path, error: OSError | None = None) -> IndexUnusableError:
    """The error that says that an index cannot be written here, and what to do."""
    why = f" ({error.strerror})" if error and error.strerror else ""
    return IndexUnusableError(f"the index folder {folder} cannot be written{why}: make it writable, or name another with --index DIR")


def write_manifest(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write what the index is made of for people and other versions to read; whole or not at all."""
    aside = folder / f"{MANIFEST}.{os.getpid()}"
    aside.write_text(json.dumps(dict(facts), ensure_ascii=False, indent=2) + "\n", "utf-8")
    aside.replace(folder / MANIFEST)


def _is_ours(folder: Path) -> bool:
    return any((folder / name).exists() for name in (DATABASE, MANIFEST, LOCK))
