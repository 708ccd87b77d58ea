"""A search result → what an answer is made from: its passages with their strengths, and the question's words with their rarity."""

from __future__ import annotations

import statistics
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from gpukb.answer import Found, Source, Term, rarity
from gpukb.answer.scales import DEVIATIONS, Scale, scale_for, scaled, titled, witness_of
from gpukb.citations import CitedNote
from gpukb.lang import UNKNOWN, is_han
from gpukb.markdown import normalize_heading
from gpukb.names import bare_title
from gpukb.passages import sentence_texts
from gpukb.query import Filters
from gpukb.search import NO_SNIPPET, Hit
from gpukb.sentences import split_sentences
from gpukb.verify.meaning import near_by

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer, QueryTerm
    from gpukb.config import TypeRule
    from gpukb.encoders import Encoder
    from gpukb.encoders.encoder import Vectors
    from gpukb.index import NoteRow, PassageRow, Snapshot
    from gpukb.search import SearchResult


EVIDENCE: Final = 48  # passages asked of search, half of them in the asker's language: what `answer.ask` reads where a list is asked for
READ: Final = 12  # passages in the asker's language, and as many in others, whose sentences are compared: 15 ms each where none is stored
NAMED: Final = 4  # passages more in other languages, of notes that the question names
WHOLE: Final = 24  # notes read whole where things are compared or one side of a thing is asked for: six concepts in four languages
LED: Final = 2  # notes in the asker's language, and as many in others, whose leads are read in any case
TITLE_WORDS: Final = 4  # of a title that says what its note is about; a shorter one is a name, and names are found by their words
TITLE_HAN: Final = 8  # Han characters of such a title
SAMPLE: Final = 200  # passages by which an unmeasured encoder's scale is guessed: its mean is then sure to a tenth of a deviation
LEAST_DEVIATION: Final = 0.01  # of cosines: a vault of a few like notes has none of its own


def found_for(
    snapshot: Snapshot,
    analyzer: Analyzer,
    result: SearchResult,
    encoders: Sequence[Encoder],
    exclude: Collection[str] = (),
    alike: tuple[frozenset[str], ...] = (),
) -> Found:
    """The passages of a search, best first, as evidence. No encoders: words alone count.

    `exclude` are the notes and passages that were left out of the search; `alike` see `Found`.
    """
    asked = {encoder.id: encoder.encode_query([result.query.text])[0] for encoder in encoders} if result.query.text else {}
    pinned = {hit.note.number for hit in result.hits if "name" in hit.signals}  # a note is named, whichever passage matched best
    rulers = Rulers(snapshot, asked, result.detected_lang)
    untranslated = _untranslated(snapshot, result.hits, result.detected_lang)
    near_titles = title_nearness(_worth_reading(result.hits, result.detected_lang), encoders, asked, rulers)
    titles = {id: titled(nearness, rulers.lang, lang) for id, (nearness, lang) in near_titles.items()}
    hits = with_leads(snapshot, result.hits, result.detected_lang, {id for id, share in titles.items() if share})
    passages = list({hit.passage.id: hit.passage for hit in _worth_reading(hits, result.detected_lang, result.bridged)}.values())
    nearness = sentence_nearness(snapshot, passages, encoders, asked, rulers)
    terms = terms_of(snapshot, result.words.terms)
    whole = {hit.note.number for hit in result.hits if titles.get(hit.note.id)} | set(result.bridged)
    concepts = snapshot.concepts({hit.note.number for hit in result.hits} | whole)
    replaced = snapshot.successors(concepts)
    successors = snapshot.notes_by_number(set(replaced.values()))
    cites = snapshot.cited_notes([hit.note.number for hit in result.hits if hit.note.type == "answer"])
    ids = {number: note.id for number, note in snapshot.notes_by_number(concepts).items()}
    kept = frozenset(snapshot.kept_from_models())

    def source_of(hit: Hit) -> Source:
        meant = result.bridged.get(hit.note.number, frozenset())
        concept = concepts.get(hit.note.number, hit.note.number)
        return _source(
            hit,
            ids.get(concept, str(concept)),
            successors.get(replaced.get(hit.note.number, -1)),
            cites.get(hit.note.number, frozenset()),
            hit.note.number in pinned or _is_all(meant, terms),
            meant,
            nearness,
            near_titles.get(hit.note.id, (0.0, ""))[0],
            titles.get(hit.note.id, 0.0),
            rulers,
            hit.note.number in untranslated,
            hit.note.id not in kept,
        )

    return Found(
        tuple(map(source_of, hits)),
        terms,
        lambda text, lang: frozenset(token.text for token in analyzer.tokens(text, lang)),
        lambda note_id: snapshot.text(_number(snapshot, note_id)),
        generation=result.generation,
        vectors=bool(asked),
        near=near_by(encoders),
        named=lambda: tuple(map(source_of, _all_of(snapshot, sorted(whole)[:WHOLE], result.query.filters, exclude))),
        version_of=lambda note_id, lang: tuple(
            map(source_of, _all_of(snapshot, _version(snapshot, _number(snapshot, note_id), lang), result.query.filters, exclude))
        ),
        alike=alike,
    )


def alike_headings(types: Iterable[TypeRule]) -> tuple[frozenset[str], ...]:
    """The headings that stand at one place of a type's template in the vault's languages: they mean the same."""
    return tuple(
        frozenset(normalize_heading(heading) for heading in headings if heading)
        for rule in types
        for headings in zip_longest(*rule.sections.values())
    )


def _all_of(snapshot: Snapshot, notes: Sequence[int], filters: Filters, exclude: Collection[str]) -> Iterator[Hit]:
    """All passages of these notes that may be read, as if they had been found and nothing spoke for them."""
    allowed = snapshot.allowed(filters, exclude)
    readable = None if allowed is None else frozenset(allowed)
    for passage in (passage for note in notes for passage in snapshot.passages_of(note)):
        if readable is None or passage.number in readable:
            yield Hit(0, 0.0, passage, passage.note, (), {}, NO_SNIPPET, passage)


def _source(
    hit: Hit,
    concept: str,
    successor: NoteRow | None,
    cites: frozenset[str],
    pinned: bool,
    meant: frozenset[str],
    nearness: Mapping[str, Mapping[tuple[int, int], float]],
    title: float,
    is_titled: float,
    rulers: Rulers,
    untranslated: bool,
    for_models: bool,
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
        nearness=rulers.mean(
            {name.removeprefix("raw:vector:"): x for name, x in hit.signals.items() if name.startswith("raw:vector:")}, passage.lang
        ),
        sentences=nearness.get(passage.id, {}),
        titled=is_titled,
        concept=concept,
        names=(note.name, *note.aliases),
        pinned=pinned,
        meant=meant,
        generated=note.generated,
        deprecated=note.deprecated,
        successor=cited(successor) if successor else None,
        cites=cites,
        for_models=for_models,
        title=title,
        untranslated=untranslated,
    )


def _untranslated(snapshot: Snapshot, hits: Sequence[Hit], lang: str) -> frozenset[int]:
    """The notes in other languages that have no version in this one."""
    if lang == UNKNOWN:
        return frozenset()
    versions = snapshot.versions({hit.note.number for hit in hits if hit.note.lang != lang})
    langs = {number: note.lang for number, note in snapshot.notes_by_number({one for group in versions.values() for one in group}).items()}
    return frozenset(number for number, group in versions.items() if all(langs.get(one) != lang for one in group))


def _version(snapshot: Snapshot, note: int, lang: str) -> Sequence[int]:
    """The note's version in this language, which may be itself; empty where there is none."""
    versions = snapshot.notes_by_number(snapshot.versions({note})[note])
    return [number for number, row in versions.items() if row.lang == lang][:1]


def _is_all(tokens: frozenset[str], terms: Sequence[Term]) -> bool:
    """Whether the question says nothing but the name that these tokens make up."""
    return bool(tokens) and all(term.held(tokens) for term in terms)


def cited(note: NoteRow) -> CitedNote:
    """A note as citations name it."""
    return CitedNote(note.id, note.path, note.title, note.type, note.lang, note.revision)


def with_leads(snapshot: Snapshot, hits: Sequence[Hit], lang: str = UNKNOWN, titled: Collection[str] = ()) -> list[Hit]:
    """The hits, and after the first of a note its lead, where that may be wanted though it is not what matches best.

    That is of notes that are pinned by their name or `titled` as the question, and of the best few in the asker's language and in others.
    """
    best = [list(dict.fromkeys(hit.note.number for hit in hits if (hit.passage.lang == lang) is own))[:LED] for own in (True, False)]
    wanted = {hit.note.number for hit in hits if "name" in hit.signals or hit.note.id in titled}.union(*best)
    leads = snapshot.leads(wanted)
    out: dict[str, Hit] = {}
    for hit in hits:
        out.setdefault(hit.passage.id, hit)
        lead = leads.get(hit.note.number)
        if lead:
            out.setdefault(lead.id, replace(hit, passage=lead))
    return list(out.values())


def _worth_reading(hits: Sequence[Hit], lang: str, named: Collection[int] = ()) -> list[Hit]:
    """The hits whose sentences and titles are compared one by one: the best in the question's language, and the best in others.

    Of those in other languages also the best that the question names: words do not find them.
    """
    own = [hit for hit in hits if hit.passage.lang == lang][:READ]
    others = [hit for hit in hits if hit.passage.lang != lang]
    return [*own, *others[:READ], *[hit for hit in others[READ:] if hit.note.number in named][:NAMED]]


class Rulers:
    """What the encoders' cosines with this question mean, by the language of the passage. See `answer.scales`."""

    def __init__(self, snapshot: Snapshot, asked: Mapping[str, Vectors], lang: str) -> None:
        self._snapshot, self._asked, self.lang = snapshot, asked, lang
        self._scales: dict[tuple[str, str], Scale] = {}

    def mean(self, cosines: Mapping[str, float], lang: str) -> float:
        """The encoders' cosines on their scales, weighed: about 0 for what is unrelated, about 1 for an answer."""
        asked = lang if self.lang == UNKNOWN else self.lang
        weights = {encoder: witness_of(encoder, asked, lang) for encoder in cosines}
        total = sum(weights.values())
        return sum(weights[e] * scaled(cosine, self._scale(e, lang)) for e, cosine in cosines.items()) / total if total else 0.0

    def _scale(self, encoder: str, lang: str) -> Scale:
        if (encoder, lang) not in self._scales:
            known = scale_for(encoder, lang if self.lang == UNKNOWN else self.lang, lang)
            self._scales[encoder, lang] = known or self._measured(encoder, lang)
        return self._scales[encoder, lang]

    def _measured(self, encoder: str, lang: str) -> Scale:
        """The scale of an encoder that nobody measured: how near the question is to passages taken at random."""
        passages = self._snapshot.allowed(Filters(lang=(lang,))) or ()
        sample = list(passages)[:: max(1, len(passages) // SAMPLE)]
        cosines = list(self._snapshot.cosines(encoder, self._asked[encoder], sample).values())
        mean = statistics.fmean(cosines) if cosines else 0.0
        return mean, mean + DEVIATIONS * max(LEAST_DEVIATION, statistics.pstdev(cosines) if cosines else 0.0)


def title_nearness(
    hits: Sequence[Hit], encoders: Sequence[Encoder], asked: Mapping[str, Vectors], rulers: Rulers
) -> dict[str, tuple[float, str]]:
    """How near the titles that say what their notes are about are to the question, and their languages, by the notes' ids."""
    notes = {hit.note.id: hit.note for hit in hits if _tells(bare_title(hit.note.title))}
    cosines: dict[str, dict[str, float]] = {id: {} for id in notes}
    for encoder in encoders if asked and notes else ():
        vectors = encoder.encode_document([bare_title(note.title) for note in notes.values()])
        for id, cosine in zip(notes, (vectors @ asked[encoder.id]).tolist(), strict=True):
            cosines[id][encoder.id] = cosine
    return {id: (rulers.mean(found, notes[id].lang), notes[id].lang) for id, found in cosines.items() if found}


def _tells(title: str) -> bool:
    return len(title.split()) >= TITLE_WORDS or sum(map(is_han, title)) >= TITLE_HAN


def sentence_nearness(
    snapshot: Snapshot, passages: Sequence[PassageRow], encoders: Sequence[Encoder], asked: Mapping[str, Vectors], rulers: Rulers
) -> dict[str, dict[tuple[int, int], float]]:
    """For each passage, the range of each of its sentences in the note and how near it is to the question in meaning."""
    ranges = {passage.id: split_sentences(passage.text, passage.span.start) for passage in passages}
    cosines: dict[str, list[dict[str, float]]] = {id: [{} for _ in places] for id, places in ranges.items()}
    for encoder in encoders if asked else ():
        for id, vectors in _sentence_vectors(snapshot, encoder, passages, ranges).items():
            for at, cosine in enumerate((vectors @ asked[encoder.id]).tolist()):
                cosines[id][at][encoder.id] = cosine
    return {
        passage.id: {
            place: rulers.mean(by_encoder, passage.lang) for place, by_encoder in zip(ranges[passage.id], cosines[passage.id], strict=True)
        }
        for passage in passages
        if asked
    }


def _sentence_vectors(
    snapshot: Snapshot, encoder: Encoder, passages: Sequence[PassageRow], ranges: Mapping[str, Sequence[tuple[int, int]]]
) -> dict[str, Vectors]:
    """A row for each sentence of each passage: from the index where it has them, else encoded now."""
    stored = snapshot.vectors(encoder.id, "sentence", [passage.number for passage in passages])
    found = {p.id: stored[p.number] for p in passages if len(stored.get(p.number, ())) == len(ranges[p.id])}
    todo = [passage for passage in passages if passage.id not in found and ranges[passage.id]]
    texts = [text for passage in todo for text in sentence_texts(passage.text)]
    vectors = encoder.encode_document(texts) if texts else None
    at = 0
    for passage in todo:
        count = len(ranges[passage.id])
        if vectors is not None:
            found[passage.id] = vectors[at : at + count]
        at += count
    return found


def terms_of(snapshot: Snapshot, terms: Sequence[QueryTerm]) -> tuple[Term, ...]:
    """The question's words, each with all its forms and the rarity of its most frequent one."""
    groups: dict[int, list[QueryTerm]] = {}
    for term in terms:
        groups.setdefault(term.group, []).append(term)
    counts = snapshot.document_frequencies({term.token for term in terms})
    total = snapshot.passage_count
    return tuple(
        _term(group, max(counts.get(term.token, 0) for term in group), total)
        for group in groups.values()
        if not _is_seam(group, groups.values(), counts)
    )


def _term(group: Sequence[QueryTerm], count: int, total: int) -> Term:
    return Term(group[0].surface, {term.token: term.weight for term in group}, rarity(count, total), heard=count > 0)


def _is_seam(group: Sequence[QueryTerm], groups: Iterable[Sequence[QueryTerm]], counts: Mapping[str, int]) -> bool:
    """Whether this is a pair of Han characters that stands nowhere and shares one with a pair that does: it spans two words."""
    first = group[0]
    if first.kind != "gram" or len(first.token) != 2 or counts.get(first.token):
        return False
    beside = (first.start - 1, first.start + 1)
    return any(other[0].start in beside and len(other[0].token) == 2 and counts.get(other[0].token) for other in groups)


def _number(snapshot: Snapshot, note_id: str) -> int:
    row = snapshot.note(note_id)
    return row.number if row else -1
