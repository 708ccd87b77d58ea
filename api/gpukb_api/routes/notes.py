"""`/notes`: the notes of the vault, and what each links to, is linked from, and is translated as."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from gpukb.addresses import note_url
from gpukb.lang import normalize_code
from gpukb.lookup import with_sentences
from gpukb.objects import (
    Object,
    backlink_object,
    brief_object,
    context_object,
    items_object,
    mention_object,
    note_object,
    related_object,
    summary_object,
)
from gpukb.query import Filters
from gpukb_api.cursors import cursor_for, cursor_of, mention_cursor, read_cursor, read_mention_cursor, start_of
from gpukb_api.deps import KB, FilterParams, NoParams, Pages, Params, Several, Snap, Values, entity_tag, is_known, note_by_id
from gpukb_api.listing import Lists
from gpukb_api.models import Backlinks, Links, Mentions, NoteObject, Notes, PreviewObject, RelatedNotes, Translations, Unit
from gpukb_api.preview import preview
from gpukb_api.version import VERSION

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

router = APIRouter(prefix="/notes", tags=["notes"])
Part = Literal["html", "raw", "links", "outline", "frontmatter"]
Field = Literal["id", "path", "title", "type", "lang", "revision", "name", "tags", "aliases", "updated", "url", "obsidian_url"]
Relation = Annotated[tuple[str, ...], Query(max_length=20, description="Only links of these relations")]
MARKDOWN = "text/markdown"
MAX_LINKS = 1000  # a note's links are mostly wanted whole; only an index note has more
LANG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8})*")  # a header takes no more, whatever a note says


class ListParams(FilterParams):
    """A stretch of the list of notes. `fields` leaves the others out."""

    sort: Literal["path", "title", "updated"] = "path"
    fields: Annotated[tuple[Field, ...], Several, Query(max_length=20)] = ()
    cursor: Annotated[str | None, Query(max_length=2000)] = None
    limit: Annotated[int, Query(ge=1, le=100)] = 20


class NoteParams(Params):
    """What to add to a note. `raw` adds its text, `html` the page's text, `links` its links; outline and frontmatter are always there."""

    include: Annotated[tuple[Part, ...], Several, Query(max_length=5)] = ()
    offset_unit: Unit = "codepoint"


class PreviewParams(Params):
    """What of the note: the part with this anchor of its page, without its `#`."""

    anchor: Annotated[str, Query(max_length=500)] = ""


class LinkParams(Params):
    """A page of the links of these relations, from or to notes in these languages."""

    relation: Relation = ()
    lang: Values = ()
    cursor: Annotated[str | None, Query(max_length=2000)] = None
    limit: Annotated[int, Query(ge=1, le=MAX_LINKS)] = MAX_LINKS
    offset_unit: Unit = "codepoint"


class RelatedParams(Params):
    """How many related notes."""

    limit: Annotated[int, Query(ge=1, le=50)] = 10


class MentionParams(Params):
    """A stretch of the list of mentions, in notes of these languages."""

    lang: Values = ()
    cursor: Annotated[str | None, Query(max_length=2000)] = None
    limit: Annotated[int, Query(ge=1, le=100)] = 20
    offset_unit: Unit = "codepoint"


@router.get("", response_model=Notes, response_model_exclude_unset=True)
def list_notes(kb: KB, snapshot: Snap, lists: Lists, params: Annotated[ListParams, Query()]) -> Response:
    """The notes that fit, in order."""

    def made() -> Object:
        page = snapshot.notes(params.filters(), sort=params.sort, after=read_cursor(params.cursor, params.sort), limit=params.limit)
        items = [_chosen(summary_object(note, kb.name), params.fields) for note in page.notes]
        return {"items": items, "next_cursor": cursor_of(page.after, params.sort), "total_estimate": page.total}

    return lists.response(made)


@router.get("/{note_id}", response_model=NoteObject, response_model_exclude_unset=True)
def read_note(request: Request, kb: KB, snapshot: Snap, pages: Pages, note_id: str, params: Annotated[NoteParams, Query()]) -> Response:
    """A note. `Accept: text/markdown` gives its text as it stands in the file."""
    note = note_by_id(snapshot, note_id)
    as_markdown = MARKDOWN in request.headers.get("accept", "")
    generation = snapshot.generation if params.include else ""
    tag = entity_tag(note.revision, note.path, generation, *sorted(params.include), params.offset_unit, as_markdown, VERSION)
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
    with kb.measuring(params.offset_unit) as measure:
        return JSONResponse(measure.note(made), headers=headers)


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
def read_links(kb: KB, snapshot: Snap, lists: Lists, note_id: str, params: Annotated[LinkParams, Query()]) -> Response:
    """The links of a note, in order, each with the sentence around it and where it leads."""
    note = note_by_id(snapshot, note_id)

    def made() -> Object:
        with kb.measuring(params.offset_unit) as measure:
            return measure.items(_page(note, links_of(snapshot, note), params), note.id)

    return lists.response(made)


@router.get("/{note_id}/backlinks", response_model=Backlinks)
def read_backlinks(kb: KB, snapshot: Snap, lists: Lists, note_id: str, params: Annotated[LinkParams, Query()]) -> Response:
    """The links that lead to a note, each with the sentence around it."""
    note = note_by_id(snapshot, note_id)
    return lists.response(lambda: backlinks_object(kb, note, params))


@router.get("/{note_id}/mentions", response_model=Mentions)
def read_mentions(kb: KB, snapshot: Snap, lists: Lists, note_id: str, params: Annotated[MentionParams, Query()]) -> Response:
    """The places in other notes that say this note's name, title or an alias without linking it, in whatever inflection."""
    note = note_by_id(snapshot, note_id)

    def made() -> Object:
        page = kb.mentions(note.id, langs=params.lang, after=read_mention_cursor(params.cursor), limit=params.limit)
        found = items_object(note, [mention_object(one) for one in page.mentions], more=mention_cursor(page.after))
        with kb.measuring(params.offset_unit) as measure:
            return measure.items(found)

    return lists.response(made)


def backlinks_object(kb: KB, note: NoteRow, params: LinkParams) -> Object:
    """A page of the links that lead to a note."""
    with kb.measuring(params.offset_unit) as measure:
        return measure.items(_page(note, [backlink_object(one) for one in kb.backlinks(note.id)], params))


def _page(note: NoteRow, links: Sequence[Object], params: LinkParams) -> Object:
    """The page of those links that were asked for."""
    langs = {normalize_code(lang) for lang in Filters(lang=params.lang).lang}
    fit = [one for one in links if not params.relation or one["relation"] in params.relation]
    fit = [one for one in fit if not langs or (one["note"] and one["note"]["lang"] in langs)]
    asked = (note.id, params.relation, params.lang)
    start = start_of(params.cursor, asked)
    end = start + params.limit
    return items_object(note, fit[start:end], more=cursor_for(asked, end) if end < len(fit) else None, total=len(fit))


def _chosen(summary: Object, fields: Collection[str]) -> Object:
    return {name: value for name, value in summary.items() if not fields or name in fields}


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
    links = list(with_sentences(snapshot, snapshot.links_from(note.path)))
    targets = {path: snapshot.note(path) for path in {link.row.target for link in links if link.row.target}}
    return [context_object(link, targets.get(link.row.target) if link.row.target else None) for link in links]
