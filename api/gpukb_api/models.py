"""The shapes of the API as OpenAPI tells them, and what a client may send. The objects themselves are made in `gpukb.objects`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MAX_QUERY = 512  # characters of a query or a question; longer text is a document
Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_QUERY)]
Lang = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$", max_length=35)]
Unit = Literal["codepoint"]


class Range(BaseModel):
    """A half-open range of code points."""

    start: int
    end: int


class Brief(BaseModel):
    """A note in one line."""

    id: str
    path: str
    title: str
    type: str
    lang: str
    revision: str


class Summary(Brief):
    """A note in a list. `updated` is RFC 3339, UTC."""

    name: str
    tags: list[str]
    aliases: list[str]
    updated: str
    url: str
    obsidian_url: str


class HeadingObject(BaseModel):
    """A heading: raw text, level, line, and its anchor on the note's page."""

    text: str
    level: int
    line: int
    anchor: str


class BlockObject(Range):
    """A block id and where it stands."""

    id: str
    line: int


class ProblemLine(BaseModel):
    """Something wrong with a note's file."""

    line: int
    message: str


class NoteObject(Summary):
    """A note. `text`, `html` and `links` only when included."""

    kind: Literal["note", "canvas"]
    encoding: str
    generated: bool
    deprecated: bool
    properties: dict[str, Any]
    headings: list[HeadingObject]
    blocks: list[BlockObject]
    problems: list[ProblemLine]
    text: str | None = None
    html: str | None = None
    links: list[LinkObject] | None = None
    offset_unit: Unit = "codepoint"


class Notes(BaseModel):
    """A stretch of a list of notes."""

    items: list[Summary]
    next_cursor: str | None
    total_estimate: int


class Source(Range):
    """A range of a note's text as decoded (no BOM, front matter counted, line ends as they are) and its lines."""

    line_start: int
    line_end: int


class PassageObject(BaseModel):
    """A retrievable piece of a note."""

    id: str
    heading_path: list[str]
    anchor: str
    lang: str
    kind: Literal["lead", "section", "table", "list", "code"]
    text: str
    source: Source


class SnippetObject(BaseModel):
    """Plain text of at most 200 characters, cut at words."""

    text: str
    highlights: list[Range]
    cut_start: bool
    cut_end: bool
    kind: Literal["lead", "window"]


class TaggedBrief(Brief):
    """A note in a hit."""

    tags: list[str]


class HitObject(BaseModel):
    """A search hit. `signals` only with `explain`."""

    rank: int
    score: float
    matched_by: list[str]
    note: TaggedBrief
    passage: PassageObject
    snippet: SnippetObject
    url: str
    obsidian_url: str
    signals: dict[str, float] | None = None


class QueryObject(BaseModel):
    """How a query was read."""

    text: str
    detected_lang: str
    expanded: list[str]
    did_you_mean: str | None


class SearchObject(BaseModel):
    """What a search found."""

    items: list[HitObject]
    query: QueryObject
    mode: Literal["hybrid", "lexical", "vector"]
    offset_unit: Unit
    index_generation: int
    next_cursor: str | None
    took_ms: float


class LinkSpan(Range):
    """Where a link stands."""

    line: int


class Written(BaseModel):
    """A link as written."""

    raw: str
    relation: str
    embed: bool
    heading: str | None
    block: str | None
    alias: str | None
    where: Literal["body", "property", "canvas"]
    key: str | None
    span: LinkSpan | None
    derived: bool


class LinkObject(Written):
    """A link and where it leads."""

    target: str | None
    note: Brief | None
    resolved: bool
    alias_of: str | None
    ambiguous: list[str]


class Sentence(Range):
    """A sentence as it stands in a note, with the link's range within it."""

    text: str
    highlights: list[Range]


class BacklinkObject(Written):
    """A link that leads here."""

    note: Brief
    sentence: Sentence | None


class Links(BaseModel):
    """The links of a note."""

    items: list[LinkObject]


class Backlinks(BaseModel):
    """The links that lead to a note."""

    note: Brief
    items: list[BacklinkObject]


class Translations(BaseModel):
    """The other notes of the same concept."""

    items: list[Summary]


class ResolutionObject(BaseModel):
    """Where a link leads and why: `exact, own-folder, shortest-path, tie, relative, self, missing`."""

    link: str
    source: str | None
    target: str | None
    note: Brief | None
    reason: str
    candidates: list[str]
    alias_of: str | None
    resolved: bool
    url: str | None


class SuggestionObject(BaseModel):
    """A name that begins with, holds or resembles what was typed."""

    text: str
    kind: Literal["name", "title", "alias"]
    match: Literal["exact", "prefix", "word", "typo"]
    note: Brief
    url: str


class Suggestions(BaseModel):
    """Names for what was typed."""

    items: list[SuggestionObject]


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


class CheckedObject(BaseModel):
    """Where a citation's quote stands today."""

    id: str
    state: Literal["exact", "moved", "changed", "gone"]
    note: Brief | None
    source: Range | None
    url: str | None
    offset_unit: Unit


class EncoderObject(BaseModel):
    """How far one encoder is."""

    encoder: str
    dim: int
    done: int
    total: int


class VectorsObject(BaseModel):
    """How many passages have their vectors."""

    state: Literal["off", "building", "ready"]
    done: int
    total: int
    encoders: list[EncoderObject]


class FileProblemObject(BaseModel):
    """A file that could not be taken in."""

    path: str
    message: str


class StatusObject(BaseModel):
    """How far the index is, and what is in it."""

    state: Literal["building", "ready"]
    generation: int
    notes: int
    canvases: int
    files: int
    waiting: int
    passages: int
    links: int
    unresolved: int
    types: dict[str, int]
    langs: dict[str, int]
    vectors: VectorsObject
    problems: list[FileProblemObject]
    problem_notes: int


class Counted(BaseModel):
    """A value and how many notes have it."""

    value: str
    count: int


class FacetsObject(BaseModel):
    """How many notes there are of what, most first."""

    type: list[Counted]
    lang: list[Counted]
    tag: list[Counted]
    path: list[Counted]
    index_generation: int


class NodeObject(BaseModel):
    """A note in the graph; `degree` counts the notes it is tied to."""

    id: str
    title: str
    type: str
    lang: str
    degree: int
    url: str


class EdgeObject(BaseModel):
    """One note leads to another by a relation."""

    source: str
    target: str
    relation: str


class GraphObject(BaseModel):
    """A part of the graph."""

    nodes: list[NodeObject]
    edges: list[EdgeObject]
    truncated: bool
    index_generation: int


class ProblemObject(BaseModel):
    """RFC 9457, with a code for programs."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    request_id: str
    errors: list[dict[str, str]] | None = None


class AskFilter(BaseModel):
    """Which notes an answer may come from: within one field any value will do, all fields must hold."""

    model_config = ConfigDict(extra="forbid")

    type: list[str] = Field(default=[], max_length=20)
    tag: list[str] = Field(default=[], max_length=20)
    lang: list[Lang] = Field(default=[], max_length=20)
    path: list[str] = Field(default=[], max_length=20)
    prop: list[str] = Field(default=[], max_length=20)
    updated_after: list[str] = Field(default=[], max_length=1)
    updated_before: list[str] = Field(default=[], max_length=1)


class AskRequest(BaseModel):
    """A question. Where requests go and with which key is never a client's choice."""

    model_config = ConfigDict(extra="forbid")

    question: Question
    lang: Lang | Literal["auto"] = "auto"
    filter: AskFilter = AskFilter()
    exclude: list[str] = Field(default=[], max_length=100)
    offset_unit: Unit = "codepoint"


NoteObject.model_rebuild()
