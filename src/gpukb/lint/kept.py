"""The findings of an earlier run → those of this one, where nothing that they rest on has changed since; and their keeping.

A run rests on the program, the vault's settings, the names of its files and the bytes of its notes. A note whose stat vouches for it is not
read again; one that was touched about the time of the run is. The file is JSON in the index folder: whoever hands on a vault with its index
can make findings up with it and nothing else, so fixes are never taken from there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpukb.lint.rule import SEVERITIES, Finding
from gpukb.markdown import decode
from gpukb.note import revision_of
from gpukb.opening import read_inside
from gpukb.rewrite import Edit
from gpukb.vault import MAX_BYTES, Scan, VaultFile

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.lint.settings import Settings

FILE = "lint.json"
READERS = ("gpukb", "pyromark", "PyYAML", "rapidfuzz", "networkx", "py3langid")  # packages that findings rest on


@dataclass(frozen=True, slots=True)
class Kept:
    """What a run found: the findings, how many notes it looked at, and the revision of each."""

    findings: tuple[Finding, ...]
    checked: int
    revisions: Mapping[str, str]


def state_of(found: Scan, config: VaultConfig, settings: Settings) -> str:
    """The digest of all that findings rest on; of the notes' bytes it has their stats."""
    digest = hashlib.sha256(f"{_program()}\0{config!r}\0{found.problems!r}".encode("utf-8", "surrogatepass"))
    for file in found.files:
        stat = (file.file, file.size, file.mtime_ns, file.ctime_ns, file.inode, file.hidden) if file.is_note else ()
        digest.update(repr((file.path, *stat, settings.is_template(file.path))).encode())
    return digest.hexdigest()


@cache
def _program() -> str:
    """The digest of this version of gpukb and of what reads notes for it."""
    digest = hashlib.sha256(sys.version.encode())
    for name in READERS:
        try:
            digest.update(f"{name} {version(name)}\n".encode())
        except PackageNotFoundError:
            digest.update(f"{name} none\n".encode())
    root = Path(__file__).parent.parent
    for file in sorted(root.rglob("*.py")):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def recall(folder: Path, state: str, root: Path, found: Scan, scanned_ns: int) -> Kept | None:
    """The findings kept in an index folder; None when there are none, or they are of another state."""
    try:
        written = json.loads((folder / FILE).read_bytes())
        if written["state"] != state:
            return None
        kept = Kept(tuple(_finding(row) for row in written["findings"]), written["checked"], written["revisions"])
        racy = [str(path) for path in written["racy"]]
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None
    files = {file.path: file for file in found.files}
    if not all(path in files and _revision(root, files[path]) == kept.revisions.get(path) for path in racy):
        return None
    if racy:  # now they are looked at; next time their stats may do
        keep(folder, state, kept, found.files, scanned_ns)
    return kept


def _revision(root: Path, file: VaultFile) -> str | None:
    data = _bytes(root, file)
    return None if data is None else revision_of(data)


def text_of(root: Path, file: VaultFile, revision: str) -> str:
    """The text of a note; empty when it is no longer of this revision."""
    data = _bytes(root, file)
    return decode(data).text if data is not None and revision_of(data) == revision else ""


def _bytes(root: Path, file: VaultFile) -> bytes | None:
    try:
        return read_inside(root, file.file, MAX_BYTES + 1)
    except OSError:
        return None


def keep(folder: Path, state: str, kept: Kept, files: Iterable[VaultFile], scanned_ns: int) -> None:
    """Write the findings of a run into an index folder, whole or not at all. Where that cannot be done, the next run looks again."""
    racy = [file.path for file in files if file.is_note and file.is_racy(scanned_ns)]
    if any(path not in kept.revisions for path in racy):
        return  # a private note, of which nothing is kept
    rows = [_row(finding) for finding in kept.findings]
    written = {"state": state, "checked": kept.checked, "racy": racy, "revisions": dict(kept.revisions), "findings": rows}
    aside = folder / f"{FILE}.{os.getpid()}"
    try:
        aside.write_text(json.dumps(written, separators=(",", ":")), "utf-8")
        aside.replace(folder / FILE)
    except OSError:
        aside.unlink(missing_ok=True)


def _row(finding: Finding) -> Sequence[Any]:  # Any: the fields of a finding, as JSON has them
    one = finding
    fix = [(edit.start, edit.end, edit.new) for edit in one.fix]
    plain = (one.code, one.name, one.severity, one.path, one.line, one.column, one.start, one.end, one.message, one.suggestions)
    return (*plain, fix, one.fingerprint)


def _finding(row: Sequence[Any]) -> Finding:  # Any: as above
    code, name, severity, path, line, column, start, end, message, suggestions, fix, fingerprint = row
    if severity not in SEVERITIES:
        raise ValueError(severity)
    edits = tuple(Edit(first, last, new) for first, last, new in fix)
    return Finding(code, name, severity, path, line, column, start, end, message, tuple(suggestions), edits, fingerprint)
