"""Places in a text."""

from __future__ import annotations

from pydantic import BaseModel


class Range(BaseModel):
    """A half-open range of code points."""

    start: int
    end: int


class Source(Range):
    """A range of a note's text as decoded (no BOM, front matter counted, line ends as they are) and its lines."""

    line_start: int
    line_end: int
