"""A note with its text → all that the linter takes from one look at it, so that no unchanged text is read again.

A look rests on the note, the vault's settings, and the few names that rules asked about: where one of these leads elsewhere now, the note
is looked at again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gpukb.lint.called import Name, called
from gpukb.lint.context import Alone, Page
from gpukb.lint.rule import Report, Rule
from gpukb.lint.rules import RULES
from gpukb.lint.switches import Switches, switches_of
from gpukb.note import Link, Note
from gpukb.packed_links import places

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.lint.settings import Settings

LinkPlaces = Mapping[tuple[int, int], tuple[int, str]]
NEAR = 256  # characters before a place in which most of its lines begin
FINGERPRINT_DIGITS = 16  # hex digits: 64 bits
_NUMBER = re.compile(r"\d+")  # in a message: how many lines or notes there are today


@dataclass(frozen=True, slots=True)
class Placed:
    """What a rule says, with the column of its place and the fingerprint that stays when lines above it come and go."""

    code: str
    report: Report
    column: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Look:
    """A note without its text, and what was found in that.

    `asked` are the names that rules asked about, with where they led; `taken` is by the code of the rule that takes it; `columns` has
    one for each link, 0 where the text has it otherwise.
    """

    note: Note
    found: tuple[Placed, ...]
    asked: Mapping[str, str | None]
    taken: Mapping[str, Any]  # Any: what JSON can hold
    names: Sequence[Name]
    switches: Switches
    columns: Sequence[int]


def look(note: Note, rules: Sequence[Rule], config: VaultConfig, settings: Settings, leads: Callable[[str, str], str | None]) -> Look:
    """One look at a note; `leads` says where a name leads from a path."""
    asked: dict[str, str | None] = {}

    def ask(name: str) -> str | None:
        if name not in asked:
            asked[name] = leads(name, note.path)
        return asked[name]

    alone = Alone(Page(note), config, settings, ask)
    found = [place(rule.code, report, note.text) for rule in rules if rule.over == "note" for report in rule.check(alone)]
    taken = {rule.code: taken for rule in rules if rule.takes and (taken := rule.takes(alone))}
    columns = tuple(_column_of(link, note.text) for link in note.links)
    return Look(dataclasses.replace(note, text=""), tuple(found), asked, taken, called(note), switches_of(note, RULES), columns)


def place(code: str, report: Report, text: str) -> Placed:
    """What a rule says with its place in the text."""
    span = report.span
    about = text[span.start : span.end] if span and span.end > span.start else None
    return Placed(code, report, column(text, span.start) if span else 1, key(code, report, about))


def place_of_link(code: str, report: Report, links: LinkPlaces) -> Placed | None:
    """The same without the text, for what is said of one of the note's links or of the note as a whole; else None."""
    span = report.span
    if span is None:
        return Placed(code, report, 1, key(code, report, None))
    at, raw = links.get((span.start, span.end), (0, ""))
    return Placed(code, report, at, key(code, report, raw)) if at else None


def link_places(seen: Look) -> LinkPlaces:
    """The columns of a note's links and how they are written, by their ranges; without those that the text has otherwise."""
    found: dict[tuple[int, int], tuple[int, str]] = {}
    for (start, end, raw), at in zip(places(seen.note.links), seen.columns, strict=True):
        if at and start is not None and end is not None:
            found.setdefault((start, end), (at, raw))
    return found


def _column_of(link: Link, text: str) -> int:
    span = link.span
    return column(text, span.start) if span and span.start < span.end and text[span.start : span.end] == link.raw else 0


def key(code: str, report: Report, about: str | None) -> str:
    """The fingerprint of what a rule says about a piece of text, or about a note."""
    return fingerprint(code, report.path, _NUMBER.sub("#", report.message) if about is None else about)


def fingerprint(code: str, path: str, about: str) -> str:
    """The name of a finding that stays when lines above it come and go."""
    return hashlib.sha256("\0".join((code, path, " ".join(about.split()))).encode()).hexdigest()[:FINGERPRINT_DIGITS]


def column(text: str, at: int) -> int:
    """The column of a place, from 1. Only about as much is looked at as its line is long."""
    back = NEAR
    while (found := max(text.rfind("\n", max(at - back, 0), at), text.rfind("\r", max(at - back, 0), at))) < 0 and back < at:
        back *= 2
    return at - found
