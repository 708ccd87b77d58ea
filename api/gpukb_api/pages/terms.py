"""`/terms`: the vault's terms in a table of languages, one term's page, the cards of a section."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.addresses import term_url
from gpukb.errors import UsageError
from gpukb.glossary.cards import cards_of
from gpukb.glossary.plural import terms_counted
from gpukb.glossary.rows import rows_of
from gpukb.glossary.terms import Concept, Glossary, Terms, read_terms
from gpukb.names import name_key
from gpukb.objects import Object
from gpukb.term_objects import card_object, glossary_object, term_object
from gpukb_api.deps import KB, Snap
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import Ui, ui_for
from gpukb_api.routes.terms import concept_by_id, full_concept

if TYPE_CHECKING:
    from collections.abc import Mapping

router = APIRouter(include_in_schema=False)
PAGE = 200  # terms on a page
MOST_CARDS = 200  # on a page
MAX_VALUE = 200  # characters of a filter
State = dict[str, str]
FILTERS = ("q", "section", "missing")


@router.get("/terms")
def list_terms(request: Request, snapshot: Snap) -> HTMLResponse:
    """The table."""
    ui = ui_for(request)
    terms = read_terms(snapshot)
    state = {name: value[:MAX_VALUE] for name in FILTERS if (value := request.query_params.get(name, "").strip())}
    found = terms.chosen(section=state.get("section", ""), missing=state.get("missing", ""), q=state.get("q", ""))
    begin = _number(request.query_params.get("from", ""))
    shown = found[begin : begin + PAGE]
    return shell(
        request,
        "terms.html",
        asked={name: state.get(name, "") for name in FILTERS},
        langs=terms.langs,
        others=_others(terms, ui.lang),
        own=ui.lang in terms.langs,
        count=terms_counted(len(found), ui.lang),
        rows=[_row(concept, terms, ui.lang) for concept in shown],
        sections=_sections(terms, ui.lang, state),
        missing=_missing(terms, state),
        glossary=_glossary(terms, ui.lang, state.get("section", "")),
        cards_url=f"/terms/cards?{urlencode(_card_state(terms, ui, state))}" if found else None,
        exports=_exports(ui, terms, state) if found else [],
        cleared="/terms" if state else None,
        more_url=_url({**state, "from": str(begin + PAGE)}) if len(found) > begin + PAGE else None,
    )


@router.get("/terms/cards")
def read_cards(request: Request, kb: KB, snapshot: Snap) -> HTMLResponse:
    """The cards of a section, each with its answer folded away."""
    ui = ui_for(request)
    section, lang, to = (request.query_params.get(name, "").strip()[:MAX_VALUE] for name in ("section", "lang", "to"))
    terms = read_terms(snapshot)
    lang = lang or (ui.lang if ui.lang in terms.langs else next(iter(terms.langs), ""))
    cards, problem = [], None
    try:
        rows = rows_of(snapshot, kb.config.vault, langs=[code for code in (lang, to) if code], section=section, concepts=MOST_CARDS)
        cards = cards_of(rows, lang, to) if to else cards_of(rows)
    except UsageError as error:
        problem = ui.error(error)
    state = {"section": section, "lang": lang, "to": to}
    return shell(
        request,
        "cards.html",
        cards=[card_object(card) for card in cards],
        count=terms_counted(len(terms.chosen(lang=lang, section=section)), ui.lang),
        glossary=_glossary(terms, lang, section),
        problem=problem,
        langs=[_choice(ui, state, "lang", code) for code in terms.langs],
        targets=[_choice(ui, state, "to", code) for code in terms.langs if code != lang],
    )


@router.get("/terms/{note_id}")
def read_term(request: Request, kb: KB, snapshot: Snap, note_id: str) -> HTMLResponse:
    """A term in every language."""
    ui = ui_for(request)
    concept = concept_by_id(snapshot, note_id)
    made = full_concept(kb, snapshot, concept)
    shown = concept.shown(ui.lang).note
    ordered = sorted(made["terms"], key=lambda term: term["note"]["id"] != shown.id)  # the reader's own language first
    sections = [{"name": one.section, "url": _url({"section": one.section})} for one in concept.shown(ui.lang).glossaries]
    return shell(request, "term.html", title=shown.title, title_lang=shown.lang, terms=ordered, missing=made["missing"], sections=sections)


def _row(concept: Concept, terms: Terms, lang: str) -> Object:
    shown = concept.shown(lang)
    cells = [(code, concept.term(code)) for code in _others(terms, lang)]
    return {
        **term_object(shown),
        "url": term_url(shown.note.id),
        "own": shown.note.lang == lang,
        "cells": [{"lang": code, **(term_object(term) if term else {"term": "", "url": ""})} for code, term in cells],
    }


def _others(terms: Terms, lang: str) -> list[str]:
    """The languages of the columns beside the first, which is the reader's own where it has terms."""
    return [code for code in terms.langs if code != lang]


def _sections(terms: Terms, lang: str, state: State) -> list[Object]:
    """The glossaries in the reader's language; those of the first language that has any where there are none."""
    langs = [glossary.note.lang for glossary in terms.glossaries]
    chosen = lang if lang in langs else next(iter(langs), "")
    return [
        {
            "name": one.section,
            "lang": one.note.lang,
            "count": terms_counted(one.count, lang),
            "url": _url({**state, "section": one.section}),
            "on": name_key(one.section) == name_key(state.get("section", "")),
        }
        for one in terms.glossaries
        if one.note.lang == chosen
    ]


def _missing(terms: Terms, state: State) -> list[Object]:
    """The languages with how many of the terms in view lack them."""
    found = terms.chosen(section=state.get("section", ""), q=state.get("q", ""))
    lacking = {code: sum(code not in concept.langs for concept in found) for code in terms.langs}
    return [
        {"lang": code, "count": count, "url": _url({**state, "missing": code}), "on": state.get("missing") == code}
        for code, count in lacking.items()
    ]


def _glossary(terms: Terms, lang: str, section: str) -> Object | None:
    """The glossary of this section: the reader's, else any."""
    found = _glossaries(terms, section)
    return glossary_object(next((one for one in found if one.note.lang == lang), found[0])) if found else None


def _glossaries(terms: Terms, section: str) -> list[Glossary]:
    return [one for one in terms.glossaries if section and name_key(one.section) == name_key(section)]


def _card_state(terms: Terms, ui: Ui, state: State) -> State:
    lang = ui.lang if ui.lang in terms.langs else next(iter(terms.langs), "")
    return {name: value for name, value in (("section", state.get("section", "")), ("lang", lang)) if value}


def _exports(ui: Ui, terms: Terms, state: State) -> list[Object]:
    """The files of the terms in view; cards in the reader's language."""
    section = {"section": state["section"]} if "section" in state else {}
    lang = {"from": ui.lang} if ui.lang in terms.langs else {}
    wanted: tuple[tuple[str, Mapping[str, str]], ...] = (("csv", {}), ("apkg", lang), ("html", lang))
    return [
        {"name": ui[f"export_{kind}"], "url": f"/api/v1/terms/export?{urlencode({'format': kind, **more, **section})}"}
        for kind, more in wanted
    ]


def _choice(ui: Ui, state: State, name: str, code: str) -> Object:
    """A language to choose for one side of the cards; the one chosen already is taken back."""
    on = state[name] == code
    wanted = {**state, name: "" if on and name == "to" else code}
    if wanted["to"] == wanted["lang"]:
        wanted["to"] = ""
    url = "/terms/cards?" + urlencode({key: value for key, value in wanted.items() if value})
    return {"label": ui.language(code), "lang": code, "url": url, "on": on}


def _url(state: State) -> str:
    return "/terms?" + urlencode(state) if state else "/terms"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0
