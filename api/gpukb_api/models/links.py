"""Links, backlinks and where a link leads."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from gpukb_api.models.briefs import Brief
from gpukb_api.models.limits import Unit
from gpukb_api.models.ranges import Range


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


class Sentence(Range):
    """A sentence as it stands in a note, with the link's range within it."""

    text: str
    highlights: list[Range]


class LinkObject(Written):
    """A link, the sentence it stands in (null for a property or a canvas), and where it leads."""

    target: str | None
    note: Brief | None
    resolved: bool
    alias_of: str | None
    ambiguous: list[str]
    sentence: Sentence | None


class BacklinkObject(Written):
    """A link that leads here."""

    note: Brief
    sentence: Sentence | None


class StepObject(LinkObject):
    """A link on a way between two notes, in the direction in which it was written; `note` is where it leads."""

    source: Brief


class PathObject(BaseModel):
    """A shortest way of links between two notes, whichever way they point. No step is needed from a note to itself."""

    start: Brief
    end: Brief
    found: bool
    steps: list[StepObject]
    offset_unit: Unit
    index_generation: int


class MentionObject(BaseModel):
    """A place that says a note's name without linking it. `ambiguous` has the paths of all notes that may be meant, when several may."""

    text: str
    span: LinkSpan
    note: Brief
    sentence: Sentence | None
    ambiguous: list[str]


class Links(BaseModel):
    """The links of a note, a page of them. `total_estimate` counts all that fit."""

    note: Brief
    items: list[LinkObject]
    offset_unit: Unit
    next_cursor: str | None
    total_estimate: int


class Backlinks(BaseModel):
    """The links that lead to a note, a page of them. `total_estimate` counts all that fit."""

    note: Brief
    items: list[BacklinkObject]
    offset_unit: Unit
    next_cursor: str | None
    total_estimate: int


class Mentions(BaseModel):
    """The places that say a note's name without linking it."""

    note: Brief
    items: list[MentionObject]
    offset_unit: Unit
    next_cursor: str | None


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
