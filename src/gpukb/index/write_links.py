"""Links as written → rows with their answers; files and notes that come, go or change → exactly the links to be answered anew."""

from __future__ import annotations

import posixpath
import zlib
from collections.abc import Iterable
from typing import Any

import apsw

from gpukb.config import VaultConfig
from gpukb.graph import Anchors, Resolver
from gpukb.graph.graph import is_card
from gpukb.index.database import one, rows
from gpukb.index.find_words import numbers
from gpukb.index.rows import facts_in, packed, spelled, storable
from gpukb.note import Link, Note, fold

_INSERT = (
    "INSERT INTO link (source, ordinal, raw, target, heading, block, alias, embed, markdown, verbatim, relation, place, start, end, line,"
    f" key, node, basename, found, resolved, alias_of, ambiguous, derived) VALUES ({','.join('?' * 23)})"
)
ANCHORS_KEPT = 2000  # notes whose headings are kept at hand during a build
Answer = tuple[int | None, bool, int | None, str | None]  # found, resolved, alias_of, ambiguous


class Linker:
    """Answers links against the files of the index, in the caller's transaction. The resolver must know the same files."""

    def __init__(self, connection: apsw.Connection, resolver: Resolver, config: VaultConfig) -> None:
        self._db = connection
        self._resolver = resolver
        self._derived = {name for name, rule in config.relations.items() if rule.derived}
        self._anchors: dict[int, Anchors | None] = {}

    def put(self, number: int, note: Note) -> None:
        """Write a note's links in place of those it had."""
        self.drop(number)
        self._db.executemany(_INSERT, [self._row(number, note.path, i, link) for i, link in enumerate(note.links)])

    def drop(self, number: int) -> None:
        """Take a note's links away."""
        self._db.execute("DELETE FROM link WHERE source = ?", (number,))

    def changed(self, number: int) -> None:
        """Forget what is known of a note whose headings and blocks may be others now."""
        self._anchors.pop(number, None)

    def again(self, names: Iterable[str], targets: Iterable[int]) -> int:
        """Answer the links anew that end in one of these names, or that name a heading or block of one of these files; how many changed."""
        wanted: set[int] = set()
        for name in names:
            wanted.update(number for (number,) in self._db.execute("SELECT id FROM link WHERE basename = ?", (name_digest(name),)))
        sql = "SELECT id FROM link WHERE found IN (SELECT value FROM carray(?)) AND (heading IS NOT NULL OR block IS NOT NULL)"
        wanted.update(number for (number,) in self._db.execute(sql, (numbers(targets),)))
        return sum(self._answer_again(number) for number in sorted(wanted))

    def _answer_again(self, number: int) -> bool:
        sql = (
            "SELECT f.path, l.target, l.heading, l.block, l.raw, l.place, l.embed, l.markdown, l.found, l.resolved, l.alias_of, l.ambiguous"
            " FROM link l JOIN file f ON f.id = l.source WHERE l.id = ?"
        )
        source, target, heading, block, raw, place, embed, markdown, *old = rows(self._db, sql, number)[0]
        link = Link("[[" if raw is None else raw, target, heading, block, None, bool(embed), "", place, None, bool(markdown))
        new = self._answer(link, source)
        if (old[0], bool(old[1]), old[2], old[3]) == new:
            return False
        self._db.execute("UPDATE link SET (found, resolved, alias_of, ambiguous) = (?,?,?,?) WHERE id = ?", (*new, number))
        return True

    def _row(self, number: int, path: str, ordinal: int, link: Link) -> tuple[Any, ...]:
        span = link.span
        raw = None if link.raw == spelled(link) else link.raw
        texts = [None if text is None else storable(text) for text in (raw, link.target, link.heading, link.block, link.alias)]
        return (
            number, ordinal, *texts, link.embed, link.markdown, link.verbatim, link.relation, link.where,
            span and span.start, span and span.end, span and span.line, link.key, link.node,
            name_digest(basename(link, path)), *self._answer(link, path), link.relation in self._derived,
        )  # fmt: skip

    def _answer(self, link: Link, source: str) -> Answer:
        if is_card(link):
            path = self._resolver.exact(link.target)
            return (None, False, None, None) if path is None else self._at(path, link, ())
        found = self._resolver.resolve(link.target, source, link.markdown)
        if found.path is None:
            return None, False, self._alias(link.target), None
        return self._at(found.path, link, found.candidates)

    def _at(self, path: str, link: Link, candidates: tuple[str, ...]) -> Answer:
        number = self._number(path)
        return number, self._has_anchor(number, link), None, packed(candidates) if candidates else None

    def _number(self, path: str) -> int:
        return int(one(self._db, "SELECT id FROM file WHERE path = ?", path))

    def _alias(self, target: str) -> int | None:
        sql = "SELECT a.note FROM alias a JOIN file f ON f.id = a.note WHERE a.folded = ? ORDER BY f.path LIMIT 1"
        found = one(self._db, sql, storable(fold(target)))
        return None if found is None else int(found)

    def _has_anchor(self, number: int, link: Link) -> bool:
        """Whether heading and block stand in the note. Files that are no notes, and notes not read yet, have none to miss."""
        if link.heading is None and link.block is None:
            return True
        if number not in self._anchors:
            if len(self._anchors) >= ANCHORS_KEPT:
                self._anchors.clear()
            self._anchors[number] = self._read_anchors(number)
        anchors = self._anchors[number]
        if anchors is None:
            return True
        if link.block is not None:
            return anchors.block(link.block) is not None
        return link.heading is None or anchors.heading(link.heading) is not None

    def _read_anchors(self, number: int) -> Anchors | None:
        found = rows(self._db, "SELECT b.facts, b.data FROM body b JOIN file f USING (id) WHERE id = ? AND f.kind = 'note'", number)
        return Anchors(*facts_in(*found[0])[1:]) if found else None


def name_digest(name: str) -> int:
    """A small number for a name: two that share one are both answered anew, which harms neither."""
    return zlib.crc32(name.encode("utf-8", "surrogatepass"))


def basename(link: Link, source: str) -> str:
    """The folded name that a file must have for this link to lead to it; empty for a link into its own file."""
    if link.target.startswith(("./", "../")) or link.target in (".", ".."):
        return Resolver.key_of(posixpath.normpath(posixpath.join(posixpath.dirname(source), link.target)))
    return Resolver.key_of(link.target)
