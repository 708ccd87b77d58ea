"""A query → its words as the index knows them, and the passages that words and vectors bring into the running."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from gpukb.query import Filters

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer, QueryTerm
    from gpukb.encoders import Encoder
    from gpukb.encoders.encoder import Vectors
    from gpukb.index import Snapshot
    from gpukb.query import Query

POOL = 100  # candidates from words and from each encoder: gold stands lower for under .5 % of the development questions
PER_NOTE = 8  # candidates of one note: a log of a thousand days must not hide the notes beside it
DEEPEST = 6400  # passages looked at when one note has very many
FIELD_WEIGHTS = {
    "title": 4.0,
    "headings": 2.0,
    "tags": 1.5,
    "lead": 2.0,
    "body": 1.0,
    "code": 0.7,
}  # RETRIEVAL 4a, after five systems' code
OTHER_NAME = 0.5  # of the best score is had with other names of what is asked alone: it comes in, and stands behind the asker's words
BROWSING = 2  # words of a query that looks around rather than asks
TYPES = 5  # types of notes that are looked at apart: more than anyone can tell from each other on one page
VECTOR_KINDS = ("passage", "lead")


@dataclass(slots=True)
class Candidate:
    """A passage in the running. `words`, `meaning`, `sentence` are raw (BM25, cosines by encoder); `signals`, `score` come from fusion."""

    number: int
    note: int
    lang: str
    path: str
    start: int
    heading: str = ""
    words: float = 0.0
    meaning: dict[str, float] = field(default_factory=dict)
    sentence: dict[str, float] = field(default_factory=dict)
    signals: dict[str, float] = field(default_factory=dict)
    score: float = 0.0

    def matched_by(self) -> tuple[str, ...]:
        """The signals that spoke for it, strongest first; raw values left out."""
        spoke = {name: value for name, value in self.signals.items() if value > 0 and not name.startswith("raw:") and name != "demoted"}
        return tuple(sorted(spoke, key=lambda name: (-spoke[name], name)))


def best_of_notes(found: Sequence[Candidate]) -> dict[int, Candidate]:
    """The best candidate of each note."""
    best: dict[int, Candidate] = {}
    for candidate in sorted(found, key=lambda c: (-c.score, c.start, c.number)):
        best.setdefault(candidate.note, candidate)
    return best


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a query: their tokens, and full-text expressions: any of them, other names, what must stand, what must not."""

    terms: tuple[QueryTerm, ...]
    any: str
    also: str = ""
    required: str = ""
    forbidden: str = ""

    def tokens(self) -> frozenset[str]:
        """Every token looked for."""
        return frozenset(term.token for term in self.terms)


def read_words(analyzer: Analyzer, query: Query) -> Words:
    """The words of a query. Of a phrase all words must stand in a passage; an excluded one must not."""
    terms = tuple(analyzer.query_terms(query.text))
    required = " AND ".join(f"({one})" for one in (all_of(analyzer.query_terms(phrase)) for phrase in query.phrases) if one)
    forbidden = " OR ".join(f"({one})" for one in (all_of(analyzer.query_terms(word)) for word in query.excluded) if one)
    return Words(terms, any_of(term.token for term in terms), required=required, forbidden=forbidden)


def any_of(tokens: Iterable[str]) -> str:
    """The full-text expression for any of these tokens."""
    return " OR ".join(_quoted(token) for token in dict.fromkeys(tokens))


def all_of(terms: Sequence[QueryTerm]) -> str:
    """The full-text expression for all of these words, each in any of its forms."""
    groups: dict[int, list[str]] = {}
    for term in terms:
        groups.setdefault(term.group, []).append(term.token)
    return " AND ".join(f"({any_of(tokens)})" for tokens in groups.values())


def _quoted(token: str) -> str:
    return '"' + token.replace('"', '""') + '"'


def narrowed(snapshot: Snapshot, words: Words, filters: Filters, exclude: Collection[str]) -> Collection[int] | None:
    """The passages that may be found at all, in order, or None when any may: filters come before the best are picked."""
    allowed: Sequence[int] | None = snapshot.allowed(filters, exclude)
    if words.required:
        must = set(snapshot.matching(words.required))
        allowed = sorted(must if allowed is None else must.intersection(allowed))
    if words.forbidden:
        never = set(snapshot.matching(words.forbidden))
        allowed = [number for number in (snapshot.all_passages() if allowed is None else allowed) if number not in never]
    return allowed


def encode_question(encoders: Sequence[Encoder], text: str) -> dict[str, Vectors]:
    """The question's vector by each encoder's id."""
    return {encoder.id: encoder.encode_query([text])[0] for encoder in encoders} if text else {}


def gather(
    snapshot: Snapshot,
    words: Words,
    asked: Mapping[str, Vectors],
    allowed: Collection[int] | None,
    also: Iterable[int] = (),
    *,
    lexical: bool,
) -> list[Candidate]:
    """The union of the best passages by words and by each encoder's vectors, and of `also`, every one with all its raw signals."""
    scored: dict[int, float] = {}
    expression = trimmed(snapshot, words) if lexical else ""
    if expression:
        scored = dict(spread(snapshot, lambda limit: snapshot.lexical(expression, FIELD_WEIGHTS, limit, allowed)))
    if lexical and words.also:
        others = snapshot.lexical(words.also, FIELD_WEIGHTS, POOL, allowed)
        top = max((score for _, score in others), default=0.0) or 1.0
        best = max(scored.values(), default=top)
        for number, score in others:
            scored.setdefault(number, OTHER_NAME * best * score / top)
    may = None if allowed is None else set(allowed)
    numbers = dict.fromkeys([*scored, *(number for number in also if may is None or number in may)])
    for encoder, vector in asked.items():
        for kind in VECTOR_KINDS:
            near = spread(snapshot, partial(snapshot.vector_search, encoder, vector, kind, allowed=allowed))
            numbers.update(dict.fromkeys(number for number, _ in near))
    if not words.any and not asked and allowed is not None:  # filters alone: whatever they leave, in order
        numbers = dict.fromkeys(list(allowed)[:POOL])
    found = {c.number: c for c in (Candidate(*place) for place in snapshot.places(list(numbers)))}
    missing = [number for number in found if number not in scored]
    if expression and missing:
        scored.update(snapshot.lexical_scores(expression, FIELD_WEIGHTS, missing))
    _fill(found, scored, {encoder: snapshot.cosines(encoder, vector, list(found)) for encoder, vector in asked.items()})
    return list(found.values())


def trimmed(snapshot: Snapshot, words: Words) -> str:
    """The expression without tokens that stand nowhere."""
    tokens = list(dict.fromkeys(term.token for term in words.terms))
    counts = snapshot.document_frequencies(tokens)
    return any_of(token for token in tokens if counts[token])


def spread(snapshot: Snapshot, best: Callable[[int], list[tuple[int, float]]]) -> list[tuple[int, float]]:
    """The best POOL passages with at most PER_NOTE of one note; looks deeper while a few long notes hold all the first places."""
    wanted = POOL
    while True:
        rows = best(wanted)
        notes = snapshot.notes_of(number for number, _ in rows)
        taken: Counter[int] = Counter()
        kept = []
        for number, score in rows:
            note = notes.get(number, -1)
            taken[note] += 1
            if taken[note] <= PER_NOTE:
                kept.append((number, score))
        if len(rows) < wanted or len(kept) >= POOL // 2 or wanted >= DEEPEST:
            return kept[:POOL]
        wanted *= 4


def _fill(found: Mapping[int, Candidate], scored: Mapping[int, float], cosines: Mapping[str, Mapping[int, float]]) -> None:
    for number, candidate in found.items():
        candidate.words = scored.get(number, 0.0)
        candidate.meaning = {encoder: values[number] for encoder, values in cosines.items() if number in values}


def best_of_types(snapshot: Snapshot, words: Words, allowed: Collection[int] | None) -> list[int]:
    """For a query of a word or two: the best passages of each type of note, since those of the most common type could fill the pool."""
    if not words.any or len({term.group for term in words.terms}) > BROWSING:
        return []
    may = None if allowed is None else set(allowed)
    best: list[int] = []
    for kind, _ in snapshot.facets().types[:TYPES]:
        of_type = snapshot.allowed(Filters(type=(kind,))) or ()
        among = of_type if may is None else sorted(may.intersection(of_type))
        best += [number for number, _ in snapshot.lexical(words.any, FIELD_WEIGHTS, 3, among)]
    return best


def nearest_elsewhere(
    snapshot: Snapshot, asked: Mapping[str, Vectors], allowed: Collection[int] | None, langs: Collection[str], limit: int
) -> list[int]:
    """The passages nearest in meaning in other languages than these, which a vault's main language would crowd out of the pool."""
    others = tuple(lang for lang, _ in snapshot.facets().langs if lang not in langs)
    if not (asked and others and langs):
        return []
    elsewhere = snapshot.allowed(Filters(lang=others)) or ()
    among = elsewhere if allowed is None else sorted(set(elsewhere).intersection(allowed))
    return [number for encoder, vector in asked.items() for number, _ in snapshot.vector_search(encoder, vector, "passage", limit, among)]


def compare_sentences(snapshot: Snapshot, asked: Mapping[str, Vectors], candidates: Sequence[Candidate]) -> None:
    """Ask the best candidates about their best sentence: read for few, since a passage has many."""
    numbers = [candidate.number for candidate in candidates]
    for encoder, vector in asked.items():
        cosines = snapshot.sentence_cosines(encoder, vector, numbers)
        for candidate in candidates:
            if candidate.number in cosines:
                candidate.sentence[encoder] = cosines[candidate.number]
