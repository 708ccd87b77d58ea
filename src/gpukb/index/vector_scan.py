"""The vectors of one encoder and kind, in memory for exact search by faiss: read from the index, topped up when it changed.

SQLite holds the truth. The scan is exact, over float16: half the memory of float32 and, since memory is what a scan waits for, twice as
fast (2.5 against 6 ms for 100,000 vectors of 384 components). A large one is also kept as a file, so that no start has to decode it.
"""

from __future__ import annotations

import re
import threading
from array import array
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from gpukb.index.database import one, rows
from gpukb.index.find_words import numbers
from gpukb.index.packing import unpack_vectors
from gpukb.index.schema import vector_keys, vector_passage

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Vectors

FILE_FROM = 20_000  # vectors; fewer are decoded from SQLite in under a tenth of a second and are not worth a file
CHUNK = 10_000  # vectors decoded at a time
_UNFIT = re.compile(r"[^\w.-]+")


class Scan:
    """The passages of one encoder and kind. Safe to share between threads; `refresh` brings it to what a connection sees."""

    def __init__(self, folder: Path, encoder: str, number: int, kind: str, dim: int) -> None:
        self._folder = folder
        self._stem = f"{_UNFIT.sub('-', encoder)}-{kind}"
        self._span = vector_keys(number, kind)
        self._dim = dim
        self._lock = threading.Lock()
        self._faiss: Any = None  # faiss ships no types
        self._at = -1  # the last change that is in

    def __len__(self) -> int:
        return 0 if self._faiss is None else int(self._faiss.ntotal)

    def search(
        self, connection: apsw.Connection, vector: Vectors, limit: int, allowed: Collection[int] | None = None
    ) -> list[tuple[int, float]]:
        """The nearest passages and their cosines, best first, among those allowed."""
        import numpy as np

        with self._lock:
            self._refresh(connection)
            wanted = min(limit, len(self) if allowed is None else len(allowed))
            if wanted <= 0 or not len(self):
                return []
            query = np.ascontiguousarray(vector, dtype=np.float32).reshape(1, -1)
            _alone()
            scores, found = self._faiss.search(query, wanted, params=_only(allowed))
        return [(int(number), float(score)) for number, score in zip(found[0], scores[0], strict=True) if number >= 0]

    def keep(self, connection: apsw.Connection) -> None:
        """Write the file that the next process starts from, when there is enough to write and it is not there yet."""
        import faiss

        with self._lock:
            self._refresh(connection)
            path = self._folder / f"{self._stem}.{_birth(connection)}-{self._at}.faiss"
            if len(self) < FILE_FROM or path.exists():
                return
            aside = path.with_suffix(".part")
            faiss.write_index(self._faiss, str(aside))
            old = list(self._files())
            aside.replace(path)
        for file in old:
            file.unlink(missing_ok=True)

    def _refresh(self, connection: apsw.Connection) -> None:
        newest = one(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'vector_change'") or 0
        if self._faiss is None:
            self._load(connection)
        if self._at >= newest:  # a connection may see an older state than another one has brought in; who is gone is left out later
            return
        oldest = one(connection, "SELECT min(seq) FROM vector_change")
        if self._at < 0 or oldest is None or self._at + 1 < oldest:
            self._build(connection)
        else:
            self._top_up(connection)
        self._at = newest

    def _build(self, connection: apsw.Connection) -> None:
        self._faiss = _empty(self._dim)
        all_rows: Iterator[Any] = iter(
            connection.execute("SELECT key, data FROM vector WHERE key >= ? AND key < ? ORDER BY key", self._span)
        )
        while chunk := list(islice(all_rows, CHUNK)):
            self._add(chunk)

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
            self._faiss.add_with_ids(unpack_vectors([data for _, data in found], self._dim), passages)

    def _load(self, connection: apsw.Connection) -> None:
        """Start from the file, if there is one of this database."""
        import faiss

        self._faiss = _empty(self._dim)
        birth = _birth(connection)
        for file in self._files():
            made_of, _, seq = file.name.removeprefix(f"{self._stem}.").removesuffix(".faiss").partition("-")
            if made_of == birth and seq.isdigit():
                try:
                    self._faiss, self._at = faiss.read_index(str(file)), int(seq)
                except RuntimeError:  # cut short: what is in SQLite is read instead
                    continue
                return

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


def _only(allowed: Collection[int] | None) -> Any:  # Any: as above
    """Search parameters that let only these passages through: a bit for each number."""
    import faiss
    import numpy as np

    if allowed is None:
        return None
    passages = np.asarray(allowed if isinstance(allowed, array) else list(allowed), dtype=np.int64)
    bits = np.zeros(int(passages.max()) + 1, dtype=bool)
    bits[passages] = True
    swig: Any = faiss  # its stubs are those of the C++ side
    return swig.SearchParameters(sel=swig.IDSelectorBitmap(np.packbits(bits, bitorder="little")))


def _birth(connection: apsw.Connection) -> str:
    return str(one(connection, "SELECT value FROM meta WHERE key = 'birth'"))
