"""The nouns of a planned import: what becomes of each term and glossary, and the files that this takes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gpukb.glossary.entry import Entry, Parsed
from gpukb.rewrite import FileChange

Status = Literal["new", "changed", "unchanged", "conflicting"]
STATUSES: tuple[Status, ...] = ("new", "changed", "unchanged", "conflicting")


@dataclass(frozen=True, slots=True)
class Offer:
    """A note that may be the same concept: in another language, or in the same one under another name. `shared` is the name of both."""

    kind: Literal["translation", "alias"]
    path: str
    shared: str


@dataclass(frozen=True, slots=True)
class TermPlan:
    """What becomes of a term. `added` says in words what its note gets; `there` is what the note says where the file says another thing."""

    entry: Entry
    lang: str
    path: str
    status: Status
    added: tuple[str, ...] = ()
    there: str = ""
    offers: tuple[Offer, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GlossaryPlan:
    """What becomes of the note that lists a section's terms. `terms` counts those it will list, `added` those that are new there."""

    path: str
    section: str
    lang: str
    status: Status
    notice: str
    terms: int
    added: int
    there: str = ""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A note to be written: its path, and the same as the folders there are spelled."""

    path: str
    file: str
    text: str


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """A file's import before anything is written. With `undecided` names nothing will be. `topics` have no note."""

    root: Path
    source: str
    parsed: Parsed
    terms: tuple[TermPlan, ...]
    glossaries: tuple[GlossaryPlan, ...]
    new: tuple[NewFile, ...]
    changed: tuple[FileChange, ...]
    topics: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many terms there are of each status, and lines that nothing was made of."""
        found: dict[str, int] = {status: sum(one.status == status for one in self.terms) for status in STATUSES}
        return {**found, "skipped": len(self.parsed.skipped), "undecided": len(self.parsed.undecided)}
