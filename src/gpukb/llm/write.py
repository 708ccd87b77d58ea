"""A prepared question and a model → the events of an answer. Only sentences that the verifier lets through are told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Final

from gpukb.answer import Answer, Dropped, Prepared, Support, extract
from gpukb.answer.ask import new_id, retrieved_of, warnings_of
from gpukb.answer.compose import Claim, Page
from gpukb.answer.display import sentence_text
from gpukb.answer.events import Cite, Delta, Done, Event, Meta, Progress, Sources, replay
from gpukb.answer.frames import frame_for
from gpukb.answer.pieces import Piece
from gpukb.errors import ModelError
from gpukb.lang import script_of
from gpukb.llm.client import MAX_TOKENS, LanguageModel
from gpukb.llm.parse import Parser, Said
from gpukb.llm.prompt import MOST_CLAIMS, NOTHING, Numbered, cited, messages, numbered
from gpukb.llm.stop import Stop
from gpukb.verify import Verdict, verify

EXTRACTIVE: Final = "gpukb/extractive"
MOST_DROPPED: Final = 8  # sentences; a model that gets so many wrong will not do better if one waits
SCRIPTS: Final = {"ru": "cyrillic", "zh": "han", "en": "latin", "pl": "latin"}


def write(
    prepared: Prepared, model: LanguageModel | None, stop: Stop | None = None, begun: float | None = None, most: int = MAX_TOKENS
) -> Iterator[Event]:
    """The events of the answer, `Done` last. Without a model, or where it gives nothing, the answer is the vault's own sentences.

    `most` tokens may the model say; what it could not end then is dropped.
    """
    clock = _Clock(time.perf_counter() if begun is None else begun)
    clock.mark("retrieve")
    first = prepared.quoted()
    evidence = _evidence(prepared, first) if model else {}
    used = model if evidence else None
    id = new_id()
    retrieved = retrieved_of(prepared, ())
    notes = len({one.note.id for one in retrieved})
    name = used.name if used else EXTRACTIVE
    yield Meta(id, prepared.asked, prepared.standalone, prepared.lang, name, prepared.found.generation)
    yield Progress("reading", notes)
    if used:
        yield Progress("writing", len({piece.source.note.id for piece in evidence.values()}))
    yield Sources(retrieved)
    if used is None:
        yield from _extracted(prepared, id, clock)
    else:
        yield from _Writing(prepared, used, evidence, id, clock).events(stop or Stop(), most)


def _evidence(prepared: Prepared, first: list[Piece]) -> Numbered:
    """What the model may read; nothing where the vault does not say, or where the best of it is kept from models."""
    if prepared.evidence.outcome == "none" or not all(piece.source.for_models for piece in first):
        return {}
    return numbered(prepared.ranked, first)


def _extracted(
    prepared: Prepared, id: str, clock: _Clock, dropped: tuple[Dropped, ...] = (), warnings: tuple[str, ...] = ()
) -> Iterator[Event]:
    answer = extract(prepared)
    told = (*warnings, *answer.warnings)
    clock.mark("first_token")
    clock.mark("total")
    yield from replay(replace(answer, id=id, dropped=(*answer.dropped, *dropped), warnings=told, timings_ms=clock.marks))


@dataclass(slots=True)
class _Clock:
    """Milliseconds since the question came, by name."""

    begun: float
    marks: dict[str, float] = field(default_factory=dict)

    def mark(self, name: str) -> None:
        self.marks.setdefault(name, round(1000 * (time.perf_counter() - self.begun), 1))


class _Writing:
    """One answer while the model writes it."""

    def __init__(self, prepared: Prepared, model: LanguageModel, evidence: Numbered, id: str, clock: _Clock) -> None:
        self._prepared, self._model, self._evidence, self._id, self._clock = prepared, model, evidence, id, clock
        self._cited = {marker: cited(piece) for marker, piece in evidence.items()}
        self._page = Page(prepared.lang, prepared.found.text_of)
        self._weak = prepared.evidence.outcome == "weak"
        if self._weak:
            self._page.add_frame(frame_for(prepared.lang).weak)
        self._told = 0  # characters of the page
        self._said: list[str] = []
        self._pieces: list[Piece] = []
        self._dropped: list[Dropped] = []
        self._usage: dict[str, int] = {}

    def events(self, stop: Stop, most: int) -> Iterator[Event]:
        failed = False
        parser = Parser()
        try:
            asked = messages(self._prepared.standalone, self._prepared.lang, self._evidence)
            with closing(self._model.stream(asked, stop, self._usage, most=most)) as stream:
                for text in stream:
                    for said in parser.feed(text):
                        yield from self._take(said)
                    if len(self._said) == MOST_CLAIMS or len(self._dropped) >= MOST_DROPPED:
                        break
        except ModelError:
            failed = True
        for said in parser.close():
            if failed and not said.markers:
                self._dropped.append(Dropped(said.text, "broken off"))
            else:
                yield from self._take(said)
        frame = frame_for(self._prepared.lang)
        left_out = (frame.dropped.format(count=len(self._dropped)),) if self._dropped else ()
        if not self._said:
            yield from _extracted(self._prepared, self._id, self._clock, tuple(self._dropped), (frame.silent, *left_out))
            return
        yield from self._end((*((frame.broken,) if failed else ()), *left_out), failed)

    def _take(self, said: Said) -> Iterator[Event]:
        """The events of a sentence, none when it is dropped or was said already."""
        if said.text.strip(" .*`") == NOTHING or len(self._said) == MOST_CLAIMS:
            return
        shown = sentence_text(said.text)
        verdict = self._verdict(said, shown)
        if not verdict.supported:
            self._dropped.append(Dropped(shown, verdict.reason))
            return
        if shown in self._said:
            return
        self._said.append(shown)
        pieces = tuple(self._evidence[marker] for marker in said.markers)
        self._pieces += pieces
        _, citations = self._page.add(Claim(shown, pieces, Support("verified", verdict.score)))
        self._clock.mark("first_token")
        yield self._delta()
        yield from map(Cite, citations)

    def _verdict(self, said: Said, shown: str) -> Verdict:
        lang = self._prepared.lang
        if not _in_script(shown, lang):
            return Verdict(False, "another language")
        found = self._prepared.found
        return verify(said.text, lang, said.markers, self._cited, found.tokens, found.near)

    def _delta(self) -> Delta:
        text = self._page.markdown[self._told :]
        self._told = len(self._page.markdown)
        return Delta(text)

    def _end(self, warnings: tuple[str, ...], failed: bool) -> Iterator[Event]:
        notices = (*self._prepared.notices, *warnings_of(self._pieces, self._prepared.lang))
        for notice in notices:
            self._page.add_frame(notice)
        if notices:
            yield self._delta()
        composed = self._page.composed()
        self._clock.mark("total")
        whole = not (self._weak or self._dropped or failed)
        answer = Answer(
            id=self._id,
            status="grounded" if whole else "partial",
            question=self._prepared.asked,
            standalone_question=self._prepared.standalone,
            lang=self._prepared.lang,
            markdown=composed.markdown,
            sentences=composed.sentences,
            citations=composed.citations,
            retrieved=retrieved_of(self._prepared, self._pieces),
            dropped=tuple(self._dropped),
            warnings=(*notices, *warnings),
            timings_ms=self._clock.marks,
            index_generation=self._prepared.found.generation,
            model=self._model.name,
            confidence=round(self._prepared.evidence.confidence, 4),
            usage=self._usage,
        )
        yield Done(answer)


def _in_script(text: str, lang: str) -> bool:
    """Whether the sentence can be in this language by its letters: Russian has some Cyrillic, English is mostly Latin."""
    wanted = SCRIPTS.get(lang)
    scripts = [script_of(char) for char in text if char.isalpha()]
    if wanted is None or not scripts:
        return True
    least = 0.5 if wanted == "latin" else 0.1  # Russian and Chinese name much in Latin letters
    return scripts.count(wanted) >= least * len(scripts)
