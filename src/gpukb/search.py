"""A query and a snapshot of the index → the best notes, each with the passage that earned its place and every signal that spoke for it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from gpukb.bridges import bridged
from gpukb.candidates import (
    Candidate,
    Words,
    best_of_notes,
    best_of_types,
    compare_sentences,
    encode_question,
    gather,
    narrowed,
    nearest_elsewhere,
    read_words,
)
from gpukb.concepts import prefer_own
from gpukb.errors import UsageError
from gpukb.expansion import expanded
from gpukb.facets import NO_FACETS, facets_of
from gpukb.fusion import GRAPH_SEEDS, SENTENCES, fuse, graph_bonus
from gpukb.highlights import snippet_of
from gpukb.lang import UNKNOWN, detect_query
from gpukb.markdown import normalize_heading
from gpukb.mend import mended
from gpukb.naming import PIN_INFLECTED, inflected_names, named_notes
from gpukb.query import Query, parse_query
from gpukb.snippet import Snippet

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer
    from gpukb.encoders import Encoder
    from gpukb.index import Facets, NoteRow, PassageRow, Snapshot
    from gpukb.unmatched import Unmatched

Mode = Literal["hybrid", "lexical", "vector"]
MODES: tuple[Mode, ...] = ("hybrid", "lexical", "vector")
MAX_LIMIT = 100
DEMOTED = 0.5  # of the score of a deprecated or replaced note, and of what only lists links: it names the answer's note and is not it
DIVERSE = 5  # hits from which on every type that has something to say gets a place
INDEX = "index"  # the type of a note that lists others
Group = Literal["note", "concept"]
GROUPS: tuple[Group, ...] = ("note", "concept")
NO_SNIPPET = Snippet("", (), cut_start=False, cut_end=False, kind="window")


@dataclass(frozen=True, slots=True)
class Hit:
    """A note found, by its best passage. `shown` is the passage that the snippet is cut from: of a definition, its lead.

    `signals` holds each signal's share of the score and, as `raw:…`, what it was made from. `translations` are told where versions of a
    concept are one hit. `weak`: most of the query's words stand nowhere, and in meaning the passage is not near either.
    """

    rank: int
    score: float
    passage: PassageRow
    note: NoteRow
    matched_by: tuple[str, ...]
    signals: Mapping[str, float]
    snippet: Snippet
    shown: PassageRow
    translations: tuple[NoteRow, ...] = ()
    weak: bool = False


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The hits, best first, and what was made of the query. `bridged`: see there; only where languages are kept apart."""

    query: Query
    detected_lang: str
    words: Words
    mode: Mode
    hits: tuple[Hit, ...]
    generation: int
    expanded: tuple[str, ...] = ()
    bridged: Mapping[int, frozenset[str]] = field(default_factory=dict)
    did_you_mean: str | None = None
    unknown_words: tuple[str, ...] = ()  # of the query, that no note holds in any form
    unmatched: tuple[Unmatched, ...] = ()  # the query's filters, that no note fits
    facets: Facets = NO_FACETS
    took_ms: float = 0.0
    more: bool = False  # whether hits stand behind these


@dataclass(frozen=True, slots=True)
class Options:
    """How to search. `by_note` keeps only a note's best passage; `exclude` holds ids or paths of notes, or passage ids, to leave out.

    Without `snippets` hits show nothing. `apart` gives the question's language half of the places and all others the other half, where
    they have so many: whether to answer from here or from elsewhere takes both. `group="concept"` makes one hit of a note and its
    translations; `reader` is the language to prefer where the query's cannot be told. `start` hits are passed over: the second page of ten
    begins at 10, and has none of the first.
    """

    limit: int = 10
    mode: Mode = "hybrid"
    graph: bool = True
    by_note: bool = True
    snippets: bool = True
    apart: bool = False
    group: Group = "note"
    reader: str | None = None
    exclude: Collection[str] = field(default=())
    start: int = 0

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise UsageError(f"unknown mode {self.mode!r}: the modes are {', '.join(MODES)}")
        if self.group not in GROUPS:
            raise UsageError(f"unknown group {self.group!r}: the groups are {', '.join(GROUPS)}")
        if not 1 <= self.limit <= MAX_LIMIT:
            raise UsageError(f"the limit is {self.limit}; it may be 1 to {MAX_LIMIT}")
        if self.start < 0:
            raise UsageError(f"the start is {self.start}; it may be 0 or more")


def search(
    snapshot: Snapshot,
    analyzer: Analyzer,
    encoders: Sequence[Encoder],
    query: Query | str,
    options: Options = Options(),
) -> SearchResult:
    """The best notes for a query: words and meaning mixed, names pinned, the graph's opinion added, the best few kept."""
    begun = time.perf_counter()
    asked = parse_query(query) if isinstance(query, str) else query
    lang = detect_query(asked.text, default=UNKNOWN)
    words, meant = mended(snapshot, analyzer, read_words(analyzer, asked))
    pins = named_notes(snapshot, asked.text)
    named = [note for note, worth in pins.items() if worth > PIN_INFLECTED]
    words, names = expanded(snapshot, analyzer, words, asked.text, named, options.exclude)
    bridges = bridged(snapshot, analyzer, words, options.exclude) if options.apart else {}
    found = _mixed(snapshot, words, encoders, asked, [*pins, *bridges], frozenset({lang} - {UNKNOWN}), options)
    notes = snapshot.notes_by_number({candidate.note for candidate in found})
    _demote(snapshot, found, notes)
    if options.graph:
        _add_graph(snapshot, found)
    _pin(found, inflected_names(analyzer, words, found, notes) | pins)
    concepts = snapshot.concepts(notes) if options.by_note else {}
    if options.by_note:
        prefer_own(found, concepts, options.reader or lang if lang == UNKNOWN else lang)
    order = _apart(found, notes, lang, options.limit) if options.apart else _order(found, notes, concepts, options)
    end = options.start + options.limit
    hits = _hits(snapshot, analyzer, words, order[options.start : end], options)
    facets, more = facets_of(found, order[: options.limit], notes), len(order) > end
    made = SearchResult(asked, lang, words, options.mode, hits, snapshot.generation, (*meant, *names), bridges, facets=facets, more=more)
    return replace(made, took_ms=round((time.perf_counter() - begun) * 1000, 2))


def _mixed(
    snapshot: Snapshot,
    words: Words,
    encoders: Sequence[Encoder],
    query: Query,
    pins: Collection[int],
    langs: frozenset[str],
    options: Options,
) -> list[Candidate]:
    """Words and meaning of every candidate, mixed; then once more with the best sentence of each of the best."""
    asked = {} if options.mode == "lexical" else encode_question(encoders, query.text)
    lexical = options.mode != "vector"
    allowed = narrowed(snapshot, words, query.filters, options.exclude)
    also = [lead.number for lead in snapshot.leads(pins).values()]
    if lexical and options.by_note and not query.filters.type:
        also += best_of_types(snapshot, words, allowed)
    if options.apart:
        also += nearest_elsewhere(snapshot, asked, allowed, langs, options.limit // 2)
    found = gather(snapshot, words, asked, allowed, also, lexical=lexical)
    fuse(found, langs, list(asked), words=lexical)
    if asked:
        compare_sentences(snapshot, asked, sorted(found, key=lambda c: -c.score)[:SENTENCES])
        fuse(found, langs, list(asked), words=lexical)
    return found


def _demote(snapshot: Snapshot, found: Sequence[Candidate], notes: Mapping[int, NoteRow]) -> None:
    references = snapshot.reference_headings()
    lists = {heading for heading in {c.heading for c in found} if normalize_heading(heading) in references} if references else set()
    for candidate in found:
        note = notes[candidate.note]
        if note.deprecated or note.type == INDEX or candidate.heading in lists:
            candidate.signals["demoted"] = DEMOTED
            candidate.score *= DEMOTED


def _add_graph(snapshot: Snapshot, found: Sequence[Candidate]) -> None:
    best = best_of_notes(found)
    seeds = sorted(best.values(), key=lambda c: (-c.score, c.path))[:GRAPH_SEEDS]
    near = snapshot.neighbours([candidate.note for candidate in seeds])
    pairs = [pair for e in near.edges if not e.derived for pair in ((e.source, e.target), (e.target, e.source))]
    for note, gain in graph_bonus({c.note: c.score for c in seeds}, pairs, near.degrees).items():
        if note in best:
            best[note].signals["graph"] = gain
            best[note].score += gain


def _pin(found: Sequence[Candidate], pins: Mapping[int, float]) -> None:
    for note, candidate in best_of_notes([c for c in found if c.note in pins]).items():
        candidate.signals["name"] = pins[note]
        candidate.score += pins[note]


def _order(found: Sequence[Candidate], notes: Mapping[int, NoteRow], concepts: Mapping[int, int], options: Options) -> list[Candidate]:
    """All of them, the first page as it is shown: with a hit of each type."""
    kept = list(best_of_notes(found).values()) if options.by_note else list(found)
    kept.sort(key=lambda c: (-c.score, notes[c.note].path, c.start))
    if options.group == "concept":
        first: dict[int, Candidate] = {}
        for candidate in kept:
            first.setdefault(concepts[candidate.note], candidate)
        kept = list(first.values())
    best = kept[: options.limit]
    if options.by_note and options.limit >= DIVERSE:
        _let_in_types(best, kept[options.limit :], notes)
    shown = {candidate.number for candidate in best}
    return [*best, *(candidate for candidate in kept if candidate.number not in shown)]


def _apart(found: Sequence[Candidate], notes: Mapping[int, NoteRow], lang: str, limit: int) -> list[Candidate]:
    """The best passages in the question's language and the best in others, as many of each, together in order."""
    kept = sorted(found, key=lambda c: (-c.score, notes[c.note].path, c.start))
    own, others = [c for c in kept if c.lang == lang], [c for c in kept if c.lang != lang]
    half = limit // 2
    more = max(half, limit - len(others)), max(half, limit - len(own))
    chosen = {c.number for c in (*own[: more[0]], *others[: more[1]])}
    return [c for c in kept if c.number in chosen]


def _let_in_types(best: list[Candidate], rest: Sequence[Candidate], notes: Mapping[int, NoteRow]) -> None:
    """Give a type that shares the query's words but has no hit the last place, at the cost of the type that has most."""
    shown = Counter(notes[c.note].type for c in best)
    for candidate in rest:
        if notes[candidate.note].type in (*shown, INDEX) or not candidate.words:
            continue
        crowded, count = shown.most_common(1)[0]
        if count > 1:
            best.remove(next(c for c in reversed(best) if notes[c.note].type == crowded))
            best.append(candidate)
            shown = Counter(notes[c.note].type for c in best)


def _hits(snapshot: Snapshot, analyzer: Analyzer, words: Words, best: Sequence[Candidate], options: Options) -> tuple[Hit, ...]:
    passages = {row.number: row for row in snapshot.passages([candidate.number for candidate in best])}
    leads = snapshot.leads({candidate.note for candidate in best}) if options.snippets else {}
    versions = _translations(snapshot, best) if options.group == "concept" else {}
    tokens = words.tokens()
    hits = []
    for rank, candidate in enumerate(best, options.start + 1):
        passage = passages[candidate.number]
        lead = leads.get(candidate.note)
        snippet = snippet_of(analyzer, passage, lead, tokens) if options.snippets else NO_SNIPPET
        shown = lead if lead and snippet.kind == "lead" else passage
        others = versions.get(candidate.note, ())
        score = round(candidate.score, 6)
        hits.append(Hit(rank, score, passage, passage.note, candidate.matched_by(), candidate.signals, snippet, shown, others))
    return tuple(hits)


def _translations(snapshot: Snapshot, best: Sequence[Candidate]) -> dict[int, tuple[NoteRow, ...]]:
    numbers = {candidate.note: snapshot.translations(candidate.note) for candidate in best}
    rows = snapshot.notes_by_number({number for others in numbers.values() for number in others})
    return {note: tuple(rows[number] for number in others if not rows[number].hidden) for note, others in numbers.items()}
