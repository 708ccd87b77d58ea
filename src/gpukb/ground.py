"""A search result → what an answer is made from: its passages with their strengths, and the question's words with their rarity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from gpukb.answer import Found, Source, Term, rarity
from gpukb.citations import CitedNote
from gpukb.plain import plain_text
from gpukb.sentences import split_sentences

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer, QueryTerm
    from gpukb.encoders import Encoder
    from gpukb.encoders.encoder import Vectors
    from gpukb.index import NoteRow, PassageRow, Snapshot
    from gpukb.search import Hit, SearchResult


EVIDENCE: Final = 40  # passages asked of search: enough that a dozen are in the asker's language where other languages crowd in
OWN_READ: Final = 8  # passages in the asker's language whose sentences are compared: encoding one takes some 15 ms where none is stored
BEST_READ: Final = 4  # and of all languages


def found_for(snapshot: Snapshot, analyzer: Analyzer, result: SearchResult, encoders: Sequence[Encoder]) -> Found:
    """The passages of a search, best first, as evidence. No encoders: words alone count."""
    asked = {encoder.id: encoder.encode_query([result.query.text])[0] for encoder in encoders} if result.query.text else {}
    numbers = {hit.note.number for hit in result.hits}
    hits = with_leads(snapshot, result.hits)
    cosines = sentence_cosines(snapshot, _worth_reading(hits, result.detected_lang), encoders, asked)
    concepts = {number: min([number, *snapshot.translations(number)]) for number in numbers}
    replaced = snapshot.successors(numbers)
    successors = snapshot.notes_by_number(set(replaced.values()))
    cites = snapshot.cited_notes([hit.note.number for hit in result.hits if hit.note.type == "answer"])
    ids = {hit.note.number: hit.note.id for hit in result.hits}
    sources = tuple(
        _source(
            hit,
            ids.get(concepts[hit.note.number], str(concepts[hit.note.number])),
            successors.get(replaced.get(hit.note.number, -1)),
            cites.get(hit.note.number, frozenset()),
            cosines,
        )
        for hit in hits
    )
    return Found(
        sources,
        terms_of(snapshot, result.words.terms),
        lambda text, lang: frozenset(token.text for token in analyzer.tokens(text, lang)),
        lambda note_id: snapshot.text(_number(snapshot, note_id)),
        generation=result.generation,
        vectors=bool(asked),
    )


def _source(
    hit: Hit,
    concept: str,
    successor: NoteRow | None,
    cites: frozenset[str],
    cosines: Mapping[str, Mapping[tuple[int, int], float]],
) -> Source:
    passage, note = hit.passage, hit.note
    return Source(
        passage_id=passage.id,
        note=cited(note),
        kind=passage.kind,
        lang=passage.lang,
        heading_path=passage.heading_path,
        anchor=passage.anchor,
        start=passage.span.start,
        text=passage.text,
        score=hit.score,
        words=hit.signals.get("words", 0.0),
        meaning={name.removeprefix("raw:vector:"): value for name, value in hit.signals.items() if name.startswith("raw:vector:")},
        sentences=cosines.get(passage.id, {}),
        concept=concept,
        names=(note.name, *note.aliases),
        pinned="name" in hit.signals,
        generated=note.generated,
        deprecated=note.deprecated,
        successor=cited(successor) if successor else None,
        cites=cites,
    )


def cited(note: NoteRow) -> CitedNote:
    """A note as citations name it."""
    return CitedNote(note.id, note.path, note.title, note.type, note.lang, note.revision)


def with_leads(snapshot: Snapshot, hits: Sequence[Hit]) -> list[Hit]:
    """The hits, and after each that is pinned by its name its note's lead: what defines the name may not be what matches best."""
    pinned = {hit.note.number for hit in hits if "name" in hit.signals}
    have = {hit.passage.id for hit in hits}
    leads = {number: lead for number, lead in snapshot.leads(pinned).items() if lead.id not in have} if pinned else {}
    out: list[Hit] = []
    for hit in hits:
        out.append(hit)
        lead = leads.pop(hit.note.number, None) if "name" in hit.signals else None
        if lead:
            out.append(replace(hit, passage=lead))
    return out


def _worth_reading(hits: Sequence[Hit], lang: str) -> list[PassageRow]:
    """The passages whose sentences are compared one by one: the best in the question's language, and the best of all."""
    own = [hit.passage for hit in hits if hit.passage.lang == lang][:OWN_READ]
    best = [hit.passage for hit in hits][:BEST_READ]
    return list({passage.id: passage for passage in (*own, *best)}.values())


def sentence_cosines(
    snapshot: Snapshot, passages: Sequence[PassageRow], encoders: Sequence[Encoder], asked: Mapping[str, Vectors]
) -> dict[str, dict[tuple[int, int], float]]:
    """For each passage, the range of each of its sentences in the note and the mean of the encoders' cosines with the question."""
    ranges = {passage.id: split_sentences(passage.text, passage.span.start) for passage in passages}
    sums: dict[str, list[float]] = {passage.id: [0.0] * len(ranges[passage.id]) for passage in passages}
    for encoder in encoders:
        for passage, vectors in _sentence_vectors(snapshot, encoder, passages, ranges).items():
            for at, cosine in enumerate((vectors @ asked[encoder.id]).tolist()):
                sums[passage][at] += cosine / len(encoders)
    return {id: dict(zip(ranges[id], values, strict=True)) for id, values in sums.items() if values and encoders}


def _sentence_vectors(
    snapshot: Snapshot, encoder: Encoder, passages: Sequence[PassageRow], ranges: Mapping[str, Sequence[tuple[int, int]]]
) -> dict[str, Vectors]:
    """A row for each sentence of each passage: from the index where it has them, else encoded now."""
    stored = snapshot.vectors(encoder.id, "sentence", [passage.number for passage in passages])
    found = {p.id: stored[p.number] for p in passages if len(stored.get(p.number, ())) == len(ranges[p.id])}
    todo = [passage for passage in passages if passage.id not in found and ranges[passage.id]]
    texts = [_words_between(passage, *place) for passage in todo for place in ranges[passage.id]]
    vectors = encoder.encode_document(texts) if texts else None
    at = 0
    for passage in todo:
        count = len(ranges[passage.id])
        if vectors is not None:
            found[passage.id] = vectors[at : at + count]
        at += count
    return found


def _words_between(passage: PassageRow, start: int, end: int) -> str:
    return plain_text(passage.text[start - passage.span.start : end - passage.span.start]).text


def terms_of(snapshot: Snapshot, terms: Sequence[QueryTerm]) -> tuple[Term, ...]:
    """The question's words, each with all its forms and the rarity of its most frequent one."""
    groups: dict[int, list[QueryTerm]] = {}
    for term in terms:
        groups.setdefault(term.group, []).append(term)
    counts = snapshot.document_frequencies({term.token for term in terms})
    total = snapshot.passage_count
    return tuple(
        Term(
            group[0].surface,
            {term.token: term.weight for term in group},
            rarity(max(counts.get(term.token, 0) for term in group), total),
        )
        for group in groups.values()
    )


def _number(snapshot: Snapshot, note_id: str) -> int:
    row = snapshot.note(note_id)
    return row.number if row else -1
