"""`/notes`: the notes of the vault, and what each links to, is linked from, and is translated as."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from gpukb.addresses import note_url
from gpukb.objects import Object, backlink_object, brief_object, link_object, mention_object, note_object, related_object, summary_object
from gpukb_api.cursors import cursor_of, mention_cursor, read_cursor, read_mention_cursor
from gpukb_api.deps import KB, FilterParams, NoParams, Pages, Params, Snap, Values, entity_tag, is_known, note_by_id
from gpukb_api.listing import Lists
from gpukb_api.models import Backlinks, Links, Mentions, NoteObject, Notes, PreviewObject, RelatedNotes, Translations
from gpukb_api.preview import preview
from gpukb_api.version import VERSION

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

router = APIRouter(prefix="/notes", tags=["notes"])
Part = Literal["html", "raw", "links"]
Relation = Annotated[tuple[str, ...], Query(max_length=20, description="Only links of these relations")]
MARKDOWN = "text/markdown"
LANG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8})*")  # a header takes no more, whatever a note says


class ListParams(FilterParams):
    """A stretch of the list of notes."""

    sort: Literal["path", "title", "updated"] = "path"
    cursor: Annotated[str | None, Query(max_length=2000)] = None
    limit: Annotated[int, Query(ge=1, le=100)] = 20


class NoteParams(Params):
    """What to add to a note. `raw` adds its text, `html` the page's text, `links` its links."""

    include: Annotated[tuple[Part, ...], Query(max_length=3)] = ()


class PreviewParams(Params):
    """What of the note: the part with this anchor of its page, without its `#`."""

    anchor: Annotated[str, Query(max_length=500)] = ""


class LinkParams(Params):
    """Which links."""

    relation: Relation = ()


class RelatedParams(Params):
    """How many related notes."""

    limit: Annotated[int, Query(ge=1, le=50)] = 10


class MentionParams(Params):
    """A stretch of the list of mentions, in notes of these languages."""

    lang: Values = ()
    cursor: Annotated[str | None, Query(max_length=2000)] = None
    limit: Annotated[int, Query(ge=1, le=100)] = 20


@router.get("", response_model=Notes)
def list_notes(kb: KB, snapshot: Snap, lists: Lists, params: Annotated[ListParams, Query()]) -> Response:
    """The notes that fit, in order."""

    def made() -> Object:
        page = snapshot.notes(params.filters(), sort=params.sort, after=read_cursor(params.cursor, params.sort), limit=params.limit)
        items = [summary_object(note, kb.name) for note in page.notes]
        return {"items": items, "next_cursor": cursor_of(page.after, params.sort), "total_estimate": page.total}

    return lists.response(made)


@router.get("/{note_id}", response_model=NoteObject, response_model_exclude_unset=True)
def read_note(request: Request, kb: KB, snapshot: Snap, pages: Pages, note_id: str, params: Annotated[NoteParams, Query()]) -> Response:
    """A note. `Accept: text/markdown` gives its text as it stands in the file."""
    note = note_by_id(snapshot, note_id)
    as_markdown = MARKDOWN in request.headers.get("accept", "")
    tag = entity_tag(note.revision, note.path, snapshot.generation if params.include else "", *sorted(params.include), as_markdown, VERSION)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept, Authorization", **_language(note)}
    if is_known(request, tag):
        return Response(status_code=304, headers=headers)
    if as_markdown:
        return PlainTextResponse(snapshot.text(note.number), headers=headers, media_type=MARKDOWN)
    made = note_object(note, snapshot.detail(note.number), kb.name)
    if "raw" in params.include:
        made["text"] = snapshot.text(note.number)
    if "html" in params.include:
        made["html"] = pages.html(snapshot, note).html
    if "links" in params.include:
        made["links"] = links_of(snapshot, note)
    return JSONResponse(made, headers=headers)


@router.get("/{note_id}/preview", response_model=PreviewObject)
def read_preview(request: Request, snapshot: Snap, note_id: str, params: Annotated[PreviewParams, Query()]) -> Response:
    """A little HTML that shows what stands at an anchor of a note; without one, or where it is gone, what the note says first."""
    note = note_by_id(snapshot, note_id)
    tag = entity_tag(note.revision, note.path, note.title, params.anchor, VERSION)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Authorization", **_language(note)}
    if is_known(request, tag):
        return Response(status_code=304, headers=headers)
    shown = preview(snapshot, note, params.anchor)
    place = {"url": note_url(note.id, note.title, shown.anchor or ""), "anchor": shown.anchor, "heading": shown.heading}
    return JSONResponse({**brief_object(note), **place, "html": shown.html, "cut": shown.cut}, headers=headers)


@router.get("/{note_id}/links", response_model=Links)
def read_links(snapshot: Snap, lists: Lists, note_id: str, params: Annotated[LinkParams, Query()]) -> Response:
    """The links of a note, in order, and where each leads."""
    note = note_by_id(snapshot, note_id)

    def made() -> Object:
        return {"items": [link for link in links_of(snapshot, note) if not params.relation or link["relation"] in params.relation]}

    return lists.response(made)


@router.get("/{note_id}/backlinks", response_model=Backlinks)
def read_backlinks(kb: KB, snapshot: Snap, lists: Lists, note_id: str, params: Annotated[LinkParams, Query()]) -> Response:
    """The links that lead to a note, each with the sentence around it."""
    note = note_by_id(snapshot, note_id)
    return lists.response(lambda: backlinks_object(kb, note, params.relation))


@router.get("/{note_id}/mentions", response_model=Mentions)
def read_mentions(kb: KB, snapshot: Snap, lists: Lists, note_id: str, params: Annotated[MentionParams, Query()]) -> Response:
    """The places in other notes that say this note's name, title or an alias without linking it, in whatever inflection."""
    note = note_by_id(snapshot, note_id)

    def made() -> Object:
        page = kb.mentions(note.id, langs=params.lang, after=read_mention_cursor(params.cursor), limit=params.limit)
        items = [mention_object(one) for one in page.mentions]
        return {"note": brief_object(note), "items": items, "next_cursor": mention_cursor(page.after)}

    return lists.response(made)


def backlinks_object(kb: KB, note: NoteRow, relations: Collection[str]) -> Object:
    """A note and the links that lead to it."""
    items = [backlink_object(one) for one in kb.backlinks(note.id) if not relations or one.row.link.relation in relations]
    return {"note": brief_object(note), "items": items}


@router.get("/{note_id}/related", response_model=RelatedNotes)
def read_related(kb: KB, snapshot: Snap, lists: Lists, note_id: str, params: Annotated[RelatedParams, Query()]) -> Response:
    """The notes that a reader of this one may want next, one of each concept, with why: relations, links in common, meaning."""
    note = note_by_id(snapshot, note_id)
    return lists.response(lambda: {"note": brief_object(note), "items": [related_object(one) for one in kb.related(note.id, params.limit)]})


@router.get("/{note_id}/translations", response_model=Translations)
def read_translations(kb: KB, snapshot: Snap, lists: Lists, note_id: str, params: NoParams) -> Response:
    """The other notes of the same concept."""
    note = note_by_id(snapshot, note_id)
    return lists.response(lambda: {"items": [summary_object(one, kb.name) for one in translations_of(snapshot, note)]})


def _language(note: NoteRow) -> dict[str, str]:
    """The header that tells a note's language, where it is known."""
    return {"Content-Language": note.lang} if LANG.fullmatch(note.lang) and note.lang != "und" else {}


def translations_of(snapshot: Snapshot, note: NoteRow) -> list[NoteRow]:
    """The notes of the same concept, by path."""
    numbers = snapshot.translations(note.number)
    rows = snapshot.notes_by_number(numbers)
    return [rows[number] for number in numbers if not rows[number].hidden]


def links_of(snapshot: Snapshot, note: NoteRow) -> list[Object]:
    """The links of a note as objects."""
    rows = snapshot.links_from(note.path)
    targets = {path: snapshot.note(path) for path in {row.target for row in rows if row.target}}
    return [link_object(row, targets.get(row.target) if row.target else None) for row in rows]
