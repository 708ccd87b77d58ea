"""A parsed glossary and a vault → the import's plan: new notes, what others get, and what is left alone because they say something else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from gpukb import lang
from gpukb.errors import UsageError
from gpukb.function_words import FUNCTION_WORDS
from gpukb.glossary.amend import Amendment, amended
from gpukb.glossary.definition import definition_of
from gpukb.glossary.entry import Entry, Parsed, Skipped
from gpukb.glossary.known import EXPLAINED, Known, names_of, read_known
from gpukb.glossary.lists import longer_list, new_list, sections_in
from gpukb.glossary.note_text import term_text, wikilink
from gpukb.glossary.places import NoPlaceError, Places
from gpukb.glossary.plan import GlossaryPlan, ImportPlan, NewFile, Offer, Status, TermPlan
from gpukb.graph import LISTS
from gpukb.names import name_key
from gpukb.plain import plain_text
from gpukb.rewrite import changes_for, read_world

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

SENTENCE = 40  # letters of a definition from which on its words tell one Latin language from another


@dataclass(frozen=True, slots=True)
class Options:
    """How to import. `join`: take what is offered as the same concept; `replace`: what the file says goes before what notes say."""

    lang: str | None = None
    join: bool = False
    replace: bool = False


def plan_import(root: Path, config: VaultConfig, parsed: Parsed, source: str, options: Options, today: date) -> ImportPlan:
    """The plan. UsageError: no folder is for the terms' language, or `gpukb.toml` does not know lists of terms."""
    if parsed.undecided or not parsed.entries:
        return ImportPlan(root, source, parsed, (), (), (), ())
    if any(entry.listings for entry in parsed.entries) and not (LISTS in config.relations and config.relations[LISTS].headings):
        raise UsageError(
            f'gpukb.toml knows no lists of terms: add [relations.{LISTS}] with inverse = "listed_in"'
            ' and headings = ["Термины", "Terms", "术语", "Terminy"]'
        )
    world = read_world(root, config)
    planner = _Planner(config, options, today, read_known(root, config), Places(root, config, world.files))
    terms, skipped = planner.terms(parsed.entries)
    tied = planner.tied(terms)
    glossaries, lists = planner.lists(parsed, tied)
    notes, lost = planner.notes()
    parsed = replace(parsed, skipped=tuple(sorted((*parsed.skipped, *skipped), key=lambda one: one.line)), undecided=tuple(lost))
    if lost:
        return ImportPlan(root, source, parsed, (), (), (), ())
    new = (*notes, *lists)
    links = changes_for(world, {}, tuple(file.path for file in new))
    changed = amended(world, config, planner.amendments, {change.path: change.file for change in links.notes})
    return ImportPlan(root, source, parsed, tuple(tied), tuple(glossaries), new, tuple(changed), tuple(planner.missing))


@dataclass(slots=True)
class _Draft:
    """A term's note that comes into being."""

    path: str
    file: str
    lang: str
    entry: Entry
    aliases: list[str]
    translation_of: str = ""


@dataclass(slots=True)
class _Planner:
    """Works through a file's terms. `claimed`: names taken so far; `made`: new notes by name; `missing`: topics without a note."""

    config: VaultConfig
    options: Options
    today: date
    known: Known
    places: Places
    drafts: dict[str, _Draft] = field(default_factory=dict)
    amendments: dict[str, Amendment] = field(default_factory=lambda: defaultdict(Amendment))
    claimed: dict[tuple[str, str], Entry] = field(default_factory=dict)
    made: dict[tuple[str, str], str] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)

    def terms(self, entries: Iterable[Entry]) -> tuple[list[TermPlan], list[Skipped]]:
        """What becomes of each term, and the lines that say one again or cannot be written."""
        default = self._default(entries)
        wanted: list[tuple[Entry, str]] = []
        skipped: list[Skipped] = []
        for entry in entries:
            code = entry.lang or self._language(entry, default)
            if code is None:
                raise UsageError(f"line {entry.line}: which language is {entry.term!r}? Say --lang CODE")
            first = self.claimed.setdefault((code, name_key(entry.term) or entry.term), entry)
            if first is entry:
                wanted.append((entry, code))
            else:
                skipped.append(Skipped(entry.line, entry.printed, f"the same term as in line {first.line}"))
        plans: list[TermPlan] = []
        for entry, code in wanted:
            try:
                plans.append(self._term(entry, code))
            except NoPlaceError as error:
                skipped.append(Skipped(entry.line, entry.printed, str(error)))
        return plans, skipped

    def _default(self, entries: Iterable[Entry]) -> str | None:
        """The language that most of the file's own words are in."""
        if self.options.lang:
            return lang.normalize_code(self.options.lang)
        letters: Counter[str] = Counter()
        texts = [f"{entry.term}. {entry.definition}" for entry in entries if entry.lang is None]
        for text in texts:
            letters[lang.detect(text)] += sum(map(str.isalpha, text))
        del letters[lang.UNKNOWN]
        found = max(letters, key=lambda code: letters[code]) if letters else lang.detect("\n".join(texts))
        return None if found == lang.UNKNOWN else found

    def _language(self, entry: Entry, default: str | None) -> str | None:
        """The language of a term's own words where they are of another one than the file, else the file's."""
        text = f"{entry.term}. {entry.definition}"
        own = lang.detect(text) if not self.options.lang else lang.UNKNOWN
        if own in (lang.UNKNOWN, default) or default is None:
            return default if own == lang.UNKNOWN else own
        if lang.script_of_lang(own) not in ("latin", lang.script_of_lang(default)):
            return own
        # Terms and names are Latin in every language: only whole sentences tell, and only of a language that the vault has terms in.
        letters = sum(map(str.isalpha, entry.definition))
        mixed = lang.script_of_lang(default) != "latin" and lang.script_of_lang(default) in lang.script_shares(text)
        return own if letters >= SENTENCE and own in FUNCTION_WORDS and not mixed and self.places.has(own) else default

    def _term(self, entry: Entry, code: str) -> TermPlan:
        offers = tuple(self._offers(entry, code))
        path = self._own(entry, code)
        same = next((offer.path for offer in offers if offer.kind == "alias"), None) if self.options.join else None
        if path is not None or same is not None:
            return self._existing(replace(entry, aliases=(entry.term, *entry.aliases)), code, path or same or "", offers if path else ())
        return self._new(entry, code, offers)

    def _new(self, entry: Entry, code: str, offers: tuple[Offer, ...]) -> TermPlan:
        path, file = self.places.new(code, entry.term)
        aliases, told = self._free(entry.aliases, entry, code, path)
        self.drafts[path] = _Draft(path, file, code, entry, aliases)
        self.made[code, name_key(entry.term)] = path
        return TermPlan(entry, code, path, "new", offers=offers, told=told)

    def _existing(self, entry: Entry, code: str, path: str, offers: tuple[Offer, ...]) -> TermPlan:
        note = self.known.note(path)
        have = names_of(note)
        aliases, told = self._free((name for name in entry.aliases if name_key(name) not in have), entry, code, path)
        topics = self._topics(entry, code, self.known.topics(path))
        found = definition_of(note, self.config)
        there = found.text if found else ""
        differs = bool(entry.definition) and there != entry.definition
        taken = differs and (self.options.replace or not there)
        amendment = self.amendments[path]
        amendment.aliases += aliases
        amendment.topics += topics
        amendment.definition = entry.definition if taken else ""
        added = (*(f"alias {name}" for name in aliases), *(f"{EXPLAINED} {topic}" for topic in topics), *(["definition"] if taken else []))
        status: Status = "conflicting" if differs and not taken else "changed" if added else "unchanged"
        return TermPlan(entry, code, path, status, added, there if status == "conflicting" else "", offers, told)

    def _free(self, names: Iterable[str], entry: Entry, code: str, path: str) -> tuple[list[str], tuple[str, ...]]:
        """The names that no other term of the language has, and what to say of those that one has."""
        free: list[str] = []
        told = []
        for name in names:
            owner = self.known.named.get((code, name_key(name)))
            other = self.claimed.setdefault((code, name_key(name)), entry)
            if other.line != entry.line:
                told.append(f"the name {name!r} is that of line {other.line} and was not added")
            elif owner not in (None, path):
                told.append(f"the name {name!r} is {owner}'s and was not added")
            else:
                free.append(name)
        return free, tuple(told)

    def _topics(self, entry: Entry, code: str, have: Collection[str] = ()) -> list[str]:
        """What explains the term and is not in its note yet, as values of a property: links where there is a note."""
        rule = self.config.relations.get(EXPLAINED)
        topics = []
        for topic in entry.topics:
            text = plain_text(topic).text if "[[" in topic else topic  # a link of another vault: what it shows is what it means
            path = self.known.topic(text, code, rule.target_types if rule else ()) or self.made.get((code, name_key(text)))
            if path is None:
                self.missing.setdefault(text)
            if name_key(text) not in have and path not in have:
                topics.append(wikilink(path, text) if path else text)
        return topics

    def _own(self, entry: Entry, code: str) -> str | None:
        """The note that is called as the term is, with its abbreviation or without."""
        whole = "" if entry.foreign else entry.printed
        return self.known.named.get((code, name_key(entry.term))) or self.known.named.get((code, name_key(whole)))

    def _offers(self, entry: Entry, code: str) -> Iterator[Offer]:
        """Notes that share a name with the term: in its own language where no note has that name, in others those not tied to it yet."""
        own = self._own(entry, code)
        seen = {own}
        for name in (entry.term, *entry.aliases):
            for path in self.known.anywhere.get(name_key(name), ()):
                same = self.known.note(path).lang == code
                if path in seen or (own is not None and (same or path in self.known.graph.translations(own))):
                    continue
                seen.add(path)
                yield Offer("alias" if same else "translation", path, name)

    # --- one concept in several languages

    def tied(self, terms: list[TermPlan]) -> list[TermPlan]:
        """The terms with those of one concept tied to each other: as the file says, and as offered if that was asked for."""
        groups: dict[str, list[str]] = defaultdict(list)
        for term in terms:
            if term.entry.concept:
                groups[term.entry.concept].append(term.path)
        asked = list(groups.values())
        if self.options.join:
            offers = [(term, next((offer for offer in term.offers if offer.kind == "translation"), None)) for term in terms]
            asked += [[offer.path, term.path] for term, offer in offers if offer is not None]
        roots: dict[str, str] = {}
        for paths in asked:
            root = next((path for path in paths if path not in self.drafts), paths[0])
            roots |= {path: root for path in dict.fromkeys(paths) if path != root and self._tie(path, root)}
        terms = [self._without_taken(term, roots.get(term.path)) for term in terms] if self.options.join else terms
        return [_with_tie(term, roots[term.path]) if term.path in roots else term for term in terms]

    def _without_taken(self, term: TermPlan, root: str | None) -> TermPlan:
        """The term without the offers that are one with it now, or were before."""
        one = {root, *(self.known.graph.translations(root) if root else ())}
        if term.path not in self.drafts:
            one |= set(self.known.graph.translations(term.path))
        return replace(term, offers=tuple(offer for offer in term.offers if offer.path not in one))

    def _tie(self, path: str, root: str) -> bool:
        """Whether the note is tied to the other now and was not before."""
        draft = self.drafts.get(path)
        if draft is not None:
            draft.translation_of = draft.translation_of or wikilink(root, "")
            return True
        if root in self.known.graph.translations(path) or self.known.note(path).properties.get("translation_of"):
            return False
        self.amendments[path].translation_of = wikilink(root, "")
        return True

    # --- what is written

    def lists(self, parsed: Parsed, terms: list[TermPlan]) -> tuple[list[GlossaryPlan], list[NewFile]]:
        """What becomes of the glossaries, and the new ones' notes."""
        sections = sections_in(terms, self.known)
        plans: list[GlossaryPlan] = []
        files: list[NewFile] = []
        for section in sections:
            there = self.known.glossaries.get(section.key)
            if there is not None:
                plans.append(longer_list(section, there, self.known, self.amendments[there], replace=self.options.replace))
            else:
                plan, file = new_list(section, parsed, self.config, self.places, self.today, alone=len(sections) == 1)
                plans.append(plan)
                files.append(file)
        return plans, files

    def notes(self) -> tuple[list[NewFile], list[Skipped]]:
        """The new terms' notes, and the lines that no Markdown says as they stand."""
        files: list[NewFile] = []
        lost: list[Skipped] = []
        for draft in self.drafts.values():
            properties = [
                ("aliases", draft.aliases),
                ("lang", "" if self.places.folder(draft.lang).lang else draft.lang),
                ("translation_of", draft.translation_of),
                (EXPLAINED, self._topics(draft.entry, draft.lang)),
                ("updated", self.today.isoformat()),
            ]
            text = term_text(self.config, draft.path, draft.lang, draft.entry.term, draft.entry.definition, properties)
            if text is None:
                lost.append(Skipped(draft.entry.line, draft.entry.printed, "no Markdown says this as it stands"))
            else:
                files.append(NewFile(draft.path, draft.file, text))
        return files, lost


def _with_tie(term: TermPlan, root: str) -> TermPlan:
    status: Status = "changed" if term.status == "unchanged" else term.status
    return replace(term, status=status, added=(*term.added, f"translation_of {root}"))
