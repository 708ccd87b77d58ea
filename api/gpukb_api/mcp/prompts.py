"""What a person may pick from a client's menu → a request to the model that uses the tools well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import Field

from gpukb_api.mcp.texts import NOTICE


def answer_with_citations(question: Annotated[str, Field(description="A question in any language")]) -> str:
    """Answer from the vault alone, every sentence cited."""
    return f"""Answer this question from the vault alone, in the question's language:

{question}

Call `ask` first; where it answers partly, call `search_notes` and read the passages with `get_note`. Write short sentences, and after
each name the note's path and lines. Check what you quote with `resolve_citation`. Where the vault does not say, say so and name the nearest
notes. Where a note is deprecated, name its successor. {NOTICE}"""


def review_note(note: Annotated[str, Field(description="Id, path, name or title of the note")]) -> str:
    """Review a note against its links, its translations and the rest of the vault."""
    return f"""Review this note of the vault: {note}

Read it whole with `get_note`, its surroundings with `get_links`, its translations with `lookup_term`. Report, each with path and line:
claims that another note contradicts, numbers without a unit or a source, terms that have a note but no link, links that lead nowhere,
what its translations say otherwise, and sentences that are hard to read. Propose wording; change nothing. {NOTICE}"""


def translate_term(
    term: Annotated[str, Field(description="A term of the vault")],
    lang: Annotated[str, Field(description="The language to translate into: ru, en, zh, pl, …")],
) -> str:
    """Translate a term and its definition in the vault's own words."""
    return f"""Translate this term and its definition into {lang}: {term}

Call `lookup_term` first. Where the vault has it in {lang}, give that, with the note's path. Else translate the definition; look up the
terms in it the same way and use the vault's words for them. Keep numbers, units, code and names as they are, and say which words are
yours. {NOTICE}"""


PROMPTS: tuple[Callable[..., str], ...] = (answer_with_citations, review_note, translate_term)
