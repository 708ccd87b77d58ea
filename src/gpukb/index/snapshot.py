"""One generation of the index, for reading. Every question is answered from the same state, however long writers go on meanwhile."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import apsw

from gpukb.config import RelationRule
from gpukb.index import find_links, find_notes, find_passages, find_vectors, find_words, status, word_sums
from gpukb.index.database import one
from gpukb.index.filters import allowed
from gpukb.index.find_links import Neighbourhood
from gpukb.index.find_notes import Facets, NotePage, Sort
from gpukb.index.rows import LinkRow, NameRow, NoteDetail, NoteRow, PassageRow
from gpukb.index.saved_words import SavedWords
from gpukb.index.schema import SAVED_WORDS, WORDS
from gpukb.index.status import Status, VectorStatus
from gpukb.index.vocabulary import Vocabulary
from gpukb.index.word_sums import Sums, WordSums
from gpukb.markdown import normalize_heading
from gpukb.note import Note, Problem
from gpukb.query import Filters

if TYPE_CHECKING:
    from gpukb.encoders.encoder import Vectors
    from gpukb.graph import Resolver
    from gpukb.index.vector_scan import Scan

Scans = Callable[[apsw.Connection, str, str], "Scan | None"]  # encoder and kind → what is held of them in memory
KEPT_FILTERS = 16  # sets of allowed passages kept for the next search with the same filters


class Snapshot:
    """What one generation says. Made and ended by `Index.snapshot()`; used by one thread at a time.

    `memo` is shared by the snapshots of one generation: what was worked out once is true for all of them.
    """

    def __init__(
        self,
        connection: apsw.Connection,
        relations: Mapping[str, RelationRule],
        scans: Scans,
        memo: dict[Any, Any],
        generation: int,
        *,
        saved: bool = True,
    ) -> None:
        self.connection = connection
        self._relations = relations
        self._scans = scans
        self._memo = memo
        self.generation = generation
        self._saved = saved
        self._summed: tuple[Any, Sums] | None = None  # the last sums that were made

    def without_saved(self) -> Snapshot:
        """The same generation as if no answer had been saved: their words, vectors, names and links count for nothing."""
        if not self.generated():
            return self
        memo = self.once("without saved", dict)  # what is worked out without them is true there alone
        return Snapshot(self.connection, self._relations, self._scans, memo, self.generation, saved=False)

    def once(self, key: Any, make: Callable[[], Any]) -> Any:  # Any: keys and values of every kind
        """What `make` gives, worked out once in this generation."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]

    # Notes

    def note(self, ref: str | int) -> NoteRow | None:
        """The note with this path, id or number, or None."""
        return find_notes.note(self.connection, ref)

    def moved(self, ref: str) -> NoteRow | None:
        """Where the note went that once had this path or id, or None."""
        return find_notes.moved(self.connection, ref)

    def notes_by_number(self, wanted: Iterable[int]) -> dict[int, NoteRow]:
        """The notes with these numbers."""
        return find_notes.notes_by_number(self.connection, wanted)

    def notes(
        self,
        filters: Filters = Filters(),  # noqa: B008  a frozen value
        *,
        sort: Sort = "path",
        after: tuple[Any, str] | None = None,
        limit: int = 100,
    ) -> NotePage:
        """A stretch of the list of notes. `after` is the last page's."""
        return find_notes.page(self.connection, filters, sort, after, limit)

    def kept_from_models(self) -> tuple[str, ...]:
        """The ids of the notes that no model may read."""
        ids: tuple[str, ...] = self.once("kept from models", lambda: find_notes.kept_from_models(self.connection))
        return ids

    def generated(self) -> tuple[str, ...]:
        """The ids of the notes that gpukb wrote itself (`generated: true`)."""
        ids: tuple[str, ...] = self.once("generated", lambda: find_notes.generated(self.connection))
        return ids

    def detail(self, number: int) -> NoteDetail | None:
        """Properties, headings, blocks and problems of a note."""
        return find_passages.detail(self.connection, number)

    def text(self, number: int) -> str:
        """The whole text of a note."""
        return find_passages.text(self.connection, number)

    def texts(self, first: str = "") -> Iterator[tuple[int, str]]:
        """Number and text of each note that may be found, by path, from this path on."""
        return find_passages.texts(self.connection, first)

    def whole_note(self, number: int) -> Note | None:
        """The note as it was parsed, links and text included."""
        row, detail = self.note(number), self.detail(number)
        if row is None or detail is None:
            return None
        links = tuple(found.link for found in self.links_from(row.path))
        return Note(
            row.path, row.file, "canvas" if row.kind == "canvas" else "note", row.name, row.title, row.type, row.lang, detail.encoding,
            row.revision, self.text(number), detail.body_start, row.aliases, row.tags, dict(detail.properties), detail.headings,
            detail.blocks, links, detail.problems, row.hidden,
        )  # fmt: skip

    def named(self, key: str) -> list[NameRow]:
        """The notes that this key of `gpukb.names` names: by file name, then title, then alias."""
        return self._shown(find_notes.named(self.connection, key))

    def named_from(self, prefix: str, longest: int) -> list[NameRow]:
        """The names whose key begins so and has at most so many characters."""
        return self._shown(find_notes.named_from(self.connection, prefix, longest))

    def _shown(self, names: list[NameRow]) -> list[NameRow]:
        if self._saved or not names:
            return names
        notes = self.notes_by_number({name.note for name in names})
        return [name for name in names if not notes[name.note].generated]

    def all_names(self) -> list[NameRow]:
        """Every name, title and alias that may be suggested."""
        names: list[NameRow] = self.once("names", lambda: find_notes.all_names(self.connection))
        return names

    def facets(self, filters: Filters = Filters()) -> Facets:  # noqa: B008  a frozen value
        """How many notes there are of each type, language, tag and folder."""
        facets: Facets = self.once(("facets", filters), lambda: find_notes.facets(self.connection, filters, saved=self._saved))
        return facets

    # Passages

    def passages(self, wanted: Sequence[int]) -> list[PassageRow]:
        """The passages with these numbers, in this order."""
        return find_passages.passages(self.connection, wanted)

    def passages_of(self, note: int) -> list[PassageRow]:
        """The passages of a note, in order."""
        return find_passages.passages_of(self.connection, note)

    def passage(self, passage_id: str) -> PassageRow | None:
        """The passage with this id, or None."""
        return find_passages.passage_by_id(self.connection, passage_id)

    def leads(self, notes: Iterable[int]) -> dict[int, PassageRow]:
        """The leads of these notes."""
        return find_passages.leads(self.connection, notes)

    def places(self, wanted: Iterable[int]) -> list[tuple[int, int, str, str, int, str]]:
        """Number, note, language, path, start and nearest heading of those of these passages that exist."""
        return find_passages.places(self.connection, wanted)

    def notes_of(self, wanted: Iterable[int]) -> dict[int, int]:
        """The note of each of these passages."""
        return find_passages.notes_of(self.connection, wanted)

    @property
    def passage_count(self) -> int:
        """How many passages there are."""
        sql = "SELECT count(*) FROM passage" + ("" if self._saved else " WHERE note NOT IN (SELECT id FROM note WHERE generated)")
        return int(self.once("passages", lambda: one(self.connection, sql)))

    def all_passages(self) -> array[int]:
        """The numbers of all passages, in order."""
        without = set(self._left_out())
        every = (number for (number,) in self.connection.execute("SELECT id FROM passage ORDER BY id"))
        return array("q", (number for number in every if number not in without))

    def _left_out(self) -> array[int]:
        """The passages that are left out of everything here: those of saved answers, where they do not count."""
        if self._saved:
            return array("q")
        found: array[int] = self.once("left out", lambda: find_passages.generated(self.connection))
        return found

    def allowed(self, filters: Filters, exclude: Collection[str] = ()) -> array[int] | None:
        """The numbers of the passages that may be found, in order; None when any may."""
        key = ("allowed", filters, tuple(exclude))
        if key not in self._memo and sum(isinstance(other, tuple) and other[0] == "allowed" for other in list(self._memo)) >= KEPT_FILTERS:
            return allowed(self.connection, filters, exclude, saved=self._saved)
        found: array[int] | None = self.once(key, lambda: allowed(self.connection, filters, exclude, saved=self._saved))
        return found

    # Words

    def lexical(
        self, expression: str, weights: Mapping[str, float], limit: int, allowed: Collection[int] | None = None
    ) -> list[tuple[int, float]]:
        """The best passages by BM25 and their scores (> 0), best first; equal ones by path and place."""
        saved = self._scored_saved(expression, weights, allowed)
        sums = self._sums(expression, weights)
        if sums is None:
            return find_words.lexical(self.connection, expression, weights, limit, allowed, saved)
        return find_words.settled(self.connection, find_words.together(sums.best(limit, allowed), saved), limit)

    def _sums(self, expression: str, weights: Mapping[str, float]) -> Sums | None:
        """The score of every passage, where the vault is large and the expression adds up; made once for the searches of one question."""
        if self.passage_count < word_sums.LARGE or not word_sums.adds_up(expression, weights):
            return None
        key = (expression, tuple(weights.items()))
        if self._summed is None or self._summed[0] != key:
            words: WordSums = self.once(("word sums", key[1]), lambda: WordSums(weights))
            self._summed = (key, words.of(self.connection, expression))
        return self._summed[1]

    def lexical_scores(self, expression: str, weights: Mapping[str, float], among: Collection[int]) -> dict[int, float]:
        """The scores of those of these passages that match."""
        sums = self._sums(expression, weights)
        scores = sums.among(among) if sums else find_words.lexical_scores(self.connection, expression, weights, among)
        return scores | dict(self._scored_saved(expression, weights, among))

    def _scored_saved(self, expression: str, weights: Mapping[str, float], among: Collection[int] | None) -> list[tuple[int, float]]:
        """The passages of saved answers that match, with scores by the counts of all other notes; none where they do not count."""
        if not expression or (among is not None and not len(among)) or not self._has_saved():
            return []
        return SavedWords(self.connection, partial(self._frequency_in, WORDS)).scored(expression, weights, among)

    def _has_saved(self) -> bool:
        return self._saved and bool(self.generated())

    def matching(self, expression: str) -> list[int]:
        """The numbers of all passages that fit, in order."""
        found = find_words.matching(self.connection, expression)
        return sorted(found + find_words.matching(self.connection, expression, SAVED_WORDS)) if self._has_saved() else found

    def document_frequencies(self, tokens: Iterable[str]) -> dict[str, int]:
        """How many passages hold each token."""
        tables = (WORDS, SAVED_WORDS) if self._has_saved() else (WORDS,)
        return {token: sum(self._frequency_in(table, token) for table in tables) for token in tokens}

    def _frequency_in(self, table: str, token: str) -> int:
        return int(self.once(("df", table, token), lambda: find_words.document_frequency(self.connection, token, table)))

    def vocabulary(self) -> Vocabulary:
        """Every spelling that the full-text table holds, prefixes off, with its tokens."""
        found: Vocabulary = self.once("vocabulary", lambda: Vocabulary(find_words.vocabulary(self.connection, saved=self._has_saved())))
        return found

    def vocabulary_by_sound(self, sound: Callable[[str], str]) -> Vocabulary:
        """The same by how each spelling sounds."""
        found: Vocabulary = self.once(("vocabulary", sound), lambda: self.vocabulary().read_as(sound))
        return found

    # Vectors

    def vector_search(
        self, encoder: str, vector: Vectors, kind: str, limit: int, allowed: Collection[int] | None = None
    ) -> list[tuple[int, float]]:
        """The nearest passages and their cosines, best first; none when the encoder has no vectors here."""
        scan = self._scans(self.connection, encoder, kind)
        if scan is None:
            return []
        found = scan.search(self.connection, vector, limit + find_words.SLACK, allowed, self._left_out())
        return find_words.settled(self.connection, found, limit)

    def cosines(self, encoder: str, vector: Vectors, wanted: Collection[int]) -> dict[int, float]:
        """The cosine of each of these passages that has a vector."""
        return find_vectors.cosines(self.connection, encoder, vector, wanted)

    def sentence_cosines(self, encoder: str, vector: Vectors, wanted: Collection[int]) -> dict[int, float]:
        """The greatest cosine among each passage's sentences, of those that have vectors of them."""
        return find_vectors.sentence_cosines(self.connection, encoder, vector, wanted)

    def vectors(self, encoder: str, kind: str, wanted: Collection[int]) -> dict[int, Vectors]:
        """The stored vectors of those of these passages that have one."""
        return find_vectors.vectors(self.connection, encoder, kind, wanted)

    # Links

    def resolver(self) -> Resolver:
        """Obsidian's rules over all files of the vault."""
        from gpukb.graph import Resolver  # with networkx's cost only where a link is asked about

        found: Resolver = self.once("resolver", lambda: Resolver(path for (path,) in self.connection.execute("SELECT path FROM file")))
        return found

    def links_from(self, path: str) -> list[LinkRow]:
        """The links of a note or canvas, in order."""
        return find_links.links_from(self.connection, path)

    def links_to(self, path: str) -> list[LinkRow]:
        """The links that lead to this file, by source and place."""
        return find_links.links_to(self.connection, path)

    def links_of(self, relation: str) -> list[LinkRow]:
        """The links of a relation that lead to a file, by source and place."""
        return find_links.links_of(self.connection, relation)

    def unresolved(self) -> list[LinkRow]:
        """The links whose file is missing."""
        return find_links.unresolved(self.connection)

    def neighbours(self, notes: Collection[int], *, derived: bool = False) -> Neighbourhood:
        """The edges between these notes and others, and how many notes each note on them is tied to."""
        return find_links.neighbours(self.connection, notes, derived=derived, saved=self._saved)

    def translations(self, number: int) -> list[int]:
        """The numbers of the other notes of the same concept, by path."""
        return find_links.translations(self.connection, number, saved=self._saved)

    def concepts(self, notes: Collection[int]) -> dict[int, int]:
        """For each of these notes one number for it and its translations."""
        return find_links.concepts(self.connection, notes, saved=self._saved)

    def versions(self, notes: Collection[int]) -> dict[int, tuple[int, ...]]:
        """For each of these notes the numbers of it and its translations."""
        return find_links.versions(self.connection, notes, saved=self._saved)

    def reference_headings(self) -> frozenset[str]:
        """The headings, normalised, of sections that only list links: those that the configuration maps to a relation."""
        headings = (heading for rule in self._relations.values() for heading in rule.headings)
        found: frozenset[str] = self.once("references", lambda: frozenset(map(normalize_heading, headings)))
        return found

    def successors(self, notes: Collection[int]) -> dict[int, int]:
        """The note that stands in the place of each of these that is replaced."""
        return find_links.successors(self.connection, notes, self._relations, saved=self._saved)

    def cited_notes(self, notes: Collection[int]) -> dict[int, frozenset[str]]:
        """The ids of the notes that each of these links to."""
        return find_links.cited_notes(self.connection, notes)

    def vector_status(self) -> tuple[VectorStatus, ...]:
        """How far each encoder is."""
        found: tuple[VectorStatus, ...] = self.once("vectors", lambda: status.vector_status(self.connection))
        return found

    def problem_notes(self, limit: int) -> list[tuple[NoteRow, tuple[Problem, ...]]]:
        """The notes with problems, by path, each with its problems."""
        found = status.problem_notes(self.connection, limit)
        notes = self.notes_by_number(number for number, _ in found)
        return [(notes[number], problems) for number, problems in found]

    def revisions(self) -> dict[str, tuple[str, str]]:
        """Path and revision of each note that may be shown, by its id."""
        found: dict[str, tuple[str, str]] = self.once("revisions", lambda: status.revisions(self.connection))
        return found

    def status(self) -> Status:
        """How far the index is, and what is in it."""
        return status.status(self.connection)
