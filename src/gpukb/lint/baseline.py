"""Findings that are known and put up with → a file, so that an old vault can adopt the linter today; and findings without them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from gpukb.errors import ConfigError
from gpukb.lint.rule import Finding
from gpukb.opening import read_inside, read_plain
from gpukb.rewrite import write_whole

VERSION = 1
MAX_BYTES = 64 * 1024 * 1024  # of a file that is read: some 200,000 findings


def read_own(root: Path, file: str) -> frozenset[str]:
    """The fingerprints in the baseline that a vault names. ConfigError: it is none, or no file of the vault."""
    return _read(root / file, lambda: read_inside(root, file.replace("\\", "/"), MAX_BYTES + 1))


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints in a baseline. ConfigError: it is not one."""
    return _read(path, lambda: read_plain(path, MAX_BYTES + 1))


def _read(path: Path, read: Callable[[], bytes]) -> frozenset[str]:
    try:
        data = read()
        if len(data) > MAX_BYTES:
            raise ValueError(f"larger than {MAX_BYTES // 1024 // 1024} MiB")
        written = json.loads(data)
        known = written["findings"]
        if written["version"] != VERSION or not all(isinstance(row["fingerprint"], str) for row in known):
            raise ValueError
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such baseline; --write-baseline makes one") from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ConfigError(f"{path}: is no baseline of gpukb ({error or 'wrong version'}); --write-baseline makes a new one") from None
    return frozenset(row["fingerprint"] for row in known)


def write_baseline(path: Path, findings: Iterable[Finding]) -> None:
    """Make or replace a baseline of these findings. What they are is written beside each fingerprint, for people and reviews."""
    rows = [{"fingerprint": f.fingerprint, "name": f.name, "path": f.path, "message": f.message} for f in findings]
    try:
        write_whole(path, f"{json.dumps({'version': VERSION, 'findings': rows}, ensure_ascii=False, indent=1)}\n".encode())
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written ({error.strerror})") from None


def without(findings: Sequence[Finding], known: frozenset[str]) -> tuple[Finding, ...]:
    """The findings that are not known."""
    return tuple(finding for finding in findings if finding.fingerprint not in known)
