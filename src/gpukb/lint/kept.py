"""What earlier runs found and saw → what this one need not look at again.

One file in the user's cache holds four parts:
1. what the rest is good for: the program and the vault's settings (`ground`), and with them the stats of all files (`state`);
2. the findings of the last run: the answer, as long as the state is the same;
3. what was worked out of the paths of all files;
4. a look at each note, a line each, behind the stat that vouches for it; of one that was touched about the time of the run the bytes do.

It never lies in a folder that may have come with the vault: whoever writes this file makes findings up.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpukb.lint.look import Look
from gpukb.lint.names import ByPaths
from gpukb.lint.packing import pack, unpack
from gpukb.lint.rule import Finding
from gpukb.markdown import decode
from gpukb.note import revision_of
from gpukb.opening import read_inside
from gpukb.quickly import quickly
from gpukb.rewrite import Edit
from gpukb.vault import MAX_BYTES, Scan, VaultFile

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.lint.settings import Settings

READERS = ("gpukb", "pyromark", "PyYAML", "rapidfuzz", "networkx", "py3langid")  # packages that findings rest on
UNREAD = revision_of(b"")  # what a note has that could not be read
BROKEN = (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError)  # what a file of another make may end in


@dataclass(frozen=True, slots=True)
class Kept:
    """What a run found: the findings, how many notes it looked at, and the revision of each."""

    findings: tuple[Finding, ...]
    checked: int
    revisions: Mapping[str, str]


class Store:
    """The kept file as far as it holds for this scan of the vault."""

    def __init__(self, file: Path, root: Path, found: Scan, scanned_ns: int, config: VaultConfig, settings: Settings) -> None:
        self._file = file
        self._root = root
        self._files = {file.path: file for file in found.files}
        self._scanned_ns = scanned_ns
        self._ground = hashlib.sha256(f"{_program()}\0{config!r}".encode("utf-8", "surrogatepass")).hexdigest()
        self._state = _state_of(self._ground, found, settings)
        self.known: ByPaths | None = None
        self._good: dict[str, bytes] = {}  # the lines of the notes whose look is still good
        self._steady: set[str] = set()  # and of these, the notes whose stat alone vouches for them

    def findings(self) -> Kept | None:
        """The findings of the last run; None when there are none, or something has changed."""
        if not self._file.is_file():  # a pipe would be waited for, a device read without end
            return None
        try:
            with self._file.open("rb") as file:
                if json.loads(file.readline())["state"] != self._state:
                    return None
                written = json.loads(file.readline())
            kept = Kept(tuple([_finding(*row) for row in written["findings"]]), written["checked"], written["revisions"])
            racy = [self._files.get(path) for path in written["racy"]]
        except BROKEN:
            return None
        if not all(file and _revision(self._root, file) == kept.revisions.get(file.path) for file in racy):
            return None
        if racy:  # now they are looked at; next time their stats may do
            self.keep(kept, self.looks())
        return kept

    def looks(self) -> dict[str, Look]:
        """The looks at notes that are as they were, by path."""
        try:
            self._read()
            packed = [line.split(b"\t", 1)[1] for line in self._good.values()]
            return dict(zip(self._good, unpack(packed), strict=True))
        except BROKEN:
            self.known, self._good, self._steady = None, {}, set()
            return {}

    def _read(self) -> None:
        """Find the good lines. Any of `BROKEN`: the file is not of this make."""
        self._good, self._steady = {}, set()
        if not self._file.is_file():
            return
        head, _, known, *lines = self._file.read_bytes().split(b"\n")
        written = json.loads(head)
        if written["ground"] != self._ground or written["sum"] != _sum((known, *lines)):
            return
        self.known = ByPaths(*json.loads(known)) if known else None
        stats = json.loads(b"[%b]" % b",".join([line[: line.index(b"\t")] for line in lines]))
        for (path, revision, racy, *stat), line in zip(stats, lines, strict=True):
            file = self._files.get(path)
            if file is None or not file.is_note or stat[:2] != [file.file, file.hidden]:
                continue
            if not racy and tuple(stat) == _stat(file):
                self._good[path] = line
                self._steady.add(path)
            elif _revision(self._root, file) == revision:
                self._good[path] = line

    def keep(self, kept: Kept, looks: Mapping[str, Look]) -> None:
        """Write what a run found and saw, whole or not at all. Where that cannot be done, the next run looks again."""
        racy = {path for path, file in self._files.items() if file.is_note and self._is_racy(file, kept.revisions.get(path))}
        lines = [self._line(path, look, path in racy) for path, look in looks.items() if not self._is_unread(look)]
        state = self._state if racy <= kept.revisions.keys() else ""  # of a private note no revision is kept
        rows = [_row(finding) for finding in kept.findings]
        found = {"checked": kept.checked, "racy": sorted(racy), "revisions": dict(kept.revisions), "findings": rows}
        self._write(state, found, lines)

    def keep_looks(self, looks: Mapping[str, tuple[str, bytes]]) -> None:
        """Write packed looks with the revisions of their notes, for a run to come, and let go of what was found before."""
        with suppress(*BROKEN):
            self._read()
        for path, (revision, packed) in looks.items():
            file = self._files.get(path)
            if file is not None and (revision != UNREAD or not file.size):
                self._good[path] = _stamped(file, revision, self._is_racy(file, revision), packed)
        self._write("", {}, list(self._good.values()))

    def _line(self, path: str, look: Look, racy: bool) -> bytes:
        line = self._good.get(path)
        if line is not None and path in self._steady and not racy:
            return line
        return _stamped(self._files[path], look.note.revision, racy, line.split(b"\t", 1)[1] if line else pack(look))

    def _write(self, state: str, found: Mapping[str, Any], lines: Sequence[bytes]) -> None:  # Any: what JSON can hold
        known = _encode((self.known.of, dict(self.known.near), dict(self.known.plain))) if self.known else b""
        head = {"state": state, "ground": self._ground, "sum": _sum((known, *lines))}
        aside = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            aside.write_bytes(b"\n".join((_encode(head), _encode(found), known, *lines)))
            aside.replace(self._file)
        except OSError:
            with suppress(OSError):
                aside.unlink()

    def _is_unread(self, look: Look) -> bool:
        return look.note.revision == UNREAD and self._files[look.note.path].size > 0

    def _is_racy(self, file: VaultFile, revision: str | None) -> bool:
        """Whether the same stat may later stand for other bytes; of a file that could not be read it may."""
        return file.is_racy(self._scanned_ns) or (revision == UNREAD and file.size > 0)


def _stamped(file: VaultFile, revision: str, racy: bool, packed: bytes) -> bytes:
    return b"%b\t%b" % (_encode((file.path, revision, racy, *_stat(file))), packed)


def text_of(root: Path, file: VaultFile, revision: str) -> str | None:
    """The text of a note; None when it is no longer of this revision."""
    data = _bytes(root, file)
    return decode(data).text if data is not None and revision_of(data) == revision else None


def _state_of(ground: str, found: Scan, settings: Settings) -> str:
    """The digest of all that findings rest on; of the notes' bytes it has their stats."""
    digest = hashlib.sha256(f"{ground}\0{found.problems!r}".encode("utf-8", "surrogatepass"))
    for file in found.files:
        digest.update(repr((file.path, *(_stat(file) if file.is_note else ()), settings.is_template(file.path))).encode())
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


def _stat(file: VaultFile) -> tuple[str | int, ...]:
    return file.file, file.hidden, file.size, file.mtime_ns, file.ctime_ns, file.inode


def _sum(lines: Sequence[bytes]) -> int:
    """What tells a torn file from a whole one."""
    total = len(lines)
    for line in lines:
        total = zlib.crc32(line, total)
    return total


def _revision(root: Path, file: VaultFile) -> str | None:
    data = _bytes(root, file)
    return None if data is None else revision_of(data)


def _bytes(root: Path, file: VaultFile) -> bytes | None:
    try:
        return read_inside(root, file.file, MAX_BYTES + 1)
    except OSError:
        return None


def _encode(value: Any) -> bytes:  # Any: what JSON can hold
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _row(finding: Finding) -> Sequence[Any]:  # Any: the fields of a finding, as JSON has them
    one = finding
    fix = [(edit.start, edit.end, edit.new) for edit in one.fix]
    plain = (one.code, one.name, one.severity, one.path, one.line, one.column, one.start, one.end, one.message, one.suggestions)
    return (*plain, fix, one.fingerprint)


_made = quickly(Finding)


def _finding(*row: Any) -> Finding:  # Any: as above
    code, name, severity, path, line, column, start, end, message, suggestions, fix, fingerprint = row
    edits = tuple([Edit(first, last, new) for first, last, new in fix])
    return _made(code, name, severity, path, line, column, start, end, message, tuple(suggestions), edits, fingerprint)
