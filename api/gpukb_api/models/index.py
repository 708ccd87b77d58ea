"""What is indexed, how far it is, and the graph."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from gpukb_api.models.briefs import Brief
from gpukb_api.models.notes import ProblemLine
from gpukb_api.models.strict import Strict


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


class NoteProblems(BaseModel):
    """A note that something is wrong with."""

    note: Brief
    problems: list[ProblemLine]


class StatusObject(BaseModel):
    """How far the index is, and what is in it.

    `synced` is when this process last compared vault and index (RFC 3339, UTC), `trouble` what its background work cannot do now.
    `problems` are of files that could not be taken in, `note_problems` of the first hundred of `problem_notes` notes.
    """

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
    synced: str | None
    trouble: list[str]
    note_problems: list[NoteProblems]


class JobRequest(Strict):
    """An order to bring the index up to date. There is nothing to choose yet: `{}`."""


class JobProgress(BaseModel):
    """How much of what is done: `notes`, then the passages of each encoder."""

    done: int
    total: int
    what: str


class JobReport(BaseModel):
    """What came of a job. `links` counts those of unchanged notes that lead elsewhere now, `problems` files not taken in."""

    added: int
    changed: int
    removed: int
    renamed: int
    links: int
    problems: int
    index_generation: int
    seconds: float


class JobObject(BaseModel):
    """A job. Times are RFC 3339, UTC; `finished` and `report` are null until it is over, `error` unless it failed."""

    id: str
    state: Literal["running", "done", "failed"]
    url: str
    created: str
    finished: str | None
    progress: JobProgress
    report: JobReport | None
    error: str | None


class Counted(BaseModel):
    """A value and how many notes have it."""

    value: str
    count: int


class Counts(BaseModel):
    """How many notes there are of what, most first."""

    type: list[Counted]
    lang: list[Counted]
    tag: list[Counted]
    path: list[Counted]


class FacetsObject(Counts):
    """The counts of all notes that fit."""

    index_generation: int


class NodeObject(BaseModel):
    """A note in the graph; `degree` counts the notes it is tied to. `x` and `y` lie between -1 and 1, `y` pointing down."""

    id: str
    title: str
    type: str
    lang: str
    degree: int
    x: float
    y: float
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
