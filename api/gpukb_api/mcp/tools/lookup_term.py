"""`lookup_term`: a term in any language → what the vault's wiki notes of that name say it is, in every language they say it in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Final

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.glossary.terms import definition, lang_order, read_terms, topics
from gpukb.lang import normalize_code
from gpukb.names import name_key
from gpukb.objects import Object, brief_object
from gpukb.suggest import suggest
from gpukb_api.mcp.arguments import MAX_REF, Values
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.sharing import shared_passage, shared_summary
from gpukb_api.mcp.sizing import cut

if TYPE_CHECKING:
    from gpukb.index import NoteRow, PassageRow, Snapshot
    from gpukb.kb import KnowledgeBase

WIKI: Final = "wiki"  # the type of notes that define terms
NEAREST: Final = 5
MAX_DEFINITION: Final = 2000  # characters; `get_note` reads on
Langs = Annotated[Values, Field(description="Definitions in these languages only: ru, en, zh, pl, …")]
Term = Annotated[str, Field(min_length=1, max_length=MAX_REF, description="A term or one of its aliases, in any language")]


def lookup_term(ctx: Ctx, term: Term, lang: Langs = ()) -> CallToolResult:
    """Define a term: its name, aliases and definition in each language of the vault. A misspelt term gives the nearest ones."""
    kb = kb_of(ctx)
    with kb.snapshot() as snapshot:
        concepts = [concept_object(snapshot, group, kb, lang) for group in _concepts(snapshot, term)]
        near = [] if concepts else [found.note for found in suggest(snapshot, term, NEAREST)]
    made = {"term": term, "concepts": [one for one in concepts if one["definitions"]], "nearest": [brief_object(note) for note in near]}
    return reply(_text(made), made)


def concept_of(snapshot: Snapshot, note: NoteRow) -> tuple[NoteRow, ...]:
    """A note and its translations."""
    numbers = snapshot.translations(note.number)
    rows = snapshot.notes_by_number(numbers)
    return (note, *(rows[number] for number in numbers if not rows[number].hidden))


def concept_object(snapshot: Snapshot, notes: Iterable[NoteRow], kb: KnowledgeBase, langs: Values = ()) -> Object:
    """The notes of one concept, each with its definition, the passage that it begins with, its sections, and where it is explained."""
    codes = {normalize_code(lang) for lang in langs}
    wanted = sorted((note for note in notes if not codes or note.lang in codes), key=lambda note: lang_order(note.lang))
    leads = snapshot.leads(note.number for note in wanted)
    return {"definitions": [_definition(snapshot, note, leads.get(note.number), kb) for note in wanted]}


def _definition(snapshot: Snapshot, note: NoteRow, lead: PassageRow | None, kb: KnowledgeBase) -> Object:
    made = {"lang": note.lang, "note": shared_summary(note, kb.name), "passage": shared_passage(lead) if lead else None}
    if not note.llm:
        return {**made, "text": "", "sections": [], "explained_in": []}
    concept = read_terms(snapshot).by_note.get(note.id)
    term = next((one for one in concept.terms if one.note.id == note.id), None) if concept else None
    explained = [{"title": topic.title, "note": brief_object(topic.note) if topic.note else None} for topic in topics(snapshot, note)]
    sections = [glossary.section for glossary in term.glossaries if glossary.note.llm] if term else []
    said = definition(snapshot, note, kb.config.vault)
    return {**made, "text": said[: cut(said, 0, len(said), MAX_DEFINITION)], "sections": sections, "explained_in": explained}


def _concepts(snapshot: Snapshot, term: str) -> list[tuple[NoteRow, ...]]:
    """The concepts that the term names. Notes of other types count only where no wiki note has the name."""
    key = name_key(term)
    rows = snapshot.notes_by_number({name.note for name in snapshot.named(key)}) if key else {}
    notes = sorted(rows.values(), key=lambda note: note.path)
    seen: set[str] = set()
    found = []
    for note in [note for note in notes if note.type == WIKI] or notes:
        if note.id not in seen:
            found.append(concept_of(snapshot, note))
            seen |= {one.id for one in found[-1]}
    return found


def _text(made: Object) -> str:
    lines = []
    for concept in made["concepts"]:
        for one in concept["definitions"]:
            note, passage = one["note"], one["passage"]
            names = ", ".join([note["title"], *note["aliases"]])
            said = note.get("withheld") or one["text"] or (passage["text"] if passage else "(no definition)")
            more = f"\nExplained in: {'; '.join(topic['title'] for topic in one['explained_in'])}" if one["explained_in"] else ""
            lines.append(f"{one['lang']}: {names} ({note['path']})\n{said}{more}")
    if lines:
        return "\n\n".join(lines)
    near = "; ".join(f"{note['title']} ({note['path']})" for note in made["nearest"])
    return "No note has this name." + (f" Nearest: {near}" if near else "")
