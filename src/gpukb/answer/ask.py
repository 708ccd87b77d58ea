"""A question and a way to search → an answer. Search, the clock and the vault come in from outside, so nothing here opens anything."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gpukb.answer.aspects import section_told
from gpukb.answer.clues import NEEDED
from gpukb.answer.compare import compare
from gpukb.answer.compose import abstention, claim_of, compose
from gpukb.answer.elsewhere import is_told_elsewhere, lacking
from gpukb.answer.evidence import ALMOST, OUTCOMES, PINNED, WEAK, Evidence, weigh
from gpukb.answer.extractive import choose
from gpukb.answer.frames import frame_for
from gpukb.answer.nouns import Answer, Dropped, Retrieved
from gpukb.answer.pieces import Piece, completed
from gpukb.answer.practice import steps_told
from gpukb.answer.question import Question, read_question
from gpukb.answer.question_words import Kind
from gpukb.answer.rank import Ranked, rank_pieces
from gpukb.answer.sources import Found, Source
from gpukb.answer.standalone import make_standalone
from gpukb.citations import CitedNote
from gpukb.lang import UNKNOWN
from gpukb.unmatched import Unmatched

NEAREST: Final = 3  # notes named where the vault does not say
READ: Final = 12  # passages read for an answer: on the development sets the fifth holds the last gold one, the rest are its background
READ_FOR_LISTS: Final = 24  # and where steps or lists are asked for: the question's words stand in the title, not in the steps
NAMED: Final = 4  # passages more in other languages, of notes that the question names: there words do not find them
SURE: Final = 0.8  # confidence that another language needs where the asker's own has much to say, yet not this: it is then rarely elsewhere
AGREED: Final = 0.6  # and where both find the same note, unless a number, a date or a name is asked for: of 124 unanswerable none had that
BEHIND: Final = -0.15  # gap of the best note in the asker's language to a better one in another: then the other is heard too
OUTTITLED: Final = 0.4  # by which a note's title elsewhere must be nearer to the question than that of the best note here
ID_BYTES: Final = 9  # of an answer's id: no two of a process meet

WHOLE_PARTS: Final = {"overlap": 1.0, "nearness": 0.0, "passage": 1.0, "clue": 1.0}  # of a piece that is told whatever its rank

Search = Callable[[str], Found]


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that is known of a question before its answer is written."""

    asked: str
    standalone: str
    question: Question
    lang: str
    found: Found
    ranked: tuple[Ranked, ...]
    evidence: Evidence
    unmatched: tuple[Unmatched, ...] = ()
    told: tuple[Piece, ...] = ()  # what answers the question by what it is and not by its rank: a section that is asked for by its name

    @property
    def notices(self) -> tuple[str, ...]:
        """A sentence for each value of a filter that no note has."""
        frame = frame_for(self.lang)
        return tuple(
            frame.none[one.filter].format(value=one.value)
            + (frame.known.format(known=", ".join(one.known)) if one.known else "")
            + frame.abstained[-1]
            for one in self.unmatched
        )

    def quoted(self) -> list[Piece]:
        """The pieces that an answer in the vault's own words quotes; none where nothing was found."""
        return list(self.told) or choose(self.question, self.ranked, self.found)

    def detached(self) -> Prepared:
        """The same with the texts that may be cited in hand: nothing more is read from the index."""
        found = self.found
        texts = {id: found.text_of(id) for id in {one.piece.source.note.id for one in self.ranked}}
        return replace(self, found=replace(found, text_of=texts.__getitem__))


def ask(search: Search, question: str, *, lang: str | None = None, history: Sequence[str] = ()) -> Answer:
    """The extractive answer to a question; `history` holds the asker's earlier questions, oldest first, `lang` the frame's language."""
    begun = time.perf_counter()
    prepared = prepare(search, question, lang=lang, history=history)
    retrieved = time.perf_counter()
    answer = extract(prepared)
    done = time.perf_counter()
    return replace(answer, timings_ms={"retrieve": _ms(retrieved - begun), "total": _ms(done - begun)})


def prepare(
    search: Search,
    question: str,
    *,
    lang: str | None = None,
    reader: str | None = None,
    history: Sequence[str] = (),
    standalone: str | None = None,
) -> Prepared:
    """The question made to stand alone, what was found for it, ranked and weighed: first in the asker's language, then in any.

    `standalone` is the question where somebody else made it so. `reader` is the asker's language where the question tells none.
    """
    standalone = standalone or make_standalone(question, history)
    asked = read_question(standalone)
    found = search(standalone)
    found = replace(found, sources=tuple(source for source in found.sources if not source.generated))
    read = READ_FOR_LISTS if asked.wants_list else READ
    own_lang = asked.lang if asked.lang != UNKNOWN else lang or reader
    if asked.lang == UNKNOWN and all(source.lang != own_lang for source in found.sources):
        # A bare name, of which the asker's language has nothing: the best note's language will do, and any language is the asker's.
        frame = own_lang or next((source.lang for source in found.sources), "en")
        own, others = found.sources[:read], tuple[Source, ...]()
    else:
        frame = lang or own_lang or "en"
        own = tuple(source for source in found.sources if source.lang == own_lang)[:read]
        elsewhere = tuple(source for source in found.sources if source.lang != own_lang)
        others = (*elsewhere[:read], *[source for source in elsewhere[read:] if source.meant][:NAMED])
    first = _judged(asked, replace(found, sources=own), "same", frame, others)
    best = first
    behind = first[1].strength.gap < BEHIND
    if others and (behind or first[1].outcome != "enough" or max(source.titled for source in others) > OUTTITLED):
        second = _judged(asked, replace(found, sources=others), "other", frame, own)
        best = second if not own or _is_better(second, first, asked.kind, behind=behind, rich=len(own) >= READ) else first
    alone = lacking(asked, found, first, others) if best is first else ()
    if alone:
        third = _judged(asked, replace(found, sources=alone), "other", frame, [one for one in found.sources if one not in alone])
        best = third if is_told_elsewhere(asked, found, first, third) else first
    ranked, evidence = best
    told, evidence = _told(asked, found, frame, ranked, evidence)
    begin = _completed([Ranked(piece, 1.0, WHOLE_PARTS) for piece in told], found)
    ranked = _completed((*begin, *ranked), found)
    quoted = tuple(one.piece for one in begin)
    return Prepared(question, standalone, asked, frame, _with_nothing_to_read(found), ranked, evidence, told=quoted)


def _with_nothing_to_read(found: Found) -> Found:
    """The same without the ways to read more passages, which need the open index."""
    return replace(found, named=tuple, version_of=lambda note_id, lang: ())


def _told(asked: Question, found: Found, lang: str, ranked: Sequence[Ranked], evidence: Evidence) -> tuple[tuple[Piece, ...], Evidence]:
    """What answers the question by what it is, whatever its rank, and how sure that is; nothing for most questions."""
    if evidence.missing:
        return (), evidence
    section = section_told(asked, found, lang)
    if section:
        return tuple(section), replace(evidence, outcome="enough", confidence=max(evidence.confidence, PINNED))
    compared = compare(asked, found, lang)
    if compared is None:
        return steps_told(asked, found, ranked, evidence, lang)
    if compared.sure:
        return compared.pieces, replace(evidence, outcome="enough", confidence=max(evidence.confidence, PINNED))
    return compared.pieces, replace(evidence, outcome="weak", confidence=min(max(evidence.confidence, WEAK), ALMOST))


def _completed(ranked: Sequence[Ranked], found: Found) -> tuple[Ranked, ...]:
    """The same with sentences that a lead cut off as they stand in the note, each once."""
    whole: dict[tuple[str, int, int], Ranked] = {}
    for one in ranked:
        piece = one.piece if one.piece.source.kind != "lead" else completed(one.piece, found.text_of(one.piece.source.note.id))
        whole.setdefault((piece.source.note.id, piece.start, piece.end), one if piece is one.piece else replace(one, piece=piece))
    return tuple(whole.values())


def _is_better(
    other: tuple[tuple[Ranked, ...], Evidence], own: tuple[tuple[Ranked, ...], Evidence], kind: Kind, *, behind: bool, rich: bool
) -> bool:
    """Whether another language answers: it is surer, and surer still where the asker's own has much to say, yet not this."""
    ranked, evidence = other
    if evidence.outcome == "none":
        return False
    elsewhere, here = ranked[0].piece.source, own[0][0].piece.source if own[0] else None
    if elsewhere.concept in {one.piece.source.concept for one in own[0]}:
        # The asker's language has that note too, and its own words for it are the better witness, unless they miss what is asked.
        alike = here is not None and elsewhere.concept == here.concept and not own[1].barred
        enough = AGREED if alike and kind not in NEEDED else SURE
        return own[1].outcome == "none" and not own[1].missing and evidence.confidence >= enough
    if here and elsewhere.titled - here.titled > OUTTITLED:
        return True
    surer = OUTCOMES.index(evidence.outcome) > OUTCOMES.index(own[1].outcome)
    surer = surer or (behind and evidence.outcome == "enough" and evidence.confidence > own[1].confidence)
    return surer and not (rich and evidence.confidence < SURE)


def _judged(asked: Question, found: Found, mix: str, lang: str, rest: Sequence[Source]) -> tuple[tuple[Ranked, ...], Evidence]:
    """The pieces of what was found in order, and how sure they are. `rest` is what there is in other languages."""
    ranked = tuple(rank_pieces(asked, found, lang))
    evidence = weigh(asked, found, ranked, mix if found.vectors else "words", rest)
    if mix == "same" or not ranked or evidence.outcome == "none":
        return ranked, evidence
    concept = ranked[0].piece.source.concept
    own = tuple(source for source in rest if source.concept == concept)  # a translation may be quoted in the best note's place
    return (tuple(rank_pieces(asked, replace(found, sources=(*found.sources, *own)), lang)) if own else ranked), evidence


def extract(prepared: Prepared) -> Answer:
    """The answer in the vault's own words."""
    if prepared.evidence.outcome == "none":
        return abstained(prepared)
    pieces = prepared.quoted()
    if not pieces:
        return abstained(prepared)
    notices = (*prepared.notices, *warnings_of(pieces, prepared.lang))
    weak = prepared.evidence.outcome == "weak"
    composed = compose([claim_of(p, prepared.lang) for p in pieces], prepared.lang, prepared.found.text_of, weak=weak, notices=notices)
    return Answer(
        id=new_id(),
        status="partial" if weak else "grounded",
        question=prepared.asked,
        standalone_question=prepared.standalone,
        lang=prepared.lang,
        markdown=composed.markdown,
        sentences=composed.sentences,
        citations=composed.citations,
        retrieved=retrieved_of(prepared, pieces),
        warnings=notices,
        index_generation=prepared.found.generation,
        confidence=round(prepared.evidence.confidence, 4),
    )


def abstained(prepared: Prepared, dropped: Sequence[Dropped] = ()) -> Answer:
    """The answer that the vault does not say, with the notes that came nearest."""
    bare = prepared.question.bare
    nearest = () if bare else _nearest(prepared.ranked)
    missing = prepared.evidence.missing
    return Answer(
        id=new_id(),
        status="abstained",
        question=prepared.asked,
        standalone_question=prepared.standalone,
        lang=prepared.lang,
        markdown=frame_for(prepared.lang).unclear if bare else abstention(prepared.lang, nearest, missing, prepared.notices),
        retrieved=retrieved_of(prepared, ()),
        dropped=tuple(dropped),
        nearest=nearest,
        index_generation=prepared.found.generation,
        confidence=round(prepared.evidence.confidence, 4),
    )


def warnings_of(pieces: Sequence[Piece], lang: str) -> tuple[str, ...]:
    """A sentence for each cited note that is out of date, with its successor where one is named."""
    frame = frame_for(lang)
    said = []
    for source in (piece.source for piece in pieces):
        if source.successor:
            said.append(frame.replaced.format(old=source.note.title, new=source.successor.title))
        elif source.deprecated:
            said.append(frame.deprecated.format(old=source.note.title))
    return tuple(dict.fromkeys(said))


def new_id() -> str:
    """A fresh answer id."""
    return "a_" + secrets.token_urlsafe(ID_BYTES)


def retrieved_of(prepared: Prepared, pieces: Sequence[Piece]) -> tuple[Retrieved, ...]:
    """What was read, best first, with what the answer quotes."""
    cited = {piece.source.passage_id for piece in pieces}
    return tuple(
        Retrieved(source.passage_id, source.note, rank, source.passage_id in cited) for rank, source in enumerate(prepared.found.sources, 1)
    )


def _nearest(ranked: Sequence[Ranked]) -> tuple[CitedNote, ...]:
    """The notes of the best sentences: signposts, which hold none, are left out."""
    notes = {one.piece.source.note.id: one.piece.source.note for one in ranked}
    return tuple(notes.values())[:NEAREST]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)
