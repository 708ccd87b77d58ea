"""What the index knows of the files and what a scan found → which are new, changed, gone, renamed or only touched."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gpukb.note import nfc
from gpukb.vault import VaultFile

EMPTY = hashlib.sha256(b"").hexdigest()  # empty files are alike without being one file renamed


class Stat(NamedTuple):
    """What is compared before a file is read. An inode may have 64 bits, SQLite's numbers have a sign."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int

    @classmethod
    def of(cls, file: VaultFile) -> Stat:
        """The stat of a file that was just looked at."""
        return cls(file.size, file.mtime_ns, file.ctime_ns, file.inode & (1 << 63) - 1)


@dataclass(frozen=True, slots=True)
class Known:
    """A file as the index has it. `number` is None for a secret note; `made` says what parsed it."""

    number: int | None
    path: str
    stat: Stat
    racy: bool
    revision: str | None
    made: str | None


@dataclass(frozen=True, slots=True)
class Looked:
    """A note that was read because its stat could not vouch for it: the digests of its bytes and of its text.

    `revision` is None when it vanished meanwhile, `text` when it was not read.
    """

    file: VaultFile
    revision: str | None
    private: bool
    text: str | None = None


@dataclass(slots=True)
class Changes:
    """What is to be done, each list by path. `renamed` are also in `parse` under their new path."""

    added: list[VaultFile] = field(default_factory=list)
    removed: list[Known] = field(default_factory=list)
    renamed: list[tuple[Known, VaultFile]] = field(default_factory=list)
    parse: list[VaultFile] = field(default_factory=list)
    touched: list[VaultFile] = field(default_factory=list)
    private: list[VaultFile] = field(default_factory=list)

    redated: bool = False  # whether one of the touched has another time, which readers see

    def __bool__(self) -> bool:
        """Whether anything is to be written."""
        return bool(self.added or self.removed or self.parse or self.touched or self.private)

    @property
    def visible(self) -> bool:
        """Whether a reader could tell that anything was written."""
        return bool(self.added or self.removed or self.renamed or self.parse or self.redated)

    @property
    def count(self) -> int:
        """How many files are read or taken away."""
        return len(self.parse) + len(self.removed)


def unsure(files: Iterable[VaultFile], known: Mapping[str, Known], secret: Mapping[str, Known], made: str) -> list[VaultFile]:
    """The notes that have to be read to know whether they changed."""
    return [file for file in files if file.is_note and not _vouched(file, known.get(file.path) or secret.get(place_of(file.path)), made)]


def sort_out(
    files: Iterable[VaultFile], known: Mapping[str, Known], looked: Sequence[Looked], vanished: Iterable[Known], made: str
) -> Changes:
    """The changes. `files` are all that were found where the scan looked; `vanished` all known ones that were not."""
    read = {item.file.path: item for item in looked}
    changes = Changes(removed=list(vanished))
    fresh: list[VaultFile] = []
    for file in files:
        before, now = known.get(file.path), read.get(file.path)
        if now is not None and (now.private or now.revision is None):
            changes.private += [file] if now.private else []
            changes.removed += [before] if before else []
        elif before is None:
            if not file.is_note or now is not None:
                fresh.append(file)
        elif now is None:
            changes.touched += [file] if before.stat != Stat.of(file) or before.racy else []
        elif now.revision == before.revision and before.made == made_of(made, file):
            changes.touched.append(file)
        else:
            changes.parse.append(file)
    _pair(changes, fresh, read)
    changes.redated = any(file.path in known and known[file.path].stat.mtime_ns != file.mtime_ns for file in changes.touched)
    for group in (changes.parse, changes.added, changes.touched):
        group.sort(key=lambda file: file.path)
    changes.removed.sort(key=lambda item: item.path)
    return changes


def made_of(made: str, file: VaultFile) -> str:
    """What has to stand in `file.made` for the note to be as it would be parsed now."""
    return f"{made}-hidden" if file.hidden else made


def place_of(path: str) -> str:
    """The digest under which a secret note's stat is kept, so that the index does not hold its name."""
    return hashlib.sha256(nfc(path).encode("utf-8", "surrogatepass")).hexdigest()


def _vouched(file: VaultFile, known: Known | None, made: str) -> bool:
    return known is not None and not known.racy and known.stat == Stat.of(file) and known.made == made_of(made, file)


def _pair(changes: Changes, fresh: list[VaultFile], read: Mapping[str, Looked]) -> None:
    """Tell renamed notes from new ones by their bytes; of several alike, the one of the same name, else the first by path."""
    gone: dict[str, list[Known]] = defaultdict(list)
    for item in sorted(changes.removed, key=lambda item: item.path):
        if item.revision and item.revision != EMPTY:
            gone[item.revision].append(item)
    for file in sorted(fresh, key=lambda file: file.path):
        revision = read[file.path].revision if file.path in read else None
        candidates = gone.get(revision, []) if revision else []
        if candidates:
            name = file.path.rpartition("/")[2]
            before = next((item for item in candidates if item.path.rpartition("/")[2] == name), candidates[0])
            candidates.remove(before)
            changes.removed.remove(before)
            changes.renamed.append((before, file))
        else:
            changes.added.append(file)
        if file.is_note:
            changes.parse.append(file)
