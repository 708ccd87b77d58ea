"""The vectors of one encoder and kind, in memory for search by faiss: read from the index, topped up when it changed.

SQLite holds the truth. A scan is exact, over float16: half the memory of float32 and, since memory is what a scan waits for, twice as
fast (2.5 against 6 ms for 100,000 vectors of 384 components). From INVERTED_FROM vectors on, inverted lists name the candidates and the
vectors in SQLite say which are the nearest. Lists are trained by the writer and kept as a file; while there is none, or it is torn or
somebody else's, the exact scan answers. A file's name says up to which change it goes, and bears its seal; what came later is added when
it is read.
"""

from __future__ import annotations

import contextlib
import re
import threading
from array import array
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import apsw

from gpukb.index import inverted
from gpukb.index.database import one, rows
from gpukb.index.find_vectors import StoredEncoder, dots
from gpukb.index.find_words import numbers
from gpukb.index.packing import unpack_vectors
from gpukb.index.schema import vector_keys, vector_passage
from gpukb.index.seal import bears, seal

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Vectors

FILE_FROM = 20_000  # vectors; fewer are decoded from SQLite in under a tenth of a second and are not worth a file
INVERTED_FROM = 100_000  # vectors; an exact scan of fewer takes 3 ms (SCALE)
BEHIND = 1_000  # changes that a file may miss before it is written anew: they are topped up in some hundredths of a second
NARROW = 50_000  # allowed passages that are all compared, and so are a tenth of all: lists behind a filter lose too many (SCALE)
NARROW_SHARE = 10
WIDER = 4  # times as many lists are read behind a broad filter
DEEPER = 8  # times as many vectors are looked at, at the least, as are wanted
CHUNK = 10_000  # vectors decoded at a time
_UNFIT = re.compile(r"[^\w.-]+")
_STAMP = re.compile(r"([0-9a-f]+)-(\d+)-(\d+)-([0-9a-f]+)")


class Kept(NamedTuple):
    """A file of a scan: of which database, after which change, with how many lists (0: it is scanned whole), and its seal."""

    birth: str
    at: int
    lists: int
    seal: str
    path: Path


class Scan:
    """The passages of one encoder and kind. Safe to share between threads; it follows what a connection sees."""

    def __init__(self, folder: Path, encoder: str, stored: StoredEncoder, kind: str, inverted_from: int = INVERTED_FROM) -> None:
        self._folder = folder
        self._number = stored.number
        self._stem = f"{_UNFIT.sub('-', encoder)}-{kind}"
        self._span = vector_keys(stored.number, kind)
        self._centre = stored.centre
        self._inverted_from = inverted_from
        self._lock = threading.Lock()
        self._faiss: Any = None  # faiss ships no types
        self._at = -1  # the last change that is in
        self._unreadable: set[Path] = set()

    def __len__(self) -> int:
        return 0 if self._faiss is None else int(self._faiss.ntotal)

    @property
    def lists(self) -> int:
        """How many lists the vectors stand in, 0 when all are compared."""
        return inverted.lists_of(self._faiss)

    def search(
        self,
        connection: apsw.Connection,
        vector: Vectors,
        limit: int,
        allowed: Collection[int] | None = None,
        left_out: Collection[int] = (),
    ) -> list[tuple[int, float]]:
        """The nearest passages and their cosines, best first, among those allowed; where all are, among all but a few `left_out`.

        Those few change nothing else: what is found is what would be found if they were not there.
        """
        import numpy as np

        with self._lock:
            self._refresh(connection)
            wanted = min(limit, len(self) if allowed is None else len(allowed))
            if wanted <= 0 or not len(self):
                return []
            query = np.ascontiguousarray(vector, dtype=np.float32).reshape(1, -1)
            _alone()
            selector = _selector(allowed) if allowed is not None else _all_but(left_out)
            if self.lists:
                near = inverted.look(self._faiss, query, wanted, selector, self._reach(wanted, allowed))
            else:
                scores, found = self._faiss.search(query, wanted, params=_only(selector))
                return [(int(number), float(score)) for number, score in zip(found[0], scores[0], strict=True) if number >= 0]
        return self._compared(connection, query[0], near, wanted)

    def _reach(self, wanted: int, allowed: Collection[int] | None) -> int:
        """How many lists are read: as many as were found to do, more where much is wanted, all where the allowed passages are few."""
        if allowed is not None and len(allowed) < max(NARROW, len(self) // NARROW_SHARE):
            return self.lists
        enough = max(int(self._faiss.nprobe), DEEPER * wanted * self.lists // len(self))
        return min(self.lists, enough if allowed is None else enough * WIDER)

    def _compared(self, connection: apsw.Connection, query: Vectors, near: Collection[int], wanted: int) -> list[tuple[int, float]]:
        """The nearest of these by their vectors in SQLite."""
        sql = "SELECT key, data FROM vector WHERE key IN (SELECT value FROM carray(?))"
        found = rows(connection, sql, numbers(self._span[0] | number for number in near))
        if not found:
            return []
        cosines = dots(unpack_vectors([data for _, data in found], self._centre), query)
        scored = [(vector_passage(key), float(cosine)) for (key, _), cosine in zip(found, cosines.tolist(), strict=True)]
        return sorted(scored, key=lambda one: (-one[1], one[0]))[:wanted]

    def keep(self, connection: apsw.Connection) -> None:
        """Write the file that the next process starts from, when there is enough to write and what is there is too old.

        Of many vectors the lists are trained here: once, and anew when they have become too few.
        """
        with self._lock:
            count = self._count(connection)
            newest = _newest(connection)
            if count < FILE_FROM or any(
                self._changes(connection, kept.at) < BEHIND and self._fit(kept.lists, count) for kept in self._kept(connection)
            ):
                return
            if self._faiss is None:
                self._load(connection)
            if self._fit(self.lists, count):
                self._refresh(connection)
            if not self._fit(self.lists, count):
                (self._build if count < self._inverted_from else self._invert)(connection)
                self._at = newest
            self._write(connection)

    def _fit(self, lists: int, count: int) -> bool:
        """Whether so many lists are right for so many vectors."""
        return inverted.fits(lists, count) if lists else count < self._inverted_from

    def _write(self, connection: apsw.Connection) -> None:
        import faiss

        aside = self._folder / f"{self._stem}.part"
        faiss.write_index(self._faiss, str(aside))
        path = self._folder / f"{self._stem}.{_birth(connection)}-{self._at}-{self.lists}-{seal(aside)}.faiss"
        old = list(self._files())
        aside.replace(path)
        for file in old:
            if file != path:
                file.unlink(missing_ok=True)

    def _refresh(self, connection: apsw.Connection) -> None:
        if self._faiss is None or (not self.lists and len(self) >= self._inverted_from and any(k.lists for k in self._kept(connection))):
            self._load(connection)
        newest = _newest(connection)
        if self._at >= newest:  # a connection may see an older state than another one has brought in; who is gone is left out later
            return
        forgotten = self._forgotten(connection)
        if self._at < forgotten:
            self._load(connection)  # the writer may have kept a newer one
        if self._at < forgotten:
            self._build(connection)
        else:
            self._top_up(connection)
        self._at = newest

    def _build(self, connection: apsw.Connection) -> None:
        self._faiss = _empty(len(self._centre))
        self._fill(connection)

    def _invert(self, connection: apsw.Connection) -> None:
        """Train lists with a part of the vectors, put all in, and find out how many lists a question has to read."""
        _alone()
        count = self._count(connection)
        step = max(1, count // inverted.wanted_sample(count))
        sample = unpack_vectors([data for _, data in islice(self._stored(connection), 0, None, step)], self._centre)
        self._faiss = inverted.train(sample, count)
        self._fill(connection)
        inverted.settle(self._faiss, sample[:: max(1, len(sample) // inverted.PROBES)])

    def _forgotten(self, connection: apsw.Connection) -> int:
        """The last change that cannot be made up for."""
        return int(one(connection, "SELECT forgotten FROM encoder WHERE id = ?", self._number) or 0)

    def _changes(self, connection: apsw.Connection, since: int) -> int:
        """How many vectors of this scan changed since then."""
        sql = "SELECT count(*) FROM vector_change WHERE seq > ? AND key >= ? AND key < ?"
        return int(one(connection, sql, since, *self._span))

    def _count(self, connection: apsw.Connection) -> int:
        return int(one(connection, "SELECT count(*) FROM vector WHERE key >= ? AND key < ?", *self._span))

    def _fill(self, connection: apsw.Connection) -> None:
        stored = self._stored(connection)
        while chunk := list(islice(stored, CHUNK)):
            self._add(chunk)

    def _stored(self, connection: apsw.Connection) -> Iterator[tuple[Any, ...]]:
        return iter(connection.execute("SELECT key, data FROM vector WHERE key >= ? AND key < ? ORDER BY key", self._span))

    def _top_up(self, connection: apsw.Connection) -> None:
        import numpy as np

        sql = "SELECT DISTINCT key FROM vector_change WHERE seq > ? AND key >= ? AND key < ?"
        changed = [key for (key,) in connection.execute(sql, (self._at, *self._span))]
        if not changed:
            return
        self._faiss.remove_ids(np.array([vector_passage(key) for key in changed], dtype=np.int64))
        sql = "SELECT key, data FROM vector WHERE key IN (SELECT value FROM carray(?)) ORDER BY key"
        self._add(rows(connection, sql, numbers(changed)))

    def _add(self, found: list[tuple[Any, ...]]) -> None:
        import numpy as np

        if found:
            passages = np.array([vector_passage(key) for key, _ in found], dtype=np.int64)
            self._faiss.add_with_ids(unpack_vectors([data for _, data in found], self._centre), passages)

    def _load(self, connection: apsw.Connection) -> None:
        """Start from the file, if there is one of this database; one that cannot be read is taken away, so that it is written again."""
        import faiss

        self._faiss, self._at = _empty(len(self._centre)), -1
        for kept in self._kept(connection):
            with contextlib.suppress(RuntimeError, OSError):
                read = faiss.read_index(str(kept.path)) if bears(kept.path, kept.seal) else None
                if read and read.d == len(self._centre) and inverted.lists_of(read) == kept.lists:
                    self._faiss, self._at = read, kept.at
                    return
            self._unreadable.add(kept.path)
            with contextlib.suppress(OSError):
                kept.path.unlink()

    def _kept(self, connection: apsw.Connection) -> list[Kept]:
        """The files of this scan and this database that can be topped up, the newest first."""
        birth, forgotten = _birth(connection), self._forgotten(connection)
        found = []
        for path in set(self._files()) - self._unreadable:
            stamp = _STAMP.fullmatch(path.name.removeprefix(f"{self._stem}.").removesuffix(".faiss"))
            if stamp and stamp[1] == birth and int(stamp[2]) >= forgotten:
                found.append(Kept(birth, int(stamp[2]), int(stamp[3]), stamp[4], path))
        return sorted(found, key=lambda kept: -kept.at)

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob(f"{self._stem}.*.faiss"))


def _empty(dim: int) -> Any:  # Any: faiss ships no types
    import faiss

    flat = faiss.IndexScalarQuantizer(dim, faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT)
    return faiss.IndexIDMap2(flat)


def _alone() -> None:
    """Let faiss use this thread only: for one question the others' waiting costs more than they bring, seven times so on a busy machine."""
    import faiss

    faiss.omp_set_num_threads(1)


def _only(selector: Any) -> Any:  # Any: as above
    """Search parameters that let only those passages through."""
    import faiss

    swig: Any = faiss  # its stubs are those of the C++ side
    return None if selector is None else swig.SearchParameters(sel=selector)


def _all_but(left_out: Collection[int]) -> Any:  # Any: as above
    """What lets all passages through but these; None when that is all."""
    import faiss

    swig: Any = faiss  # as above
    return swig.IDSelectorNot(_selector(left_out)) if len(left_out) else None


def _selector(allowed: Collection[int]) -> Any:  # Any: as above
    """What lets only these passages through: a bit for each number."""
    import faiss
    import numpy as np

    passages = np.asarray(allowed if isinstance(allowed, array) else list(allowed), dtype=np.int64)
    bits = np.zeros(int(passages.max()) + 1, dtype=bool)
    bits[passages] = True
    swig: Any = faiss  # as above
    return swig.IDSelectorBitmap(np.packbits(bits, bitorder="little"))


def _newest(connection: apsw.Connection) -> int:
    return int(one(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'vector_change'") or 0)


def _birth(connection: apsw.Connection) -> str:
    return str(one(connection, "SELECT value FROM meta WHERE key = 'birth'"))
