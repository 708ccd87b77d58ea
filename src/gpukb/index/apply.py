"""Changes of a vault → rows, in the caller's transaction: files, notes, and the links whose answers they change."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from gpukb.graph import Resolver
from gpukb.index import files
from gpukb.index.changes import Changes, Known, Stat, made_of
from gpukb.index.database import one, rows
from gpukb.index.parsing import Parsed
from gpukb.index.rows import facts_in, storable, strings
from gpukb.index.write_links import Linker
from gpukb.index.write_note import NoteWriter, set_time
from gpukb.note import fold


class Applier:
    """Writes one set of changes. `links` counts the links of unchanged notes that got another answer."""

    def __init__(
        self, connection: apsw.Connection, resolver: Resolver, writer: NoteWriter, linker: Linker, made: str, scanned_ns: int
    ) -> None:
        self._db = connection
        self._resolver = resolver
        self._writer = writer
        self._linker = linker
        self._made = made
        self._scanned_ns = scanned_ns
        self._names: set[str] = set()  # folded names of files and aliases that came or went
        self._targets: set[int] = set()  # notes whose headings or blocks are others now
        self.links = 0

    def files(self, changes: Changes, lost: Iterable[str]) -> None:
        """Write what changed of the files themselves. To be followed by `notes`, in the same transaction."""
        secret = {file.path for file in changes.private}
        for before in changes.removed:
            self._remove(before, secret=before.path in secret)
        for before, file in changes.renamed:
            number = files.rename_file(self._db, before, file)
            self._names.update(map(_last_part, self._named_before(number)[0]))  # of several notes with an alias the first by path counts
            self._path_gone(before.path)
            self._path_here(file.path)
        for file in changes.added:
            files.add_file(self._db, file)
            self._path_here(file.path)
        for file in changes.touched:
            files.set_stat(self._db, file, self._scanned_ns)
            set_time(self._db, file.path, file.mtime_ns)
        for file in changes.private:
            files.keep_secret(self._db, file, made_of(self._made, file), self._scanned_ns)
        files.forget_secrets(self._db, lost)

    def notes(self, batch: Iterable[Parsed]) -> None:
        """Write parsed notes with their links; then answer the links anew that all of this may lead elsewhere."""
        for parsed in batch:
            self._note(parsed)
        self.links += self._linker.again(self._names, self._targets)
        self._names.clear()
        self._targets.clear()

    def _note(self, parsed: Parsed) -> None:
        file, note = parsed.file, parsed.note
        number = int(one(self._db, "SELECT id FROM file WHERE path = ?", file.path))
        if note is None:
            self._remove(Known(number, file.path, Stat.of(file), False, None, None), secret=True)
            return
        aliases, anchors = self._named_before(number)
        new_aliases = {fold(alias) for alias in note.aliases}
        if (note.headings, note.blocks) != anchors:
            self._targets.add(number)
        self._names.update(map(_last_part, aliases ^ new_aliases))
        self._writer.put(number, note, parsed.passages, parsed.tokens, file.mtime_ns)
        revision = note.revision.removeprefix("sha256:")
        files.set_stat(self._db, file, self._scanned_ns)
        files.set_parsed(self._db, number, revision, made_of(self._made, file))
        files.found_again(self._db, number, file.path, revision)
        self._linker.changed(number)
        self._linker.put(number, note)

    def _remove(self, before: Known, *, secret: bool) -> None:
        number = files.remove_file(self._db, before, secret=secret)
        self._names.update(map(_last_part, self._named_before(number)[0]))
        self._writer.forget(number)
        self._linker.drop(number)
        self._linker.changed(number)
        self._path_gone(before.path)

    def _path_gone(self, path: str) -> None:
        self._resolver.remove(path)
        self._names.update(Resolver.keys_of(path))

    def _path_here(self, path: str) -> None:
        self._resolver.add(path)
        self._names.update(Resolver.keys_of(path))

    def _named_before(self, number: int) -> tuple[set[str], tuple[object, object] | None]:
        """The folded aliases, and the headings and blocks, that the index has for a note."""
        aliases = one(self._db, "SELECT aliases FROM note WHERE id = ?", number)
        body = rows(self._db, "SELECT facts, data FROM body WHERE id = ?", number)
        _, *anchors = facts_in(*body[0]) if body else (None, None, None)
        return {fold(alias) for alias in strings(aliases)}, (anchors[0], anchors[1]) if body else None


def _last_part(name: str) -> str:
    return storable(name).rpartition("/")[2]
