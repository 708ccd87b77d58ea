"""Findings of the linter."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

Severity = Literal["error", "warning", "info"]


class FindingObject(BaseModel):
    """What a rule says of a note. Line and column count from 1, in code points; `start` and `end` are null for a note as a whole."""

    code: str
    name: str
    severity: Severity
    path: str
    line: int
    column: int
    start: int | None
    end: int | None
    message: str
    suggestions: list[str]
    fixable: bool
    fingerprint: str


class FindingsSummary(BaseModel):
    """How many findings there are of each level and rule, of all that fit the filters."""

    notes: int
    error: int
    warning: int
    info: int
    fixable: int
    by_rule: dict[str, int]


class Findings(BaseModel):
    """One page of findings, by path and place. `trouble` says what of the vault's settings is wrong, so that it does not count."""

    schema_version: int = Field(examples=[1])
    findings: list[FindingObject]
    summary: FindingsSummary
    trouble: list[str]
    offset_unit: Literal["codepoint"]
    next_cursor: str | None
