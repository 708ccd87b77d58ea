"""Notes, one by one and in lists."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from gpukb_api.models.briefs import Brief, Summary
from gpukb_api.models.limits import Unit
from gpukb_api.models.links import LinkObject
from gpukb_api.models.ranges import Range


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


class Translations(BaseModel):
    """The other notes of the same concept."""

    items: list[Summary]


class PreviewObject(Brief):
    """A card for a link: HTML of at most 2 KB without links, pictures and ids. `anchor` and `heading` are null for the note's beginning.

    `cut` is true where more stands behind what is shown.
    """

    url: str
    anchor: str | None
    heading: str | None
    html: str
    cut: bool
