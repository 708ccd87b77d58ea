"""The index → the vault's terms by concept, and the glossaries that list them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from gpukb.glossary.definition import definition_of
from gpukb.glossary.known import EXPLAINED
from gpukb.glossary.note_text import WIKI
from gpukb.graph import LISTS
from gpukb.names import name_key
from gpukb.plain import plain_text
from gpukb.query import Filters

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.index import LinkRow, NoteRow, Snapshot

ALL: Final = 1_000_000_000  # notes: no page of them is cut
LANGS: Final = ("ru", "en", "zh", "pl")  # the order of languages wherever terms stand side by side; others follow by code
TRANSLATION: Final = "translation_of"


@dataclass(frozen=True, slots=True)
class Glossary:
    """A note that lists the terms of a section. `terms` are the numbers of their notes, in its order."""

    note: NoteRow
    section: str
    notice: str
    terms: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many terms it lists."""
        return len(self.terms)


@dataclass(frozen=True, slots=True)
class Term:
    """A wiki note: `lead` is the first sentence of its definition, plain."""

    note: NoteRow
    lead: str
    glossaries: tuple[Glossary, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """One idea: its terms, in the order of `LANGS`. `id` is that of its first term's note."""

    terms: tuple[Term, ...]

    @property
    def id(self) -> str:
        """The id of the first term's note; any other term's finds it as well."""
        return self.terms[0].note.id

    @property
    def langs(self) -> tuple[str, ...]:
        """The languages it has a term in."""
        return tuple(dict.fromkeys(term.note.lang for term in self.terms))

    def term(self, lang: str) -> Term | None:
        """Its term in this language."""
        return next((term for term in self.terms if term.note.lang == lang), None)

    def shown(self, lang: str) -> Term:
        """Its term in this language, else its first."""
        return self.term(lang) or self.terms[0]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a vault. `langs` are the languages that have any."""

    concepts: tuple[Concept, ...]
    glossaries: tuple[Glossary, ...]
    by_note: Mapping[str, Concept] = field(repr=False)

    @property
    def langs(self) -> tuple[str, ...]:
        """The languages that have terms, in order."""
        return tuple(sorted({lang for concept in self.concepts for lang in concept.langs}, key=lang_order))

    def chosen(self, *, lang: str = "", section: str = "", missing: str = "", q: str = "") -> list[Concept]:
        """The concepts with a term in this language, in this section (of any language), without one in `missing`, and named like `q`."""
        key, named = name_key(section), name_key(q)
        listed = [one for one in self.glossaries if name_key(one.section) == key] if key else []
        inside = {number for one in listed for number in one.terms}
        return [
            concept
            for concept in self.concepts
            if (not lang or lang in concept.langs)
            and (not missing or missing not in concept.langs)
            and (not key or any(term.note.number in inside for term in concept.terms))
            and (not named or any(named in name_key(name) for term in concept.terms for name in (term.note.title, *term.note.aliases)))
        ]


def lang_order(lang: str) -> tuple[int, str]:
    """The key by which languages are ordered."""
    return (LANGS.index(lang) if lang in LANGS else len(LANGS), lang)


def read_terms(snapshot: Snapshot) -> Terms:
    """All terms, worked out once for a generation of the index."""
    made: Terms = snapshot.once("terms", lambda: _read(snapshot))
    return made


def _read(snapshot: Snapshot) -> Terms:
    notes = {note.path: note for note in snapshot.notes(Filters(type=(WIKI,)), limit=ALL).notes}
    glossaries = [
        _glossary(snapshot, notes[path], rows, notes) for path, rows in _by_source(snapshot.links_of(LISTS)).items() if path in notes
    ]
    lists = {one.note.path for one in glossaries}
    listed: dict[int, list[Glossary]] = defaultdict(list)
    for glossary in glossaries:
        for number in glossary.terms:
            listed[number].append(glossary)
    terms = {path: note for path, note in notes.items() if path not in lists}
    leads = snapshot.leads(note.number for note in terms.values())
    made = {
        path: Term(
            note, plain_text(leads[note.number].text).text if note.number in leads else "", tuple(listed.get(note.number, ()))
        )
        for path, note in terms.items()
    }  # fmt: skip
    concepts = []
    for group in _groups(terms, snapshot.links_of(TRANSLATION)):
        members = sorted((made[path] for path in group), key=lambda term: (lang_order(term.note.lang), term.note.path))
        concepts.append(Concept(tuple(members)))
    concepts.sort(key=lambda concept: (concept.terms[0].note.title.casefold(), concept.terms[0].note.path))
    by_note = {term.note.id: concept for concept in concepts for term in concept.terms}
    return Terms(tuple(concepts), tuple(sorted(glossaries, key=lambda one: (lang_order(one.note.lang), one.note.path))), by_note)


def _by_source(rows: Iterable[LinkRow]) -> dict[str, list[LinkRow]]:
    found: dict[str, list[LinkRow]] = defaultdict(list)
    for row in rows:
        found[row.source].append(row)
    return found


def _glossary(snapshot: Snapshot, note: NoteRow, rows: Sequence[LinkRow], notes: Mapping[str, NoteRow]) -> Glossary:
    detail = snapshot.detail(note.number)
    properties = detail.properties if detail else {}
    section, notice = (value if isinstance(value := properties.get(name), str) else "" for name in ("section", "notice"))
    targets = [notes[path] for row in rows if (path := row.target or "") in notes and path != note.path]
    return Glossary(note, section or note.title, notice, tuple(dict.fromkeys(target.number for target in targets)))


def _groups(terms: Mapping[str, NoteRow], ties: Iterable[LinkRow]) -> list[list[str]]:
    """The terms by concept: those that are tied, by whatever way."""
    group: dict[str, list[str]] = {path: [path] for path in terms}
    for row in ties:
        if row.source in group and row.target in group and group[row.source] is not group[row.target]:
            joined = group[row.source] + group[row.target]
            group |= dict.fromkeys(joined, joined)
    return list({id(members): members for members in group.values()}.values())


@dataclass(frozen=True, slots=True)
class Topic:
    """What explains a term: a note, or a name that no note has yet."""

    title: str
    note: NoteRow | None


def definition(snapshot: Snapshot, note: NoteRow, config: VaultConfig) -> str:
    """The whole definition of a term as plain text."""
    whole = snapshot.whole_note(note.number)
    found = definition_of(whole, config) if whole else None
    return found.text if found else ""


def topics(snapshot: Snapshot, note: NoteRow) -> list[Topic]:
    """Where a term is taken apart at length, by title."""
    rows = [row for row in snapshot.links_from(note.path) if row.link.relation == EXPLAINED]
    notes = [snapshot.note(row.target) for row in rows if row.target]
    found = {one.title: Topic(one.title, one) for one in notes if one is not None and not one.hidden}
    detail = snapshot.detail(note.number)
    said = detail.properties.get(EXPLAINED) if detail else None
    for text in [said] if isinstance(said, str) else said if isinstance(said, list) else []:
        if isinstance(text, str) and "[[" not in text:
            found.setdefault(text, Topic(text, _named(snapshot, text, note.lang)))
    return [found[title] for title in sorted(found)]


def _named(snapshot: Snapshot, text: str, lang: str) -> NoteRow | None:
    rows = snapshot.notes_by_number(name.note for name in snapshot.named(name_key(text)))
    return next((row for row in rows.values() if row.lang == lang), None)
