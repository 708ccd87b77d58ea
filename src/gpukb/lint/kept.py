"""What earlier runs found and saw → what this one need not look at again.

One file in the index folder holds three parts:
1. what the rest is good for: the program and the vault's settings (`ground`), and with them the stats of all files (`state`);
2. the findings of the last run: the answer, as long as the state is the same;
3. a look at each note, a line each, behind the stat that vouches for it; of one that was touched about the time of the run the bytes do.

Whoever hands on a vault with its index can make findings up with this file and nothing else, so fixes are never taken from there.
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
from typing import TYPE_CHECKING, Any, Final

from gpukb.lint.look import Look
from gpukb.lint.packing import pack, unpack
from gpukb.lint.rule import SEVERITIES, Finding
from gpukb.markdown import decode
from gpukb.note import revision_of
from gpukb.opening import read_inside
from gpukb.rewrite import Edit
from gpukb.vault import MAX_BYTES, Scan, VaultFile

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.lint.settings import Settings

FILE: Final = "lint.jsonl"
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

    def __init__(self, folder: Path, root: Path, found: Scan, scanned_ns: int, config: VaultConfig, settings: Settings) -> None:
        self._file = folder / FILE
        self._root = root
        self._files = {file.path: file for file in found.files}
        self._scanned_ns = scanned_ns
        self._ground = hashlib.sha256(f"{_program()}\0{config!r}".encode("utf-8", "surrogatepass")).hexdigest()
        self._state = _state_of(self._ground, found, settings)
        self._lines: dict[str, bytes] = {}  # of the notes whose look is still good

    def findings(self) -> Kept | None:
        """The findings of the last run; None when there are none, or something has changed."""
        if not self._file.is_file():  # a pipe would be waited for, a device read without end
            return None
        try:
            with self._file.open("rb") as file:
                if json.loads(file.readline())["state"] != self._state:
                    return None
                written = json.loads(file.readline())
            kept = Kept(tuple(_finding(*row) for row in written["findings"]), written["checked"], written["revisions"])
            if not isinstance(kept.checked, int) or not all(is_sound(finding) for finding in kept.findings):
                return None
            if not all(isinstance(one, str) for pair in kept.revisions.items() for one in pair):
                return None
            racy = [self._files.get(str(path)) for path in written["racy"]]
        except BROKEN:
            return None
        if not all(file and _revision(self._root, file) == kept.revisions.get(file.path) for file in racy):
            return None
        if racy:  # now they are looked at; next time their stats may do
            self.keep(kept, self.looks())
        return kept

    def looks(self) -> dict[str, Look]:
        """The looks at notes that are as they were, by path."""
        if not self._file.is_file():
            return {}
        try:
            head, _, *lines = self._file.read_bytes().split(b"\n")
            written = json.loads(head)
            if written["ground"] != self._ground or written["sum"] != _sum(lines):
                return {}
            pairs = [line.split(b"\t", 1) for line in lines if line]
            stats = json.loads(b"[%b]" % b",".join(stat for stat, _ in pairs))
            self._lines = {stat[0]: line for stat, (_, line) in zip(stats, pairs, strict=True) if self._is_good(*stat)}
            return dict(zip(self._lines, unpack(self._lines.values()), strict=True))
        except BROKEN:
            self._lines = {}
            return {}

    def _is_good(self, path: str, revision: str, racy: bool, *stat: Any) -> bool:  # Any: as `_stat` has them
        file = self._files.get(path)
        if file is None or not file.is_note or (file.file, file.hidden) != (stat[0], stat[1]):
            return False
        return (not racy and tuple(stat) == _stat(file)) or _revision(self._root, file) == revision

    def keep(self, kept: Kept, looks: Mapping[str, Look]) -> None:
        """Write what a run found and saw, whole or not at all. Where that cannot be done, the next run looks again."""
        racy = {path for path, file in self._files.items() if file.is_note and self._is_racy(file, kept.revisions.get(path))}
        lines = []
        for path, look in looks.items():
            if look.note.revision != UNREAD or not self._files[path].size:
                stat = _encode((path, look.note.revision, path in racy, *_stat(self._files[path])))
                lines.append(b"%b\t%b" % (stat, self._lines.get(path) or pack(look)))
        state = self._state if racy <= kept.revisions.keys() else ""  # of a private note no revision is kept
        head = {"state": state, "ground": self._ground, "sum": _sum(lines)}
        rows = [_row(finding) for finding in kept.findings]
        found = {"checked": kept.checked, "racy": sorted(racy), "revisions": dict(kept.revisions), "findings": rows}
        aside = self._file.with_name(f"{FILE}.{os.getpid()}")
        try:
            aside.write_bytes(b"\n".join((_encode(head), _encode(found), *lines)))
            aside.replace(self._file)
        except OSError:
            with suppress(OSError):
                aside.unlink()

    def _is_racy(self, file: VaultFile, revision: str | None) -> bool:
        """Whether the same stat may later stand for other bytes; of a file that could not be read it may."""
        return file.is_racy(self._scanned_ns) or (revision == UNREAD and file.size > 0)


def text_of(root: Path, file: VaultFile, revision: str) -> str | None:
    """The text of a note; None when it is no longer of this revision."""
    data = _bytes(root, file)
    return decode(data).text if data is not None and revision_of(data) == revision else None


def is_sound(finding: Finding) -> bool:
    """Whether the fields are of their types: what is taken from a file may hold anything that JSON can."""
    one = finding
    texts = (one.code, one.name, one.path, one.message, one.fingerprint, *one.suggestions, *(edit.new for edit in one.fix))
    numbers = (one.line, one.column, *(at for edit in one.fix for at in (edit.start, edit.end)))
    places = (one.start, one.end)
    return (
        all(isinstance(text, str) for text in texts)
        and all(type(number) is int for number in numbers)
        and (places == (None, None) or all(type(place) is int for place in places))
    )


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


def _finding(*row: Any) -> Finding:  # Any: as above
    code, name, severity, path, line, column, start, end, message, suggestions, fix, fingerprint = row
    if severity not in SEVERITIES:
        raise ValueError(severity)
    edits = tuple(Edit(first, last, new) for first, last, new in fix)
    return Finding(code, name, severity, path, line, column, start, end, message, tuple(suggestions), edits, fingerprint)
