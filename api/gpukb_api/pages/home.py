"""`/`: the search box, what the vault holds, what changed lately."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.objects import Object, note_line_object
from gpukb.query import Filters
from gpukb_api.deps import Snap
from gpukb_api.pages.shell import shell

if TYPE_CHECKING:
    from gpukb.index import Snapshot

router = APIRouter(include_in_schema=False)
RECENT = 8
FIRST_TYPES = ("wiki", "practice", "answer")  # the order of the shipped vault; other types follow by count


@router.get("/")
def home(request: Request, snapshot: Snap) -> HTMLResponse:
    """The home page."""
    recent = [note_line_object(note) for note in snapshot.notes(sort="updated", limit=RECENT).notes]
    return shell(request, "home.html", types=types_of(snapshot), recent=recent)


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
