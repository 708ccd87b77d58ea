"""The vault's terms → rows: all that an export says of each, in an order that their own words decide."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.glossary.entry import Listing
from gpukb.glossary.terms import definition, read_terms, topics

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.glossary.terms import Concept, Term
    from gpukb.index import Snapshot


@dataclass(frozen=True, slots=True)
class Row:
    """A term with everything that a file says of it. `id` is its note's, `concept` the same for its versions in other languages."""

    id: str
    title: str
    lang: str
    definition: str
    aliases: tuple[str, ...]
    listings: tuple[Listing, ...]
    topics: tuple[str, ...]
    concept: str

    @property
    def section(self) -> str:
        """The first section that lists it, or nothing."""
        return self.listings[0].section if self.listings else ""

    @property
    def notice(self) -> str:
        """The notices of the sections that list it."""
        return "\n".join(dict.fromkeys(listing.notice for listing in self.listings if listing.notice))


def rows_of(
    snapshot: Snapshot, config: VaultConfig, *, langs: Collection[str] = (), section: str = "", concepts: int | None = None
) -> list[Row]:
    """The rows, those of one concept beside each other. None but those of these languages and of this section, where given.

    `concepts`: of the first so many that have a term in each of these languages. Two vaults with the same terms give the same rows,
    whatever their files are called.
    """
    found = read_terms(snapshot).chosen(section=section)
    if concepts is not None:
        found = [concept for concept in found if set(langs) <= set(concept.langs)][:concepts]
    rows = [row for concept in found for row in _rows(snapshot, config, concept, langs)]
    return sorted(rows, key=lambda row: (row.concept or f"{row.lang}:{row.title}", row.lang, row.title, row.id))


def by_concept(rows: Collection[Row]) -> list[dict[str, Row]]:
    """The rows of each concept by language."""
    groups: dict[str, dict[str, Row]] = {}
    for row in rows:
        groups.setdefault(row.concept or row.id, {}).setdefault(row.lang, row)
    return list(groups.values())


def _rows(snapshot: Snapshot, config: VaultConfig, concept: Concept, langs: Collection[str]) -> list[Row]:
    first = min((term.note.lang, _line(term.note.title)) for term in concept.terms)
    key = ":".join(first) if len(concept.terms) > 1 else ""
    return [_row(snapshot, config, term, key) for term in concept.terms if not langs or term.note.lang in langs]


def _row(snapshot: Snapshot, config: VaultConfig, term: Term, concept: str) -> Row:
    note = term.note
    listings = sorted((_line(one.section), one.notice.strip()) for one in term.glossaries)
    return Row(
        note.id,
        _line(note.title),
        note.lang,
        definition(snapshot, note, config),
        tuple(dict.fromkeys(filter(None, map(_line, note.aliases)))),
        tuple(Listing(*listing) for listing in listings),
        tuple(_line(topic.title) for topic in topics(snapshot, note)),
        concept,
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def sections_of(rows: Collection[Row]) -> Mapping[tuple[str, str], list[Row]]:
    """The rows by language and section, in their order; those of no section under an empty name."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        for section in [listing.section for listing in row.listings] or [""]:
            found.setdefault((row.lang, section), []).append(row)
    return found
