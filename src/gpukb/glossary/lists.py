"""Terms that an import has placed → the notes that list them by section: new ones, and what those that are there get."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from gpukb.glossary.amend import Amendment
from gpukb.glossary.note_text import ABOUT, TITLES, glossary_text, wikilink
from gpukb.glossary.plan import GlossaryPlan, NewFile, Status
from gpukb.names import name_key

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.glossary.entry import Listing, Parsed
    from gpukb.glossary.known import Known
    from gpukb.glossary.places import Places
    from gpukb.glossary.plan import TermPlan


@dataclass(frozen=True, slots=True)
class Section:
    """A section in one language: the terms that the file has in it, by path, with the titles of their notes."""

    listing: Listing
    lang: str
    titles: dict[str, str]

    @property
    def key(self) -> tuple[str, str]:
        """What `Known.glossaries` calls it."""
        return section_key(self.lang, self.listing)


def section_key(code: str, listing: Listing) -> tuple[str, str]:
    """Under what a section is looked up."""
    return code, name_key(listing.section) or listing.section


def sections_in(terms: Sequence[TermPlan], known: Known) -> list[Section]:
    """The sections of the terms, in the file's order. Where a section has several notices, the first counts."""
    inside: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    listings: dict[tuple[str, str], Listing] = {}
    for term in terms:
        note = known.graph.notes.get(term.path)
        for listing in term.entry.listings:
            key = section_key(term.lang, listing)
            inside[key].setdefault(term.path, note.title if note else term.entry.term)
            if key not in listings or not listings[key].notice:
                listings[key] = listing
    return [Section(listings[key], key[0], titles) for key, titles in inside.items()]


def new_list(
    section: Section, parsed: Parsed, config: VaultConfig, places: Places, today: date, *, alone: bool
) -> tuple[GlossaryPlan, NewFile]:
    """The note of a section that has none. `alone`: the file is this one glossary, so its title and introduction are the note's."""
    listing, code = section.listing, section.lang
    title = parsed.title if alone and parsed.title else TITLES.get(code, TITLES["en"]).format(listing.section)
    about = (parsed.description if alone else "") or ABOUT.get(code, ABOUT["en"]).format(listing.section)
    path, file = places.new(code, title)
    properties = [
        ("section", listing.section),
        ("notice", listing.notice),
        ("lang", "" if places.folder(code).lang else code),
        ("updated", today.isoformat()),
    ]
    items = [f"- {wikilink(path, title)}" for path, title in section.titles.items()]
    text = glossary_text(config, code, title, about, items, properties)
    plan = GlossaryPlan(path, listing.section, code, "new", listing.notice, len(items), len(items))
    return plan, NewFile(path, file, text)


def longer_list(section: Section, path: str, known: Known, amendment: Amendment, *, replace: bool) -> GlossaryPlan:
    """What becomes of a glossary that is there: it gets the terms that it lacks, and a notice if it has none or may lose its own."""
    listing = section.listing
    have = known.listed(path)
    missing = [one for one in section.titles if one not in have]
    notice = known.note(path).properties.get("notice")
    there = notice if isinstance(notice, str) else ""
    differs = bool(listing.notice) and listing.notice != there
    taken = differs and (replace or not there)
    amendment.listed += [wikilink(one, section.titles[one]) for one in missing]
    amendment.notice = listing.notice if taken else ""
    status: Status = "conflicting" if differs and not taken else "changed" if missing or taken else "unchanged"
    kept = there if status == "conflicting" else ""
    return GlossaryPlan(path, listing.section, section.lang, status, listing.notice, len(have | set(missing)), len(missing), kept)
