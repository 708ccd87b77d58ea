"""`/terms`: the vault's terms in all their languages, one of them, and all of them as a file."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.responses import Response

from gpukb.glossary.export import MEDIA_TYPES, exported
from gpukb.glossary.terms import Concept, definition, read_terms, topics
from gpukb.objects import Object
from gpukb.term_objects import concept_object, full_term_object, glossary_object
from gpukb_api.cursors import cursor_of, read_cursor
from gpukb_api.deps import KB, NoParams, Params, Snap, note_by_id
from gpukb_api.listing import Lists
from gpukb_api.models import FullConceptObject, TermsObject
from gpukb_api.problems import Problem, ProblemError

router = APIRouter(prefix="/terms", tags=["terms"])
Code = Annotated[str, Query(max_length=16)]
Section = Annotated[str, Query(max_length=200, description="Only the terms that a glossary of this section lists")]
TITLE = "title"


class TermParams(Params):
    """Which terms. `lang`: with a term in this language; `missing`: without one in that; `q`: a part of a name."""

    lang: Code = ""
    missing: Code = ""
    section: Section = ""
    q: Annotated[str, Query(max_length=200)] = ""
    cursor: Annotated[str | None, Query(max_length=2000)] = None
    limit: Annotated[int, Query(ge=1, le=100)] = 20


class ExportParams(Params):
    """What to write. `from` and `to` are languages: of cards the side that asks and the side that answers."""

    format: Literal["csv", "tsv", "apkg", "html", "md"] = "csv"
    source: Annotated[str, Query(alias="from", max_length=16)] = ""
    to: Code = ""
    section: Section = ""


@router.get("", response_model=TermsObject)
def list_terms(snapshot: Snap, lists: Lists, params: Annotated[TermParams, Query()]) -> Response:
    """The terms by title, each in all its languages, and the glossaries with their counts."""
    return lists.response(lambda: _listed(snapshot, params))


def _listed(snapshot: Snap, params: TermParams) -> Object:
    terms = read_terms(snapshot)
    found = terms.chosen(lang=params.lang, section=params.section, missing=params.missing, q=params.q)
    after = read_cursor(params.cursor, TITLE)
    rest = [concept for concept in found if after is None or _place(concept) > after]
    shown = rest[: params.limit]
    return {
        "items": [concept_object(concept, terms.langs) for concept in shown],
        "glossaries": [glossary_object(glossary) for glossary in terms.glossaries],
        "langs": list(terms.langs),
        "next_cursor": cursor_of(_place(shown[-1]), TITLE) if len(rest) > len(shown) else None,
        "total_estimate": len(found),
    }


@router.get("/export", response_class=Response, responses={200: {"content": {media: {} for media in MEDIA_TYPES.values()}}})
def export_terms(kb: KB, snapshot: Snap, params: Annotated[ExportParams, Query()]) -> Response:
    """The terms as a file: a table, cards for Anki, or a page to print."""
    made = exported(snapshot, kb.config.vault, kb.name, params.format, source=params.source, target=params.to, section=params.section)
    if not made.count:
        raise ProblemError(Problem(404, "no-such-terms", "There are no such terms."))
    name = quote(f"{params.section or kb.name}.{params.format}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}", "Cache-Control": "no-cache"}
    return Response(made.data, media_type=MEDIA_TYPES[params.format], headers=headers)


@router.get("/{note_id}", response_model=FullConceptObject)
def read_term(kb: KB, snapshot: Snap, lists: Lists, note_id: str, params: NoParams) -> Response:
    """A term in all its languages, with whole definitions and where it is explained. Any of its notes' ids will do."""
    concept = concept_by_id(snapshot, note_id)
    return lists.response(lambda: full_concept(kb, snapshot, concept))


def concept_by_id(snapshot: Snap, note_id: str) -> Concept:
    """The concept that a note is a term of; a ProblemError 404 when it is none."""
    concept = read_terms(snapshot).by_note.get(note_by_id(snapshot, note_id).id)
    if concept is None:
        raise ProblemError(Problem(404, "term-not-found", "That note defines no term."))
    return concept


def full_concept(kb: KB, snapshot: Snap, concept: Concept) -> Object:
    """The concept with whole definitions."""
    made = concept_object(concept, read_terms(snapshot).langs)
    config = kb.config.vault
    terms = [full_term_object(term, definition(snapshot, term.note, config), topics(snapshot, term.note)) for term in concept.terms]
    return {**made, "terms": terms}


def _place(concept: Concept) -> tuple[str, str]:
    """Where the concept stands in the list."""
    note = concept.terms[0].note
    return note.title.casefold(), note.path
