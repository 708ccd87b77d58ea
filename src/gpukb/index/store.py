"""The index of one vault: opened, brought up to date, read by snapshots. Readers never wait for the writer, nor it for them."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from gpukb.config import Config, load_config
from gpukb.errors import GpukbError, IndexUnusableError
from gpukb.index import database, place
from gpukb.index.database import DamagedError, compact, one, transaction, translated
from gpukb.index.find_vectors import stored_encoder
from gpukb.index.lock import WriterLock
from gpukb.index.saved_words import register
from gpukb.index.schema import SCHEMA
from gpukb.index.snapshot import Snapshot
from gpukb.index.vector_scan import Scan

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer
    from gpukb.config import VaultConfig
    from gpukb.encoders import Encoder
    from gpukb.index.sync import Progress, Syncer, SyncReport

READERS_KEPT = 8  # idle connections; more readers at once open their own


class Index:
    """One vault's index. Safe to share between threads. `told` holds what the person should know of what happened to it."""

    def __init__(self, vault: Path, config: Config, folder: Path, analyzer: Analyzer) -> None:
        self.vault = vault
        self.folder = folder
        self.told: list[str] = []
        self.synced: float | None = None  # when vault and index were last compared, in seconds since 1970
        self._config = config
        self._analyzer = analyzer
        self._mutex = threading.RLock()  # of the writing half
        self._lock: WriterLock | None = None
        self._writer: apsw.Connection | None = None
        self._syncer: Syncer | None = None
        self._pool_mutex = threading.Lock()  # of the reading half
        self._readers: list[apsw.Connection] = []
        self._inode = 0
        self._written = 0  # the inode that the writer has open
        self._scans: dict[tuple[str, int, str], Scan] = {}
        self._memo: tuple[int, dict[Any, Any]] = (-1, {})

    # Reading

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """One generation for reading. IndexUnusableError: there is no index, or it can not be read."""
        connection, inode = self._reader()
        kept = False
        try:
            with translated(self.folder):
                connection.execute("BEGIN")
                try:
                    generation = int(one(connection, "SELECT value FROM meta WHERE key = 'generation'"))
                    yield Snapshot(connection, self._config.vault.relations, self._scan, self._memo_of(generation), generation)
                finally:
                    connection.execute("ROLLBACK")
                kept = True
        finally:
            self._give_back(connection, inode, kept)

    def _reader(self) -> tuple[apsw.Connection, int]:
        """A connection, and the inode of the database it reads: another one there means that the index was built anew."""
        inode = self._inode_now()
        with self._pool_mutex:
            if inode != self._inode:
                self._forget_readers()
                self._inode = inode
            if self._readers:
                return self._readers.pop(), inode
        connection = database.open_reader(self.folder)
        register(connection)
        made_by = one(connection, "SELECT value FROM meta WHERE key = 'analyzer'")
        if made_by not in (None, self._analyzer.version):
            connection.close()
            raise IndexUnusableError(f"the index {self.folder} {_other_words(made_by, self._analyzer.version)}: run `gpukb index`")
        return connection, inode

    def _give_back(self, connection: apsw.Connection, inode: int, usable: bool) -> None:
        with self._pool_mutex:
            if usable and inode == self._inode and len(self._readers) < READERS_KEPT:
                self._readers.append(connection)
                return
        connection.close()

    def _forget_readers(self) -> None:
        for connection in self._readers:
            connection.close()
        self._readers.clear()
        self._scans.clear()
        self._memo = (-1, {})

    def _memo_of(self, generation: int) -> dict[Any, Any]:
        if self._memo[0] != generation:
            self._memo = (generation, {})
        return self._memo[1]

    def _scan(self, connection: apsw.Connection, encoder: str, kind: str) -> Scan | None:
        stored = stored_encoder(connection, encoder)
        if stored is None:
            return None
        with self._pool_mutex:
            key = (encoder, stored.number, kind)  # one that was dropped and came back has another number
            if key not in self._scans:
                self._scans[key] = Scan(self.folder, encoder, stored, kind)
            return self._scans[key]

    # Writing

    def sync(self, progress: Progress | None = None) -> SyncReport:
        """Bring the index up to date with the whole vault. LockedError: another process writes it."""
        return self._synced(lambda syncer: syncer.run(progress))

    def apply(self, names: Iterable[str], progress: Progress | None = None) -> SyncReport:
        """The same for these files and folders alone, named from the vault's root as the file system spells them."""
        wanted = list(names)
        return self._synced(lambda syncer: syncer.apply(wanted, progress))

    def encode(self, encoder: Encoder, progress: Progress | None = None, stop: threading.Event | None = None) -> int:
        """Give every passage that lacks one its vector; how many were made. May be stopped and gone on with at any time."""
        from gpukb.index.vectors import encode_missing

        return encode_missing(self, encoder, progress, stop or threading.Event())

    def prune(self, encoders: Iterable[str]) -> None:
        """Drop the vectors of all encoders but these, and give the space back."""
        from gpukb.index.vectors import drop_encoders

        with self.writing() as connection:
            drop_encoders(connection, set(encoders))
        with self._mutex, translated(self.folder):
            compact(self._connection())

    def reload(self) -> None:
        """Read the vault's `gpukb.toml` again; the next sync parses anew what it changes. ConfigError: it is wrong, the old one holds."""
        self.follow(load_config(self.vault).vault)

    def follow(self, vault: VaultConfig) -> None:
        """Read the vault by this configuration from the next sync on."""
        if vault == self._config.vault:
            return
        with self._mutex:
            self._config = replace(self._config, vault=vault)
            self._syncer = None

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """One transaction of the writer, under a new generation when it ends well."""
        with self._mutex, translated(self.folder):
            connection = self._connection()
            with transaction(connection):
                yield connection

    def release(self) -> None:
        """Give up writing for now, so that another process may."""
        with self._mutex:
            self._drop_writer()
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def close(self) -> None:
        """Release, and close all connections that are not in use."""
        with self._pool_mutex:
            self._forget_readers()
        self.release()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _synced(self, work: Callable[[Syncer], SyncReport]) -> SyncReport:
        with self._mutex:
            try:
                return self._attempt(work)
            except DamagedError as error:
                self._start_again(str(error))
            except (GpukbError, MemoryError):
                raise
            except Exception:
                if database.is_sound(self.folder):
                    raise  # ours, not the disk's
                self._start_again(f"{self.folder / place.DATABASE} is damaged: it is built again from the notes")
            return self._attempt(work)

    def _attempt(self, work: Callable[[Syncer], SyncReport]) -> SyncReport:
        from gpukb.index.sync import Syncer  # the parser's libraries load with it

        try:
            with translated(self.folder):
                connection = self._connection()
                if self._syncer is None:
                    self._syncer = Syncer(connection, self.vault, self._config, self._analyzer)
                report = work(self._syncer)
                self.synced = time.time()
                return report
        except BaseException:
            self._drop_writer()  # what it holds in memory may be ahead of what was written
            raise

    def _connection(self) -> apsw.Connection:
        """The writing connection; takes the lock and makes or mends the index when there is none."""
        if self._writer is not None and self._inode_now() != self._written:
            self._drop_writer()  # somebody took the folder away: what is open has no name any more
            self.release()
        if self._writer is None:
            if self._lock is None:
                place.make_folder(self.folder)
                self._lock = WriterLock(self.folder)
            try:
                self._writer = database.open_writer(self.folder)
            except DamagedError as error:
                self._start_again(str(error))
                self._writer = database.open_writer(self.folder)
            self._check_analyzer(self._writer)
            self._written = self._inode_now()
        return self._writer

    def _inode_now(self) -> int:
        """The inode of the database, 0 when there is none."""
        try:
            return (self.folder / place.DATABASE).stat().st_ino
        except OSError:
            return 0

    def _check_analyzer(self, connection: apsw.Connection) -> None:
        version = self._analyzer.version
        made_by = one(connection, "SELECT value FROM meta WHERE key = 'analyzer'")
        if made_by == version:
            return
        if made_by is not None:
            self._start_again(f"the index {_other_words(made_by, version)}: it is built again from the notes")
            self._writer = connection = database.open_writer(self.folder)
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('analyzer', ?)", (version,))
        facts = {"made_by": "gpukb", "schema": SCHEMA, "analyzer": version, "vault": str(self.vault.resolve())}
        with translated(self.folder):
            place.write_manifest(self.folder, facts)

    def _start_again(self, why: str) -> None:
        """Take the database away, since it cannot be used, and tell why."""
        self.told.append(why)
        self._drop_writer()
        with self._pool_mutex:
            self._forget_readers()
        database.remove(self.folder)

    def _drop_writer(self) -> None:
        self._syncer = None
        if self._writer is not None:
            writer, self._writer = self._writer, None
            with contextlib.suppress(apsw.Error):  # whatever is wrong was told already; the log is as good as the database
                writer.execute("PRAGMA incremental_vacuum").fetchall()
                writer.pragma("wal_checkpoint", "truncate")
            writer.close()


def index_folder(vault: Path, config: Config) -> Path:
    """The folder of this vault's index, as the configuration or the rules say; it need not be there."""
    from gpukb.encoders.folder import cache_home

    return place.index_folder(vault, config.user.index.path, cache_home())


def open_index(vault: Path, config: Config, analyzer: Analyzer, folder: Path | None = None) -> Index:
    """The index of this vault, in this folder or the usual one. Nothing is read or written yet."""
    return Index(vault, config, folder or index_folder(vault, config), analyzer)


def _other_words(made_by: str, version: str) -> str:
    return f"holds words as another version cut them (analyser {made_by}, here {version})"
