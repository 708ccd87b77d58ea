"""`lookup_term`: a term in any language → what the vault's wiki notes of that name say it is, in every language they say it in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Final

from mcp_types import CallToolResult
from pydantic import Field

from gpukb.lang import normalize_code
from gpukb.names import name_key
from gpukb.objects import Object, brief_object
from gpukb.suggest import suggest
from gpukb_api.mcp.arguments import MAX_REF, Values
from gpukb_api.mcp.reply import Ctx, kb_of, reply
from gpukb_api.mcp.sharing import shared_passage, shared_summary

if TYPE_CHECKING:
    from gpukb.index import NoteRow, PassageRow, Snapshot

WIKI: Final = "wiki"  # the type of notes that define terms
NEAREST: Final = 5
Langs = Annotated[Values, Field(description="Definitions in these languages only: ru, en, zh, pl, …")]
Term = Annotated[str, Field(min_length=1, max_length=MAX_REF, description="A term or one of its aliases, in any language")]


def lookup_term(ctx: Ctx, term: Term, lang: Langs = ()) -> CallToolResult:
    """Define a term: its name, aliases and definition in each language of the vault. A misspelt term gives the nearest ones."""
    kb = kb_of(ctx)
    with kb.snapshot() as snapshot:
        concepts = [concept_object(snapshot, group, kb.name, lang) for group in _concepts(snapshot, term)]
        near = [] if concepts else [found.note for found in suggest(snapshot, term, NEAREST)]
    made = {"term": term, "concepts": [one for one in concepts if one["definitions"]], "nearest": [brief_object(note) for note in near]}
    return reply(_text(made), made)


def concept_of(snapshot: Snapshot, note: NoteRow) -> tuple[NoteRow, ...]:
    """A note and its translations."""
    numbers = snapshot.translations(note.number)
    rows = snapshot.notes_by_number(numbers)
    return (note, *(rows[number] for number in numbers if not rows[number].hidden))


def concept_object(snapshot: Snapshot, notes: Iterable[NoteRow], vault: str, langs: Values = ()) -> Object:
    """The notes of one concept, each with its definition: the lead of the note."""
    codes = {normalize_code(lang) for lang in langs}
    wanted = [note for note in notes if not codes or note.lang in codes]
    leads = snapshot.leads(note.number for note in wanted)
    return {"definitions": [_definition(note, leads.get(note.number), vault) for note in wanted]}


def _definition(note: NoteRow, lead: PassageRow | None, vault: str) -> Object:
    return {"lang": note.lang, "note": shared_summary(note, vault), "passage": shared_passage(lead) if lead else None}


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
            said = note.get("withheld") or (passage["text"] if passage else "(no definition)")
            lines.append(f"{one['lang']}: {names} ({note['path']})\n{said}")
    if lines:
        return "\n\n".join(lines)
    near = "; ".join(f"{note['title']} ({note['path']})" for note in made["nearest"])
    return "No note has this name." + (f" Nearest: {near}" if near else "")
