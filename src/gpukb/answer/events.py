"""An answer while it is written: what may be told of it, in the order in which it becomes known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gpukb.answer.nouns import Answer, Retrieved
from gpukb.citations import Citation

Stage = Literal["reading", "writing"]


@dataclass(frozen=True, slots=True)
class Meta:
    """What is asked, and who will answer."""

    id: str
    question: str
    standalone_question: str
    lang: str
    model: str
    index_generation: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What is being done now, with how many notes."""

    stage: Stage
    notes: int


@dataclass(frozen=True, slots=True)
class Sources:
    """The passages that the answer is made from, best first."""

    retrieved: tuple[Retrieved, ...]


@dataclass(frozen=True, slots=True)
class Delta:
    """The next piece of the answer's Markdown. Joined, the pieces are the Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite:
    """A citation of the piece just told; it is final."""

    citation: Citation


@dataclass(frozen=True, slots=True)
class Done:
    """The whole answer."""

    answer: Answer


Event = Meta | Progress | Sources | Delta | Cite | Done


def replay(answer: Answer) -> Iterator[Event]:
    """A finished answer as pieces, each followed by its citations, and then the whole."""
    at = 0
    by_id = {citation.id: citation for citation in answer.citations}
    for sentence in answer.sentences:
        yield Delta(answer.markdown[at : sentence.end])
        yield from (Cite(by_id[id]) for id in sentence.citations)
        at = sentence.end
    if answer.markdown[at:]:
        yield Delta(answer.markdown[at:])
    yield Done(answer)


def answer_of(events: Iterator[Event]) -> Answer:
    """The answer that the events end in."""
    *_, last = events
    assert isinstance(last, Done)
    return last.answer
