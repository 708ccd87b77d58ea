"""Questions, answers and citations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from gpukb_api.models.briefs import Brief
from gpukb_api.models.limits import Lang, Question, Unit
from gpukb_api.models.ranges import Range, Source
from gpukb_api.models.strict import Strict


class Support(BaseModel):
    """Why a sentence may be shown."""

    method: Literal["verbatim", "verified"]
    score: float


class AnswerSentenceObject(Range):
    """A sentence of an answer: its range in `markdown` and its citations."""

    citations: list[str]
    support: Support


class QuoteObject(BaseModel):
    """The cited characters and what stands around them."""

    prefix: str
    exact: str
    suffix: str


class CitationObject(BaseModel):
    """The exact characters that a sentence comes from: `text[source.start:source.end] == quote.exact`."""

    id: str
    n: int
    spans: list[Range]
    claim: Range
    note: Brief
    heading_path: list[str]
    anchor: str
    lang: str
    source: Source
    quote: QuoteObject
    url: str
    obsidian_url: str


class RetrievedObject(BaseModel):
    """A passage that was read for an answer."""

    passage_id: str
    rank: int
    cited: bool


class DroppedObject(BaseModel):
    """A sentence that was not shown."""

    text: str
    reason: str


class Nearest(Brief):
    """A note that came near."""

    url: str


class SavedObject(BaseModel):
    """The note that an answer was kept as."""

    id: str
    path: str
    title: str
    lang: str
    replaced: bool
    written: bool


class FeedbackRequest(Strict):
    """What a reader thinks of an answer."""

    rating: Literal["up", "down"]
    comment: str = Field(default="", max_length=2000)


class FeedbackObject(BaseModel):
    """What a reader said of an answer, the last word of it."""

    rating: Literal["up", "down"]
    comment: str


class AnswerObject(BaseModel):
    """What the vault says to a question, or that it says nothing."""

    id: str
    status: Literal["grounded", "partial", "abstained"]
    lang: str
    markdown: str
    citations: list[CitationObject]
    retrieved: list[RetrievedObject]
    question: str
    standalone_question: str
    sentences: list[AnswerSentenceObject]
    dropped: list[DroppedObject]
    nearest: list[Nearest]
    offset_unit: Unit
    model: str
    usage: dict[str, int]
    timings_ms: dict[str, float]
    index_generation: int
    warnings: list[str]
    saved: SavedObject | None = None
    feedback: FeedbackObject | None = None


class CheckedObject(BaseModel):
    """Where a citation's quote stands today."""

    id: str
    state: Literal["exact", "moved", "changed", "gone"]
    note: Brief | None
    source: Range | None
    url: str | None
    offset_unit: Unit


class AskFilter(Strict):
    """Which notes an answer may come from: within one field any value will do, all fields must hold."""

    type: list[str] = Field(default=[], max_length=20)
    tag: list[str] = Field(default=[], max_length=20)
    lang: list[Lang] = Field(default=[], max_length=20)
    path: list[str] = Field(default=[], max_length=20)
    prop: list[str] = Field(default=[], max_length=20)
    updated_after: list[str] = Field(default=[], max_length=1)
    updated_before: list[str] = Field(default=[], max_length=1)
    note_ids: list[str] = Field(default=[], max_length=200, description="Only these notes, by id")


class AskMessage(Strict):
    """A message of the conversation before the question."""

    role: Literal["user", "assistant"]
    content: str = Field(max_length=20_000)


def _no(reason: str) -> BeforeValidator:
    """Refuses whatever is given, with the reason."""

    def refuse(value: object) -> object:
        if value is not None:
            raise PydanticCustomError("not_supported", reason)
        return value

    return BeforeValidator(refuse)


class AskRequest(Strict):
    """A question. Where requests go and with which key is never a client's choice."""

    question: Question
    lang: Lang | Literal["auto"] = "auto"
    filter: AskFilter = AskFilter()
    exclude: list[str] = Field(default=[], max_length=100)
    model: Literal["gpukb", "gpukb/extractive"] = "gpukb"
    messages: list[AskMessage] = Field(default=[], max_length=200, description="What was said before; the user's questions are minded")
    max_tokens: int | None = Field(default=None, ge=1, description="Of a language model; what it cannot end then is dropped")
    require_citations: Literal[True] = Field(default=True, description="Every sentence is cited, always")
    save_as_note: bool = Field(default=False, description="Keep the answer as a note, where the server was started with --allow-write")
    conversation_id: Annotated[None, _no("conversations are not kept here: send what was said before in `messages`")] = None
    top_k: Annotated[None, _no("how much is read is measured, and is no choice: narrow the notes with `filter`")] = None
    offset_unit: Unit = "codepoint"
