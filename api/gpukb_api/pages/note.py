"""`/n/{id}`: a note with its outline, backlinks, translations and relations; `?cite=` marks a cited passage."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from gpukb.citations import Checked
from gpukb.errors import UsageError
from gpukb.objects import Object, backlink_object, mention_object, note_line_object, note_object, related_object
from gpukb_api.cursors import mention_cursor, read_mention_cursor
from gpukb_api.deps import KB, Pages, Snap, note_by_id
from gpukb_api.pages.canvas import canvas_page
from gpukb_api.pages.readable import readable
from gpukb_api.pages.relations import NOT_TYPED, relations_of
from gpukb_api.pages.shell import shell
from gpukb_api.pages.ui import Ui, ui_for
from gpukb_api.render import MAX_RENDERED
from gpukb_api.routes.notes import translations_of

if TYPE_CHECKING:
    from gpukb.index import NoteRow
    from gpukb.lookup import Backlink

router = APIRouter(include_in_schema=False)
RELATED_SHOWN = 7
MENTIONS_SHOWN = 50  # on one page
SHOWN_ELSEWHERE = frozenset({"aliases", "lang", "tags", "title", "translation_of", "type", "cssclasses", "updated"})
LINK = re.compile(r"\s*(?:\[\[[^\n]*\]\]|\[[^\]\n]*\]\([^)\n]*\))\s*")


@router.get("/n/{note_id}")
@router.get("/n/{note_id}/{title:path}")
def read_note(request: Request, kb: KB, snapshot: Snap, pages: Pages, note_id: str, title: str = "") -> HTMLResponse:
    """The page of a note. Only the id counts; the title is there to be read."""
    ui = ui_for(request)
    note = note_by_id(snapshot, note_id)
    checked = _checked(kb, request.query_params.get("cite", ""))
    span = _span(checked, note)
    text = snapshot.text(note.number)
    made = pages.html(snapshot, note, span)
    translations = translations_of(snapshot, note)
    full = note_object(note, snapshot.detail(note.number), kb.name)
    return shell(
        request,
        "note.html",
        note=full,
        content=Markup(made.html),
        canvas=canvas_page(snapshot, note),
        outline=made.outline,
        title_anchor=made.title_anchor,
        raw=text[:MAX_RENDERED] if made.too_much else None,
        folders=_folders(note.path),
        translations=[note_line_object(other) for other in translations],
        cite=_cite(ui, checked, text, span, marked=made.marked) if "cite" in request.query_params else None,
        backlinks=grouped(kb.backlinks(note.id), ui, {other.id for other in translations}),
        mentions=_mentions(request, kb, note),
        related=[related_object(one) for one in kb.related(note.id, RELATED_SHOWN)],
        relations=relations_of(snapshot, note, kb.config.vault.relations, ui),
        properties=_properties(full["properties"]),
    )


def _checked(kb: KB, citation_id: str) -> Checked | None:
    if not citation_id:
        return None
    try:
        return kb.check_citation(citation_id)
    except UsageError:
        return None


def _span(checked: Checked | None, note: NoteRow) -> tuple[int, int] | None:
    """Where the cited passage stands in this note today."""
    if checked is None or checked.path != note.path or checked.start is None or checked.end is None:
        return None
    return checked.start, checked.end


def _cite(ui: Ui, checked: Checked | None, text: str, span: tuple[int, int] | None, *, marked: bool) -> Object | None:
    if checked is None or (checked.start is not None and span is None):
        return {"state": "unknown", "words": ui["cite_unknown"], "marked": False, "quote": ""}
    if span and not marked:
        return {"state": checked.state, "words": ui["cite_unmarked"], "marked": False, "quote": text[span[0] : span[1]]}
    return {"state": checked.state, "words": ui[f"cite_{checked.state}"], "marked": marked, "quote": ""}


def _folders(path: str) -> list[Object]:
    parts = path.split("/")[:-1]
    return [{"name": part, "url": f"/search?{urlencode({'path': '/'.join(parts[: at + 1]) + '/'})}"} for at, part in enumerate(parts)]


def grouped(backlinks: list[Backlink], ui: Ui, translations: Collection[str] = ()) -> list[Object]:
    """The backlinks by the note they stand in: its typed relations, whether it is a translation, and each sentence once."""
    groups: dict[str, Object] = {}
    for backlink in backlinks:
        one = backlink_object(backlink)
        group = groups.setdefault(backlink.note.id, {"note": note_line_object(backlink.note), "relations": [], "sentences": []})
        if one["relation"] not in (*NOT_TYPED, *group["relations"]):
            group["relations"].append(one["relation"])
        sentence = one["sentence"]
        same = next((held for held in group["sentences"] if sentence and held["start"] == sentence["start"]), None)
        if same:
            same["highlights"] = sorted([*same["highlights"], *sentence["highlights"]], key=lambda mark: mark["start"])
        elif sentence:
            group["sentences"].append({**sentence})
    for group in groups.values():
        group["sentences"] = [readable(one["text"], one["highlights"]) for one in group["sentences"]]
        group["relations"] = [ui.relation(name) for name in group["relations"]]
        if group["note"]["id"] in translations:
            group["relations"].insert(0, ui["translation"])
    return list(groups.values())


def _mentions(request: Request, kb: KB, note: NoteRow) -> Object:
    """The places that say the note's name without a link, once `?mentions=` asks for them: the whole vault is read for it."""
    asked = request.query_params.get("mentions")
    if asked is None:
        return {"groups": None, "url": _with_mentions(request, "1")}
    page = kb.mentions(note.id, after=read_mention_cursor(asked) if len(asked) > 1 else None, limit=MENTIONS_SHOWN)
    groups: dict[str, Object] = {}
    for mention in page.mentions:
        group = groups.setdefault(mention.note.id, {"note": note_line_object(mention.note), "sentences": []})
        sentence = mention_object(mention)["sentence"] or {"text": mention.text, "highlights": []}
        made = readable(sentence["text"], sentence["highlights"])
        group["sentences"].append({**made, "others": [path for path in mention.ambiguous if path != note.path]})
    return {"groups": list(groups.values()), "url": _with_mentions(request, mention_cursor(page.after))}


def _with_mentions(request: Request, value: str | None) -> str | None:
    """The address of this page with these mentions."""
    kept = [(key, said) for key, said in request.query_params.multi_items() if key != "mentions"]
    return f"?{urlencode([*kept, ('mentions', value)])}#gk-mentions" if value else None


def _properties(properties: Object) -> list[Object]:
    """The properties that the page does not show elsewhere: links stand among the relations."""
    shown = [(key, _values(value)) for key, value in properties.items() if key.lower() not in SHOWN_ELSEWHERE]
    return [{"name": key.replace("_", " "), "values": values} for key, values in shown if values and not all(map(LINK.fullmatch, values))]


def _values(value: Any) -> list[str]:  # Any: JSON
    if isinstance(value, list):
        return [text for one in value for text in _values(one)]
    if isinstance(value, dict):
        return [f"{key}: {', '.join(_values(one))}" for key, one in value.items()]
    return [] if value is None or value == "" else [str(value)]
