"""Hits and suggestions."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from gpukb_api.models.briefs import Brief
from gpukb_api.models.index import Counts
from gpukb_api.models.limits import Unit
from gpukb_api.models.ranges import Range, Source


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
    """Plain text of at most 200 characters, cut at words. It stands under `heading_path`: a definition not always where the words do."""

    text: str
    highlights: list[Range]
    cut_start: bool
    cut_end: bool
    kind: Literal["lead", "window"]
    heading_path: list[str]
    anchor: str
    source: Source


class TaggedBrief(Brief):
    """A note in a hit."""

    tags: list[str]


class Named(Brief):
    """A note and its address."""

    url: str


class WhyObject(BaseModel):
    """Why a note belongs beside another: `nearness` is 0 to 1 among the notes whose leads are nearest in meaning."""

    relations: list[str]
    linked: bool
    shared: list[Brief]
    nearness: float


class RelatedObject(BaseModel):
    """A note beside another."""

    note: Named
    score: float
    why: WhyObject


class RelatedNotes(BaseModel):
    """The notes that a reader of one may want next, best first."""

    note: Brief
    items: list[RelatedObject]


class HitObject(BaseModel):
    """A search hit. `signals` only with `explain`, `translations` only with `group=concept`.

    `matched_by` names the signals that spoke for it, strongest first, and may grow: `name` (a title, name or alias is asked for), `words`,
    `vector:ENCODER` (the passage's meaning), `sentence:ENCODER` (its best sentence's), `graph` (linked notes), `translation`.
    `weak`: most of the query's words stand nowhere in the vault, and in meaning the passage is not near either.
    """

    rank: int
    score: float
    matched_by: list[str]
    note: TaggedBrief
    passage: PassageObject
    snippet: SnippetObject
    url: str
    obsidian_url: str
    weak: bool = False
    translations: list[Named] | None = None
    signals: dict[str, float] | None = None


class UnmatchedObject(BaseModel):
    """A filter's value that no note has, and the values that most notes have."""

    filter: Literal["type", "lang", "tag", "path", "prop"]
    value: str
    known: list[str]


class QueryObject(BaseModel):
    """How a query was read: `expanded` was looked for too, `unknown_words` no note holds, `unmatched` filters no note fits."""

    text: str
    detected_lang: str
    expanded: list[str]
    did_you_mean: str | None
    unknown_words: list[str]
    unmatched: list[UnmatchedObject]


class SearchObject(BaseModel):
    """What a search found. `facets` count the hits and all notes that hold a word of the query."""

    items: list[HitObject]
    query: QueryObject
    facets: Counts
    mode: Literal["hybrid", "lexical", "vector"]
    offset_unit: Unit
    index_generation: int
    next_cursor: str | None
    took_ms: float


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
