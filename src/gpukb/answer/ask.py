"""A question and a way to search → an answer. Search, the clock and the vault come in from outside, so nothing here opens anything."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gpukb.answer.compose import Claim, abstention, compose
from gpukb.answer.evidence import Evidence, weigh
from gpukb.answer.extractive import choose
from gpukb.answer.frames import frame_for
from gpukb.answer.nouns import Answer, Dropped, Retrieved
from gpukb.answer.pieces import Piece
from gpukb.answer.question import Question, read_question
from gpukb.answer.rank import Ranked, rank_pieces
from gpukb.answer.sources import Found
from gpukb.answer.standalone import make_standalone
from gpukb.citations import CitedNote

NEAREST: Final = 3  # notes named where the vault does not say
ID_BYTES: Final = 9  # of an answer's id: no two of a process meet

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


def ask(search: Search, question: str, *, lang: str | None = None, history: Sequence[str] = ()) -> Answer:
    """The extractive answer to a question; `history` holds the asker's earlier questions, oldest first, `lang` the frame's language."""
    begun = time.perf_counter()
    prepared = prepare(search, question, lang=lang, history=history)
    retrieved = time.perf_counter()
    answer = extract(prepared)
    done = time.perf_counter()
    return replace(answer, timings_ms={"retrieve": _ms(retrieved - begun), "total": _ms(done - begun)})


def prepare(search: Search, question: str, *, lang: str | None = None, history: Sequence[str] = ()) -> Prepared:
    """The question made to stand alone, what was found for it, ranked and weighed."""
    standalone = make_standalone(question, history)
    asked = read_question(standalone)
    found = search(standalone)
    found = replace(found, sources=tuple(source for source in found.sources if not source.generated))
    ranked = tuple(rank_pieces(asked, found, lang or asked.lang))
    return Prepared(question, standalone, asked, lang or asked.lang, found, ranked, weigh(asked, found, ranked))


def extract(prepared: Prepared) -> Answer:
    """The answer in the vault's own words."""
    if prepared.evidence.outcome == "none":
        return abstained(prepared)
    pieces = choose(prepared.question, prepared.ranked, prepared.found)
    if not pieces:
        return abstained(prepared)
    notices = warnings_of(pieces, prepared.lang)
    weak = prepared.evidence.outcome == "weak"
    composed = compose([Claim(p.shown, (p,)) for p in pieces], prepared.lang, prepared.found.text_of, weak=weak, notices=notices)
    return Answer(
        id=new_id(),
        status="partial" if weak else "grounded",
        question=prepared.asked,
        standalone_question=prepared.standalone,
        lang=prepared.lang,
        markdown=composed.markdown,
        sentences=composed.sentences,
        citations=composed.citations,
        retrieved=_retrieved(prepared, pieces),
        warnings=notices,
        index_generation=prepared.found.generation,
        confidence=round(prepared.evidence.confidence, 4),
    )


def abstained(prepared: Prepared, dropped: Sequence[Dropped] = ()) -> Answer:
    """The answer that the vault does not say, with the notes that came nearest."""
    nearest = _nearest(prepared.found)
    missing = prepared.evidence.missing
    return Answer(
        id=new_id(),
        status="abstained",
        question=prepared.asked,
        standalone_question=prepared.standalone,
        lang=prepared.lang,
        markdown=abstention(prepared.lang, nearest, missing),
        retrieved=_retrieved(prepared, ()),
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


def _retrieved(prepared: Prepared, pieces: Sequence[Piece]) -> tuple[Retrieved, ...]:
    cited = {piece.source.passage_id for piece in pieces}
    return tuple(
        Retrieved(source.passage_id, source.note, rank, source.passage_id in cited) for rank, source in enumerate(prepared.found.sources, 1)
    )


def _nearest(found: Found) -> tuple[CitedNote, ...]:
    notes = {source.note.id: source.note for source in found.sources}
    return tuple(notes.values())[:NEAREST]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)
