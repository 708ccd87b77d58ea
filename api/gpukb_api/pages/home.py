"""`/`: the search box, what the vault holds, what changed lately."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.objects import Object, note_line_object, time_of
from gpukb.query import Filters
from gpukb_api.deps import Snap
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import ui_for

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

router = APIRouter(include_in_schema=False)
RECENT = 8
OFTEN = 12
MOST_WEIGHED = 1000  # definitions looked at: 30 ms
FIRST_TYPES = ("wiki", "practice", "answer")  # the order of the shipped vault; other types follow by count


@router.get("/")
def home(request: Request, snapshot: Snap) -> HTMLResponse:
    """The home page."""
    lang = ui_for(request).lang
    recent = [note_line_object(note) for note in recent_notes(snapshot, lang)]
    often = [note_line_object(note) for note in most_linked(snapshot, lang)]
    return shell(request, "home.html", types=types_of(snapshot), recent=recent, often=often)


def recent_notes(snapshot: Snapshot, lang: str) -> list[NoteRow]:
    """The notes that changed last: the reader's language first, others where it has too few.

    None where all files are of one day, as after a copy of the vault: then the order says nothing.
    """
    newest = snapshot.notes(sort="updated", limit=1).notes
    if not newest or not snapshot.notes(Filters(updated_before=(time_of(newest[0].updated)[:10],)), limit=1).notes:
        return []
    own = snapshot.notes(Filters(lang=(lang,)), sort="updated", limit=RECENT).notes
    return list(own if len(own) == RECENT else snapshot.notes(sort="updated", limit=RECENT).notes)


def most_linked(snapshot: Snapshot, lang: str) -> list[NoteRow]:
    """The definitions in the reader's language that most other notes are tied to; none where nothing is linked."""
    notes = snapshot.notes(Filters(type=("wiki",), lang=(lang,)), limit=MOST_WEIGHED).notes
    degrees = snapshot.neighbours([note.number for note in notes]).degrees if notes else {}
    best = sorted(notes, key=lambda note: (-degrees.get(note.number, 0), note.path))[:OFTEN]
    return [note for note in best if degrees.get(note.number, 0)]


def types_of(snapshot: Snapshot) -> list[Object]:
    """Each note type with its count, and the count of each of its languages."""
    order = sorted(snapshot.facets().types, key=lambda one: FIRST_TYPES.index(one[0]) if one[0] in FIRST_TYPES else len(FIRST_TYPES))
    return [
        {
            "type": type,
            "count": count,
            "url": f"/search?{urlencode({'type': type})}",
            "langs": [
                {"lang": lang, "count": of_lang, "url": f"/search?{urlencode({'type': type, 'lang': lang})}"}
                for lang, of_lang in snapshot.facets(Filters(type=(type,))).langs
            ],
        }
        for type, count in order
    ]
