"""Terms in all their languages, and the glossaries that list them."""

from __future__ import annotations

from pydantic import BaseModel

from gpukb_api.models.briefs import Brief


class TermObject(BaseModel):
    """A term in one language. `definition` is the first sentence of its note's."""

    lang: str
    term: str
    aliases: list[str]
    definition: str
    sections: list[str]
    note: Brief
    url: str


class ConceptObject(BaseModel):
    """One idea in all its languages. `missing` are those of the vault that it has no term in."""

    id: str
    url: str
    terms: list[TermObject]
    missing: list[str]


class TopicObject(BaseModel):
    """Where a term is taken apart at length; `note` is null where no note is called so yet."""

    title: str
    note: Brief | None
    url: str | None


class FullTermObject(TermObject):
    """A term with its whole definition."""

    topics: list[TopicObject]


class FullConceptObject(ConceptObject):
    """One idea with whole definitions."""

    terms: list[FullTermObject]  # type: ignore[assignment]  # narrower than the base's, and never written to


class GlossaryObject(BaseModel):
    """A note that lists the terms of a section."""

    section: str
    lang: str
    notice: str
    count: int
    note: Brief
    url: str


class TermsObject(BaseModel):
    """A stretch of the list of terms, and all glossaries. `langs` are the languages that have terms."""

    items: list[ConceptObject]
    glossaries: list[GlossaryObject]
    langs: list[str]
    next_cursor: str | None
    total_estimate: int
