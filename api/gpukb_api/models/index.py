"""What is indexed, how far it is, and the graph."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


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
