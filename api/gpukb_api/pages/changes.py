"""`/changes`: the notes by the day on which they changed, the newest first."""

from __future__ import annotations

from itertools import groupby
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.objects import note_line_object
from gpukb.query import Filters
from gpukb_api.cursors import cursor_of, read_cursor
from gpukb_api.deps import Snap
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import ui_for

router = APIRouter(include_in_schema=False)
PAGE = 100  # notes on a page
MAX_VALUE = 2000  # characters of a cursor
SORT = "updated"


@router.get("/changes")
def read_changes(request: Request, snapshot: Snap) -> HTMLResponse:
    """The page; `lang` chooses a language, `after` goes on where the page before ended."""
    ui, lang = ui_for(request), request.query_params.get("lang", "")[:16]
    after = request.query_params.get("after", "")[:MAX_VALUE]
    page = snapshot.notes(Filters(lang=(lang,) if lang else ()), sort=SORT, after=read_cursor(after or None, SORT), limit=PAGE)
    lines = [note_line_object(note) for note in page.notes]
    days = [{"day": day, "notes": list(notes)} for day, notes in groupby(lines, key=lambda line: line["updated"][:10])]
    langs = [{"lang": code, "label": ui.language(code), "url": _url(lang=code), "on": code == lang} for code, _ in snapshot.facets().langs]
    more = _url(lang=lang, after=cursor_of(page.after, SORT)) if page.after else None
    return shell(request, "changes.html", days=days, count=page.total, langs=langs, cleared=_url() if lang else None, more_url=more)


def _url(**values: str | None) -> str:
    asked = {name: value for name, value in values.items() if value}
    return f"/changes?{urlencode(asked)}" if asked else "/changes"
