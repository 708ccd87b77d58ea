"""The one object that a user of the library holds: an opened vault with its index, and every question that can be asked of it.

Each method composes stages and decides nothing. Safe to use from several threads: every call reads a snapshot of its own.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpukb import lookup
from gpukb.analyzer import Analyzer
from gpukb.config import Config, CurrentConfig, VaultConfig, load_config, where_wrong
from gpukb.doubt import doubted
from gpukb.encoding import Encoding
from gpukb.errors import ConfigError, GpukbError, IndexUnusableError, UsageError, VaultError
from gpukb.index import Index, LockedError, NoteRow, Snapshot, Status, open_index
from gpukb.lookup import Backlink, Looked
from gpukb.only_one import alone_in
from gpukb.query import Filters, Query, asks_generated, parse_query, question_query
from gpukb.related import Related, related
from gpukb.rerank import RERANKED, reranked
from gpukb.search import Group, Mode, Options, SearchResult, search
from gpukb.suggest import Suggestion, did_you_mean, suggest
from gpukb.unmatched import unmatched
from gpukb.upkeep import Upkeep

if TYPE_CHECKING:
    from gpukb.answer import Answer, Event, Found
    from gpukb.citations import Checked, Quote
    from gpukb.index import LinkRow, SyncReport
    from gpukb.lint import Linted
    from gpukb.llm import LanguageModel, Stop
    from gpukb.ranges import Measure
    from gpukb.save_answer import SavedNote
    from gpukb.unlinked import MentionPage

Progress = Callable[[int, int, str], None]
NO_FILTERS = Filters()


class KnowledgeBase:
    """An opened vault. Made by `open`; a context manager. `told` holds what the person should know of how opening went."""

    def __init__(self, index: Index, config: Config, analyzer: Analyzer, encoding: Encoding) -> None:
        self.vault = index.vault
        self.name = index.vault.resolve().name
        self._current = CurrentConfig(index.vault, config)
        self._linted = VaultConfig()  # what the last run of the linter went by
        self.told: list[str] = index.told
        self._index = index
        self._analyzer = analyzer
        self._encoding = encoding
        self._upkeep: Upkeep | None = None
        self._language_model: LanguageModel | None = None

    @classmethod
    def open(
        cls,
        vault: Path | str,
        *,
        index: Path | str | None = None,
        encoder: Any = None,  # Any: an Encoder, or what `as_encoder` makes one of (a SentenceTransformer)
        config: Config | None = None,
        sync: bool = True,
        vectors: bool = True,
        progress: Progress | None = None,
    ) -> KnowledgeBase:
        """Open a vault and bring the words and links of its index up to date; vectors come by `finish_vectors` or `start`.

        VaultError: there is no vault. ConfigError: its `gpukb.toml` is wrong. IndexUnusableError: the index can be neither read nor made.
        """
        root = Path(vault)
        if not root.is_dir():
            raise VaultError(f"{root} is {'a file, not a folder' if root.exists() else 'not there'}: name the folder that holds the notes")
        settings = config or load_config(root)
        analyzer = Analyzer()
        opened = open_index(root, settings, analyzer, Path(index) if index is not None else None)
        kb = cls(opened, settings, analyzer, Encoding(settings.user.embeddings, encoder, wanted=vectors, told=opened.told))
        if sync:
            kb._sync_or_read(progress)
        with kb.snapshot():
            pass  # an index that cannot be read is told here, and not at the first question
        return kb

    def _sync_or_read(self, progress: Progress | None) -> None:
        """Bring the index up to date; where it cannot be written, go on with what was written last, and say so."""
        try:
            self._index.sync(progress)
        except IndexUnusableError as error:
            if not self._is_readable():
                raise
            self.told.append(error.kept if isinstance(error, LockedError) else str(error))
        finally:
            self._index.release()

    def _is_readable(self) -> bool:
        try:
            with self.snapshot():
                return True
        except GpukbError:
            return False

    def sync(self, progress: Progress | None = None) -> SyncReport:
        """Bring the words and links of the index up to date with the vault."""
        self._index.follow(self.config.vault)
        return self._index.sync(progress)

    def refresh(self, progress: Progress | None = None) -> SyncReport:
        """Bring words, links and vectors up to date once, and leave writing to other processes again. LockedError: one of them is at it."""
        try:
            report = self.sync(progress)
            self._encoding.finish(self._index, progress)
            return report
        finally:
            if self._upkeep is None:
                self._index.release()

    def finish_vectors(self, progress: Progress | None = None, seconds: float | None = None) -> bool:
        """Make the vectors that are missing, for at most so many seconds; whether all are there now."""
        return self._encoding.finish(self._index, progress, seconds)

    def prune(self) -> None:
        """Drop the vectors of encoders that this run does not use, and give the space back."""
        self._index.prune(encoder.id for encoder in self._encoding.encoders())

    def start(self) -> None:
        """Keep the index current in the background from now on: watch the vault, make vectors."""
        if self._upkeep is None:
            self._upkeep = Upkeep(self._index, self._encoding)
            self._upkeep.start()

    @property
    def config(self) -> Config:
        """The configuration as it is now: the vault's file may be edited while this is open. While it is wrong, what it said before."""
        return self._current.read()[0]

    @property
    def ready(self) -> bool:
        """Whether words and links can be searched and the vault can still be read."""
        return self._is_readable() and self.vault.is_dir()

    @property
    def synced(self) -> float | None:
        """When vault and index were last compared by this process, in seconds since 1970; None before the first time."""
        return self._index.synced

    @property
    def trouble(self) -> tuple[str, ...]:
        """What the background work cannot do now, a sentence each."""
        found = dict(self._upkeep.trouble) if self._upkeep else {}
        wrong = self._current.read()[1]
        told = (f"{what}: {why}" for what, why in sorted(found.items()))
        return (*told, *([where_wrong(self.vault, wrong)] if wrong else []))

    def close(self) -> None:
        """Stop the background work and let go of the index."""
        if self._upkeep is not None:
            self._upkeep.stop()
        self._index.close()

    def __enter__(self) -> KnowledgeBase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """One generation of the index, for reading."""
        with self._index.snapshot() as snapshot:
            yield snapshot

    def note(self, ref: str) -> NoteRow:
        """The note of this id, path, name, title, alias or `[[link]]`. NoteNotFoundError, with the nearest paths."""
        with self.snapshot() as snapshot:
            return lookup.find_note(snapshot, ref)

    def notes_called(self, ref: str, lang: str | None = None) -> tuple[NoteRow, ...]:
        """The notes that a reference may mean: first the one that `note` gives, or one in `lang`, then the others of that name."""
        with self.snapshot() as snapshot:
            return lookup.notes_called(snapshot, ref, lang)

    def resolve(self, link: str, source: str | None = None) -> Looked:
        """Where a link leads by Obsidian's rules when it stands in `source` (else at the vault's root), and why there."""
        with self.snapshot() as snapshot:
            return lookup.resolve(snapshot, link, source)

    def links(self, ref: str) -> list[LinkRow]:
        """The links of a note, in order."""
        with self.snapshot() as snapshot:
            return snapshot.links_from(lookup.find_note(snapshot, ref).path)

    def backlinks(self, ref: str) -> list[Backlink]:
        """The links that lead to a note, by source and place, each with the sentence around it."""
        with self.snapshot() as snapshot:
            return lookup.backlinks(snapshot, lookup.find_note(snapshot, ref))

    def mentions(
        self, ref: str, *, langs: Collection[str] = (), after: tuple[str, int] | None = None, limit: int | None = None
    ) -> MentionPage:
        """The places in other notes that say a note's name, title or an alias without linking it, in whatever inflection."""
        from gpukb.unlinked import unlinked  # the stemmers and the parser load with it

        with self.snapshot() as snapshot:
            note = lookup.find_note(snapshot, ref)
            return unlinked(snapshot, note, self.config.vault, langs=langs, after=after, limit=limit)

    def path(self, start: str, end: str) -> list[LinkRow]:
        """The links of a shortest way from one note to another, whichever way they point; empty when there is none."""
        with self.snapshot() as snapshot:
            return lookup.shortest_path(snapshot, lookup.find_note(snapshot, start), lookup.find_note(snapshot, end))

    def search(
        self,
        query: str | Query,
        *,
        limit: int = 10,
        filters: Filters = NO_FILTERS,
        mode: Mode = "hybrid",
        graph: bool = True,
        group: Group = "note",
        reader: str | None = None,
        rerank: bool = False,
        exclude: Collection[str] = (),
        start: int = 0,
    ) -> SearchResult:
        """The best notes for a query. UsageError: the query is empty or too long, or an option is unknown.

        `start` hits are passed over, so that pages of `limit` follow each other; `more` of the result says whether there is a next one.
        `group="concept"` makes one hit of a note and its translations. `reader` is the language preferred where the query tells none.
        `rerank` reads the best once more with the configured cross-encoder; ModelError: none is configured, or it cannot be loaded.
        """
        asked = parse_query(query, filters) if isinstance(query, str) else query
        if rerank and start:
            raise UsageError("a search that is read once more has one page: ask with a larger limit, or without rerank")
        with self.snapshot() as snapshot:
            encoders = self._encoding.ready(snapshot) if mode != "lexical" else ()
            depth = max(limit, RERANKED) if rerank else limit
            options = Options(depth, mode, graph, group=group, reader=reader, exclude=tuple(exclude), start=start)
            result = search(snapshot, self._analyzer, encoders, asked, options)
            if rerank:
                result = reranked(result, self._encoding.reranker(), limit)
            result = doubted(snapshot, result, encoders)
            return result if start else did_you_mean(snapshot, result)

    def related(self, ref: str, limit: int = 10) -> tuple[Related, ...]:
        """The notes that a reader of this one may want next, each with why. NoteNotFoundError, with the nearest paths."""
        with self.snapshot() as snapshot:
            return related(snapshot, lookup.find_note(snapshot, ref), limit)

    def ask(
        self,
        question: str,
        *,
        filters: Filters = NO_FILTERS,
        exclude: Collection[str] = (),
        lang: str | None = None,
        reader: str | None = None,
        history: Sequence[str] = (),
        extractive: bool = False,
        max_tokens: int | None = None,
    ) -> Answer:
        """What the vault says to a question: cited sentences, or that it does not say. `history`: the earlier questions, oldest first.

        Written by the configured language model, each sentence checked, or made of the vault's own sentences (always so if `extractive`).
        `max_tokens` bounds what the model says. `lang` is the language to answer in, `reader` the one where the question tells none.
        """
        from gpukb.answer import answer_of  # slow: the tables of four languages

        return answer_of(
            self.ask_stream(
                question,
                filters=filters,
                exclude=exclude,
                lang=lang,
                reader=reader,
                history=history,
                extractive=extractive,
                max_tokens=max_tokens,
            )
        )

    def ask_stream(
        self,
        question: str,
        *,
        filters: Filters = NO_FILTERS,
        exclude: Collection[str] = (),
        lang: str | None = None,
        reader: str | None = None,
        history: Sequence[str] = (),
        extractive: bool = False,
        max_tokens: int | None = None,
        stop: Stop | None = None,
    ) -> Iterator[Event]:
        """The same answer while it is made: meta, status, sources, then each checked sentence with its citations, and at last the whole."""
        from gpukb.answer import prepare  # slow, as above
        from gpukb.llm import MAX_TOKENS, standalone, write

        begun = time.perf_counter()
        model = None if extractive else self._model()
        alone = standalone(question, history, model, stop)
        with self.evidence(filters, exclude) as find:
            # Read all that may be cited now, so that no snapshot is held while a model thinks.
            prepared = prepare(find, question, lang=lang, reader=reader, standalone=alone).detached()
        with self.snapshot() as snapshot:
            prepared = dataclasses.replace(prepared, unmatched=unmatched(snapshot, filters))
        yield from write(prepared, model, stop, begun, max_tokens or MAX_TOKENS)

    def _model(self) -> LanguageModel | None:
        """The language model of the trusted configuration, made once."""
        from gpukb.llm import language_model  # slow, as above

        if self._language_model is None:
            self._language_model = language_model(self.config.user.llm)
        return self._language_model

    @contextmanager
    def evidence(self, filters: Filters = NO_FILTERS, exclude: Collection[str] = ()) -> Iterator[Callable[[str], Found]]:
        """A function that finds what an answer to a question is made from, all in one generation of the index.

        Saved answers are left out before the best are picked, so that saving one changes no other; the filter `generated:true` has them.
        """
        from gpukb.ground import EVIDENCE, alike_headings, found_for  # slow, as above

        wanted = asks_generated(filters)
        with self.snapshot() as whole:
            snapshot = whole if wanted else whole.without_saved()
            encoders = self._encoding.ready(snapshot)
            alike = alike_headings(self.config.vault.types.values())
            options = Options(EVIDENCE, by_note=False, snippets=False, apart=True, exclude=tuple(exclude))

            def find(text: str) -> Found:
                result = search(snapshot, self._analyzer, encoders, question_query(text, filters), options)
                found = found_for(snapshot, self._analyzer, result, encoders, exclude, alike)
                return found.with_generated() if wanted else found

            yield find

    def save_answer(self, answer: Answer, *, overwrite: bool = False, write: bool = True) -> SavedNote:
        """The note that the answer makes in the vault; written unless `write` is false.

        UsageError: it says nothing, or no folder is for answers of its language. NoteExistsError: there is a note of that title; with
        `overwrite`, one that gpukb wrote is replaced.
        """
        from datetime import date

        from gpukb.save_answer import plan_saved, write_saved  # reads the vault: the parser loads with it

        with alone_in(self.vault):  # or two would take one number
            saved = plan_saved(self.vault, self.config.vault, answer, date.today(), overwrite=overwrite)
            if write:
                write_saved(saved)
        return saved

    def suggest(self, text: str, limit: int = 10) -> tuple[Suggestion, ...]:
        """The notes whose name, title or alias this may be the beginning or a misspelling of."""
        with self.snapshot() as snapshot:
            return suggest(snapshot, text, limit)

    @contextmanager
    def measuring(self, unit: str) -> Iterator[Measure]:
        """What gives JSON objects their ranges in a unit: codepoint, utf16 or byte. UsageError: there is no such unit."""
        from gpukb.ranges import measure

        with self.snapshot() as snapshot:
            yield measure(unit, snapshot, self.vault)

    def check_citation(self, citation_id: str, quote: Quote | None = None) -> Checked:
        """Where the characters of a citation stand today: exact, moved, changed or gone. UsageError: that is no citation's id.

        With the quote, `nearest` says what is most like it where it has changed.
        """
        with self.snapshot() as snapshot:
            return lookup.check_citation(snapshot, citation_id, quote)

    def lint(self, paths: Sequence[str] = (), *, tolerant: bool = False) -> Linted:
        """What is broken, doubtful or forgotten in the vault, or in these notes and folders. ConfigError: its settings are wrong.

        With `tolerant` wrong settings stop nothing: those of before count, and `trouble` of what comes back says so.
        UsageError: there is no such note or folder.
        """
        from gpukb.encoders.folder import cache_home
        from gpukb.index.place import lint_file
        from gpukb.lint import lint  # slow: all rules
        from gpukb.lint.chosen import named

        current, wrong = self._current.read()
        if wrong and not tolerant:
            raise wrong
        keep = lint_file(self.vault, cache_home())
        config, choose = current.vault, partial(named, self.vault, written=paths) if paths else None
        try:
            linted = lint(self.vault, config, choose, keep)
        except ConfigError as error:
            if not tolerant:
                raise
            wrong, config = error, dataclasses.replace(config, lint=self._linted.lint, schemas=self._linted.schemas)
            linted = lint(self.vault, config, choose, keep)
        self._linted = config
        return dataclasses.replace(linted, trouble=(where_wrong(self.vault, wrong),)) if wrong else linted

    def status(self) -> Status:
        """How far the index is, and what is in it."""
        with self.snapshot() as snapshot:
            return snapshot.status()
