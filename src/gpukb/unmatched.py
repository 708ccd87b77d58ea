"""Filters → the values that no note has, each with those that there are: a mistyped `type:` finds nothing and should say why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.query import Filters

if TYPE_CHECKING:
    from gpukb.index import Snapshot

KNOWN = 10  # values told
CLAIMS = {"type": "is of type", "lang": "is in", "tag": "has the tag", "path": "stands under", "prop": "has the property"}


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A filter's value that no note has, and the values that most notes have."""

    filter: str
    value: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        known = f"; there are {', '.join(self.known)}" if self.known else ""
        return f"no note {CLAIMS[self.filter]} {self.value}{known}"


def unmatched(snapshot: Snapshot, filters: Filters) -> tuple[Unmatched, ...]:
    """The types, languages, tags, folders and properties asked for that no note has."""
    return tuple(_unmatched(snapshot, filters))


def _unmatched(snapshot: Snapshot, filters: Filters) -> Iterator[Unmatched]:
    for name in CLAIMS:
        for value in dict.fromkeys(getattr(filters, name)):
            if not snapshot.notes(Filters(**{name: (value,)}), limit=1).total:
                yield Unmatched(name, value, tuple(_known(snapshot, name)))


def _known(snapshot: Snapshot, name: str) -> Iterator[str]:
    facets = snapshot.facets()
    counted = {"type": facets.types, "lang": facets.langs, "tag": facets.tags, "path": facets.folders}.get(name, ())
    return (value for value, _ in counted[:KNOWN])
