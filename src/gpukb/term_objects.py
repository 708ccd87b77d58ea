"""Terms, glossaries and cards → the JSON objects of the API, MCP and the command line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gpukb.addresses import note_url, term_url
from gpukb.objects import Object, brief_object

if TYPE_CHECKING:
    from gpukb.glossary.cards import Card
    from gpukb.glossary.terms import Concept, Glossary, Term, Topic


def term_object(term: Term) -> Object:
    """A term in one language: its note, its other names, the first sentence of its definition."""
    note = term.note
    return {
        "lang": note.lang,
        "term": note.title,
        "aliases": list(note.aliases),
        "definition": term.lead,
        "sections": [glossary.section for glossary in term.glossaries],
        "note": brief_object(note),
        "url": note_url(note.id, note.title),
    }


def concept_object(concept: Concept, langs: Iterable[str]) -> Object:
    """One idea in all its languages; `missing` are those of the vault that it has no term in."""
    return {
        "id": concept.id,
        "url": term_url(concept.id),
        "terms": [term_object(term) for term in concept.terms],
        "missing": [lang for lang in langs if lang not in concept.langs],
    }


def full_term_object(term: Term, definition: str, topics: Iterable[Topic]) -> Object:
    """A term with its whole definition and what explains it. A topic that is no note yet has none."""
    return {**term_object(term), "definition": definition, "topics": [topic_object(topic) for topic in topics]}


def topic_object(topic: Topic) -> Object:
    """Where a term is taken apart at length."""
    note = topic.note
    return {"title": topic.title, "note": brief_object(note) if note else None, "url": note_url(note.id, note.title) if note else None}


def glossary_object(glossary: Glossary) -> Object:
    """A note that lists the terms of a section, and how many."""
    note = glossary.note
    return {
        "section": glossary.section,
        "lang": note.lang,
        "notice": glossary.notice,
        "count": glossary.count,
        "note": brief_object(note),
        "url": note_url(note.id, note.title),
    }


def card_object(card: Card) -> Object:
    """A card to learn from."""
    return {
        "id": card.id,
        "lang": card.lang,
        "front": card.front,
        "back_lang": card.back_lang,
        "back": card.back,
        "question": card.question,
        "definition": card.definition,
        "aliases": list(card.aliases),
        "section": card.section,
        "notice": card.notice,
        "url": card.url,
    }
