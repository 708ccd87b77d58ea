"""A vault and its index → the index brought up to date, and a report of what that took."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from gpukb.config import Config
from gpukb.graph import Resolver
from gpukb.index import files
from gpukb.index.apply import Applier, Parsed
from gpukb.index.changes import EMPTY, Changes, Known, Looked, place_of, sort_out, unsure
from gpukb.index.database import compact, one, transaction
from gpukb.index.rows import packed
from gpukb.index.write_links import Linker
from gpukb.index.write_note import NoteWriter
from gpukb.index.write_words import digest
from gpukb.markdown import Parser
from gpukb.note import fold, nfc, revision_of
from gpukb.passages import split
from gpukb.vault import MAX_BYTES, FileProblem, Scan, VaultFile, is_private, look, read_note, scan

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer

Progress = Callable[[int, int, str], None]
NOTES = "notes"  # what progress counts
SMALL = 100  # changes that fit into one transaction: a person's edit, or a pull, is seen whole or not at all
BATCH = 100  # notes of a larger build that are committed at once: about a second of work, lost when it is killed


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did. `links` counts those of unchanged notes that lead elsewhere now; `problems` are of files not taken in."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    renamed: int = 0
    links: int = 0
    problems: tuple[FileProblem, ...] = ()
    generation: int = 0
    seconds: float = 0.0

    def __bool__(self) -> bool:
        """Whether any note or file is another one now."""
        return bool(self.added or self.changed or self.removed or self.renamed)


class Syncer:
    """Brings one index up to date with one vault, again and again. Holds what a small change needs: the resolver."""

    def __init__(self, connection: apsw.Connection, vault: Path, config: Config, analyzer: Analyzer) -> None:
        self._db = connection
        self._vault = vault
        self._config = config.vault
        meant = (config.vault.folders, config.vault.relations, config.vault.types)
        self._made = digest(repr(meant)).hex()
        self._parser = Parser(config.vault)
        self._writer = NoteWriter(connection, analyzer)
        self._resolver = Resolver(path for (path,) in connection.execute("SELECT path FROM file"))
        self._linker = Linker(connection, self._resolver, config.vault)

    def run(self, progress: Progress | None = None) -> SyncReport:
        """Look at every file of the vault. VaultError: there is no vault to look at."""
        started, scanned_ns = time.perf_counter(), time.time_ns()
        found = scan(self._vault, self._config)
        known, secret = files.known_files(self._db), files.known_secrets(self._db)
        seen = {file.path for file in found.files}
        places = {place_of(path) for path in seen} if secret else set()
        vanished = [item for path, item in known.items() if path not in seen]
        lost = [place for place in secret if place not in places]
        report = self._bring(_Found(found, known, secret, vanished, lost, scanned_ns), progress)
        self._keep_problems(found.problems)
        return self._timed(report, found.problems, started)

    def apply(self, names: Iterable[str], progress: Progress | None = None) -> SyncReport:
        """Look only at these files and folders, named from the vault's root as the file system spells them."""
        started, scanned_ns = time.perf_counter(), time.time_ns()
        names = list(dict.fromkeys(names))
        found = self._spelled(look(self._vault, self._config, names))
        seen = {file.path for file in found.files}
        paths = seen | {nfc(name) for name in names}
        known = files.known_files(self._db, paths)
        known |= self._respelled(found, known)
        secret = files.known_secrets(self._db)
        vanished = [item for path, item in known.items() if path not in seen]
        lost = [place for path in paths - seen if (place := place_of(path)) in secret]
        report = self._bring(_Found(found, known, secret, vanished, lost, scanned_ns), progress)
        return self._timed(report, found.problems, started)

    def _bring(self, found: _Found, progress: Progress | None) -> SyncReport:
        looked = [self._look(file) for file in unsure(found.scan.files, found.known, found.secret, self._made)]
        changes = sort_out(found.scan.files, found.known, looked, found.vanished, self._made)
        if not changes and not found.lost:
            return SyncReport()
        applier = Applier(self._db, self._resolver, self._writer, self._linker, self._made, found.scanned_ns)
        total, done = len(changes.parse), 0
        first = self._parse_all(changes.parse) if changes.count <= SMALL else []
        with transaction(self._db, visible=changes.visible):
            applier.files(changes, found.lost)
            self._write(applier, first)
        done = len(first)
        while done < total:
            batch = self._parse_all(changes.parse[done : done + BATCH])
            with transaction(self._db):
                self._write(applier, batch)
            done += len(batch)
            if progress:
                progress(done, total, NOTES)
        if done > len(first):
            compact(self._db)
        return _report(changes, applier.links)

    def _write(self, applier: Applier, batch: Iterable[Parsed]) -> None:
        for parsed in batch:
            applier.note(parsed)
        applier.settle()

    def _look(self, file: VaultFile) -> Looked:
        """The digest of a note's bytes, and whether it says that no one may see it. What cannot be read counts as empty."""
        if file.size > MAX_BYTES:
            return Looked(file, EMPTY, False)
        try:
            data = (self._vault / file.file).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return Looked(file, None, False)
        except OSError:
            return Looked(file, EMPTY, False)
        return Looked(file, revision_of(data).removeprefix("sha256:"), self._is_private(file, data))

    def _is_private(self, file: VaultFile, data: bytes) -> bool:
        """Parsed only where the word occurs: UTF-16 has it with zeros between."""
        if not file.path.lower().endswith(".md") or b"private" not in data.replace(b"\0", b"").lower():
            return False
        return is_private(self._parser.note(file.path, file.file, data))

    def _parse_all(self, wanted: Sequence[VaultFile]) -> list[Parsed]:
        return [self._parse(file) for file in wanted]

    def _parse(self, file: VaultFile) -> Parsed:
        note = read_note(self._vault, file, self._parser)
        if note is None:
            return Parsed(file, None)
        return Parsed(file, note, () if note.hidden else split(note, self._config))

    def _spelled(self, found: Scan) -> Scan:
        """Of names that differ by case and are one file, the one that its folder lists."""
        by_file: dict[tuple[str, int], list[VaultFile]] = {}
        for file in found.files:
            by_file.setdefault((fold(file.path), file.inode), []).append(file)
        kept = [file for alike in by_file.values() for file in alike if len(alike) == 1 or self._is_listed(file.file)]
        return replace(found, files=tuple(sorted(kept, key=lambda file: file.path)))

    def _respelled(self, found: Scan, known: Mapping[str, Known]) -> dict[str, Known]:
        """The known files that are found ones under a name that differs by case, as a case-blind file system renames them."""
        respelled: dict[str, Known] = {}
        for file in found.files:
            other = self._resolver.exact(file.path) if file.path not in known else None
            if other is not None and other not in known:
                before = files.known_files(self._db, [other]).get(other)
                if before is not None and before.stat.inode == file.inode and not self._is_listed(other):
                    respelled[other] = before
        return respelled

    def _is_listed(self, name: str) -> bool:
        folder, _, last = name.rpartition("/")
        try:
            return last in os.listdir(self._vault / folder)
        except OSError:
            return False

    def _keep_problems(self, problems: Sequence[FileProblem]) -> None:
        kept = packed([[problem.path, problem.message] for problem in problems])
        if kept != one(self._db, "SELECT value FROM meta WHERE key = 'problems'"):
            self._db.execute("INSERT OR REPLACE INTO meta VALUES ('problems', ?)", (kept,))

    def _timed(self, report: SyncReport, problems: tuple[FileProblem, ...], started: float) -> SyncReport:
        generation = int(one(self._db, "SELECT value FROM meta WHERE key = 'generation'"))
        return replace(report, problems=problems, generation=generation, seconds=time.perf_counter() - started)


@dataclass(frozen=True, slots=True)
class _Found:
    """What a look at the vault found, and what the index knows of the same places."""

    scan: Scan
    known: Mapping[str, Known]
    secret: Mapping[str, Known]
    vanished: Sequence[Known]
    lost: Sequence[str]
    scanned_ns: int


def _report(changes: Changes, links: int) -> SyncReport:
    new = {file.path for file in changes.added} | {file.path for _, file in changes.renamed}
    changed = sum(file.path not in new for file in changes.parse)
    return SyncReport(len(changes.added), changed, len(changes.removed), len(changes.renamed), links)
