"""Filters → the values that no note has, each with those that there are: a mistyped `type:` finds nothing and should say why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.query import Filters

if TYPE_CHECKING:
    from gpukb.index import Snapshot

KNOWN = 10  # values told
CLAIMS = {"type": "is of type", "lang": "is in", "tag": "has the tag"}


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
    """The types, languages and tags asked for that no note has."""
    return tuple(_unmatched(snapshot, filters))


def _unmatched(snapshot: Snapshot, filters: Filters) -> Iterator[Unmatched]:
    facets = snapshot.facets() if filters.type or filters.lang or filters.tag else None
    for name, counted in (("type", facets.types), ("lang", facets.langs), ("tag", facets.tags)) if facets else ():
        for value in dict.fromkeys(getattr(filters, name)):
            if not snapshot.notes(Filters(**{name: (value,)}), limit=1).total:
                yield Unmatched(name, value, tuple(known for known, _ in counted[:KNOWN]))
