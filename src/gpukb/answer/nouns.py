"""The nouns of an answer: its sentences, what was left out, and the notes that came nearest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gpukb.citations import Citation, CitedNote, Range

Status = Literal["grounded", "partial", "abstained"]
Method = Literal["verbatim", "verified"]


@dataclass(frozen=True, slots=True)
class Support:
    """Why a sentence may be shown: it is a quote (`verbatim`), or a claim checked against one (`verified`), and how well it stood."""

    method: Method
    score: float


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of the answer: its place in the Markdown with its markers, and the ids of its citations."""

    start: int
    end: int
    citations: tuple[str, ...]
    support: Support


@dataclass(frozen=True, slots=True)
class Dropped:
    """A sentence that was not shown, and the reason in a few words."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A passage that was read for the answer, best first; `cited` when the answer quotes it."""

    passage_id: str
    note: CitedNote
    rank: int
    cited: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What the vault says to a question: cited sentences, or that it says nothing, with the notes that came nearest.

    `grounded`: enough evidence, everything shown is cited. `partial`: the evidence is weak, or sentences were dropped. `abstained`: the
    vault does not say. Ranges count code points of `markdown`.
    """

    id: str
    status: Status
    question: str
    standalone_question: str
    lang: str
    markdown: str
    sentences: tuple[AnswerSentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    retrieved: tuple[Retrieved, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    nearest: tuple[CitedNote, ...] = ()
    warnings: tuple[str, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    index_generation: int = 0
    model: str = "gpukb/extractive"
    confidence: float = 0.0
    usage: Mapping[str, int] = field(default_factory=dict)  # tokens of the language model, where its server counts them

    def claim(self, sentence: AnswerSentence) -> str:
        """The sentence as it stands in the Markdown, without its markers."""
        by_id = {citation.id: citation for citation in self.citations}
        spans: list[Range] = [by_id[id].claim for id in sentence.citations]
        return self.markdown[spans[0].start : spans[0].end] if spans else self.markdown[sentence.start : sentence.end]
