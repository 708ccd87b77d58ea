"""Rows of the index → objects as a model may have them.

The same objects as the API's. Of a note that says `llm: false` only that it is there: id, path, title, type, language, revision, and the
links between it and others; its text, headings, tags, aliases and properties are kept back, and `withheld` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpukb.addresses import note_url, obsidian_url
from gpukb.objects import Object, backlink_object, brief_object, context_object, hit_object, passage_object, step_object, summary_object
from gpukb_api.mcp.texts import WITHHELD

if TYPE_CHECKING:
    from gpukb.index import NoteRow, PassageRow
    from gpukb.lookup import Backlink
    from gpukb.search import Hit

WRITTEN = ("raw", "heading", "block", "alias", "key")  # of a link: what its note's text says


def shared_summary(note: NoteRow, vault: str) -> Object:
    """A note in a list."""
    if note.llm:
        return summary_object(note, vault)
    links = {"url": note_url(note.id, note.title), "obsidian_url": obsidian_url(vault, note.path)}
    return {**brief_object(note), "name": note.name, "tags": [], "aliases": [], **links, "withheld": WITHHELD}


def shared_passage(passage: PassageRow) -> Object:
    """A passage."""
    made = passage_object(passage)
    return made if passage.note.llm else {**made, "heading_path": [], "anchor": "", "text": "", "withheld": WITHHELD}


def shared_hit(hit: Hit, vault: str) -> Object:
    """A search hit."""
    made = {**hit_object(hit, vault), "passage": shared_passage(hit.passage)}
    if hit.note.llm:
        return made
    snippet = {**made["snippet"], "text": "", "highlights": []}
    note = {**made["note"], "tags": []}
    return {**made, "note": note, "snippet": snippet, "url": note_url(hit.note.id, hit.note.title), "withheld": WITHHELD}


def shared_link(link: Backlink, target: NoteRow | None) -> Object:
    """A link from its own note: where it leads, and the sentence around it."""
    made = context_object(link, target)
    return made if link.note.llm else _without_words(made)


def shared_backlink(link: Backlink) -> Object:
    """A link that leads here: the note it stands in, and the sentence around it."""
    made = backlink_object(link)
    return made if link.note.llm else _without_words(made)


def shared_step(link: Backlink, target: NoteRow | None) -> Object:
    """A step of a path: the link, from the note it stands in to the note it leads to."""
    made = step_object(link, target)
    return made if link.note.llm else _without_words(made)


def _without_words(link: Object) -> Object:
    return {**link, **dict.fromkeys(WRITTEN), "sentence": None, "withheld": WITHHELD}
