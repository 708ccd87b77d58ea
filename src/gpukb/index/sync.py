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
from gpukb.index.apply import Applier
from gpukb.index.changes import Changes, Known, place_of, sort_out, unsure
from gpukb.index.crew import crew_size, parse_in_batches
from gpukb.index.database import compact, one, transaction
from gpukb.index.parsing import Parsing
from gpukb.index.place import lint_file
from gpukb.index.rows import packed
from gpukb.index.write_links import Linker
from gpukb.index.write_note import NoteWriter
from gpukb.index.write_words import digest
from gpukb.note import nfc
from gpukb.vault import FileProblem, Scan, VaultFile, look, scan

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
        self._parsing = Parsing(vault, config.vault, analyzer)
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
        """Look only at these files and folders, named from the vault's root in any spelling under which they are, or were, found."""
        started, scanned_ns = time.perf_counter(), time.time_ns()
        names = list(dict.fromkeys(names))
        found = look(self._vault, self._config, names)
        seen = {file.path for file in found.files}
        paths = seen | {nfc(name) for name in names}
        known = files.known_files(self._db, paths)
        known |= self._respelled(found, known) | self._gone_otherwise(paths - seen, known)
        secret = files.known_secrets(self._db)
        vanished = [item for path, item in known.items() if path not in seen]
        lost = [place for path in paths - seen if (place := place_of(path)) in secret]
        report = self._bring(_Found(found, known, secret, vanished, lost, scanned_ns), progress)
        return self._timed(report, found.problems, started)

    def _bring(self, found: _Found, progress: Progress | None) -> SyncReport:
        looked = [self._parsing.look(file) for file in unsure(found.scan.files, found.known, found.secret, self._made)]
        changes = sort_out(found.scan.files, found.known, looked, found.vanished, self._made)
        self._distrust(changes, {item.file.path: item.text for item in looked if item.text})
        if not changes and not found.lost:
            return SyncReport()
        applier = Applier(self._db, self._resolver, self._writer, self._linker, self._made, found.scanned_ns)
        small = changes.count <= SMALL
        first = [self._parsing.parse(file) for file in changes.parse] if small else []
        with transaction(self._db, visible=changes.visible):
            applier.files(changes, found.lost)
            applier.notes(first)
        if not small:
            self._build(applier, changes.parse, found, progress)
        return _report(changes, applier.links)

    def _distrust(self, changes: Changes, texts: Mapping[str, str]) -> None:
        """Have notes parsed of which the index has another text than their bytes: an index may come from a stranger, as a vault may."""
        other = {file for file in changes.touched if file.path in texts and texts[file.path] != files.text_digest(self._db, file.path)}
        if other:
            changes.touched[:] = [file for file in changes.touched if file not in other]
            changes.parse[:] = sorted((*changes.parse, *other), key=lambda file: file.path)

    def _build(self, applier: Applier, wanted: Sequence[VaultFile], found: _Found, progress: Progress | None) -> None:
        """Take many notes in, a batch at a time. What the linter needs of them is kept for it: it would read them all again."""
        done = 0
        looks: dict[str, tuple[str, bytes]] = {}
        crew = crew_size(len(wanted))
        for batch in parse_in_batches(self._parsing, self._vault, self._config, wanted, BATCH, crew):
            with transaction(self._db):
                applier.notes(batch)
            looks |= {each.file.path: (each.note.revision, each.look) for each in batch if each.note and each.look}
            done += len(batch)
            if progress:
                progress(done, len(wanted), NOTES)
        compact(self._db)
        self._keep_looks(found, looks)

    def _keep_looks(self, found: _Found, looks: Mapping[str, tuple[str, bytes]]) -> None:
        from gpukb.encoders.folder import cache_home
        from gpukb.lint.beside import keep_looks  # slow: all rules

        keep_looks(lint_file(self._vault, cache_home()), self._vault, self._config, found.scan, found.scanned_ns, looks)

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

    def _gone_otherwise(self, paths: Iterable[str], known: Mapping[str, Known]) -> dict[str, Known]:
        """The known files that are gone and were named in another case."""
        others = {other for path in paths if path not in known and (other := self._resolver.exact(path)) and other not in known}
        gone = [other for other in others if not os.path.lexists(self._vault / files.spelling(self._db, other))]
        return {path: item for path, item in files.known_files(self._db, gone).items() if path in gone}

    def _is_listed(self, name: str) -> bool:
        """Whether each folder on the way lists the next name just so."""
        at = self._vault
        for part in name.split("/"):
            try:
                if part not in os.listdir(at):
                    return False
            except OSError:
                return False
            at /= part
        return True

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
