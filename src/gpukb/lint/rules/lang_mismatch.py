"""A note is not in the language that it says.

The property `lang` or the folder says one language, the text is in another: stemming, filters and the choice of a translation go wrong.

Bad:  lang: en, above a text in Russian
Good: lang: ru
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb import lang
from gpukb.lint.context import Alone
from gpukb.lint.places import key_span
from gpukb.lint.rule import Report, Rule

OPENING = 2000  # characters; a note that changes its language after that quotes something
LETTERS = 200  # of prose below which a language cannot be told from names and terms


def check(context: Alone) -> Iterator[Report]:
    """Each note whose prose is in another language than the note says."""
    for page in context.pages:
        folder = context.config.folder_of(page.note.path)
        written = next((key for key in page.note.properties if key.casefold() == "lang"), None)
        if written is None and (folder is None or folder.lang is None):
            continue
        prose = page.prose[page.note.body_start : page.note.body_start + OPENING].replace("\0", " ")
        if sum(map(str.isalpha, prose)) < LETTERS:
            continue
        detected = lang.detect(prose)
        if detected not in (lang.UNKNOWN, page.note.lang):
            by = "the note" if written else "its folder"
            message = f"{by} says {page.note.lang!r}, and the text is in {detected!r}"
            yield Report(page.note.path, key_span(page, written) if written else None, message)


RULE = Rule("KB032", "lang-mismatch", "warning", check)
