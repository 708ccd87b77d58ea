"""A query → its words as the index knows them, and the passages that words and vectors bring into the running."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer, QueryTerm
    from gpukb.encoders import Encoder
    from gpukb.encoders.encoder import Vectors
    from gpukb.index import Snapshot
    from gpukb.query import Filters, Query

POOL = 100  # candidates from words and from each encoder: gold stands lower for under .5 % of the development questions
FIELD_WEIGHTS = {
    "title": 4.0,
    "headings": 2.0,
    "tags": 1.5,
    "lead": 2.0,
    "body": 1.0,
    "code": 0.7,
}  # RETRIEVAL 4a, after five systems' code
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


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a query: their tokens, and full-text expressions for any of them, for all that must stand, for what must not."""

    terms: tuple[QueryTerm, ...]
    any: str
    required: str = ""
    forbidden: str = ""

    def tokens(self) -> frozenset[str]:
        """Every token looked for."""
        return frozenset(term.token for term in self.terms)


def read_words(analyzer: Analyzer, query: Query) -> Words:
    """The words of a query. Of a phrase all words must stand in a passage; an excluded one must not."""
    terms = tuple(analyzer.query_terms(query.text))
    required = " AND ".join(f"({one})" for one in (_all_of(analyzer.query_terms(phrase)) for phrase in query.phrases) if one)
    forbidden = " OR ".join(f"({one})" for one in (_all_of(analyzer.query_terms(word)) for word in query.excluded) if one)
    return Words(terms, _any_of(term.token for term in terms), required, forbidden)


def _any_of(tokens: Iterable[str]) -> str:
    return " OR ".join(_quoted(token) for token in dict.fromkeys(tokens))


def _all_of(terms: Sequence[QueryTerm]) -> str:
    groups: dict[int, list[str]] = {}
    for term in terms:
        groups.setdefault(term.group, []).append(term.token)
    return " AND ".join(f"({_any_of(tokens)})" for tokens in groups.values())


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
    snapshot: Snapshot, words: Words, asked: Mapping[str, Vectors], allowed: Collection[int] | None, *, lexical: bool
) -> list[Candidate]:
    """The union of the best passages by words and by each encoder's vectors, every one with all its raw signals."""
    scored = dict(snapshot.lexical(words.any, FIELD_WEIGHTS, POOL, allowed)) if lexical and words.any else {}
    numbers = dict.fromkeys(scored)
    for encoder, vector in asked.items():
        for kind in VECTOR_KINDS:
            numbers.update(dict.fromkeys(number for number, _ in snapshot.vector_search(encoder, vector, kind, POOL, allowed)))
    if not words.any and not asked and allowed is not None:  # filters alone: whatever they leave, in order
        numbers = dict.fromkeys(list(allowed)[:POOL])
    found = {c.number: c for c in (Candidate(*place) for place in snapshot.places(list(numbers)))}
    missing = [number for number in found if number not in scored]
    if lexical and words.any and missing:
        scored.update(snapshot.lexical_scores(words.any, FIELD_WEIGHTS, missing))
    _fill(found, scored, {encoder: snapshot.cosines(encoder, vector, list(found)) for encoder, vector in asked.items()})
    return list(found.values())


def _fill(found: Mapping[int, Candidate], scored: Mapping[int, float], cosines: Mapping[str, Mapping[int, float]]) -> None:
    for number, candidate in found.items():
        candidate.words = scored.get(number, 0.0)
        candidate.meaning = {encoder: values[number] for encoder, values in cosines.items() if number in values}


def compare_sentences(snapshot: Snapshot, asked: Mapping[str, Vectors], candidates: Sequence[Candidate]) -> None:
    """Ask the best candidates about their best sentence: read for few, since a passage has many."""
    numbers = [candidate.number for candidate in candidates]
    for encoder, vector in asked.items():
        cosines = snapshot.sentence_cosines(encoder, vector, numbers)
        for candidate in candidates:
            if candidate.number in cosines:
                candidate.sentence[encoder] = cosines[candidate.number]
