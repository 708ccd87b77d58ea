"""What routes share: the knowledge base, a snapshot of its index for one request, filters, notes by id, entity tags."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Query, Request
from pydantic import BeforeValidator

from gpukb.kb import KnowledgeBase
from gpukb.query import Filters
from gpukb_api.answers import AnswerStore
from gpukb_api.files import AssetIds
from gpukb_api.models.strict import Strict
from gpukb_api.note_html import NotePages
from gpukb_api.problems import Problem, ProblemError

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

NOTE_ID = re.compile(r"n_[0-9a-f]{12}")
Values = Annotated[tuple[str, ...], Query(max_length=20)]  # of one filter: alternatives


def _apart(values: object) -> object:
    """The values, those that were joined by commas taken apart."""
    if not isinstance(values, (list, tuple)):
        return values
    return [part for one in values for part in (one.split(",") if isinstance(one, str) else (one,))]


Several = BeforeValidator(_apart)  # of words without commas: `include=html,raw` is `include=html&include=raw`


def get_kb(request: Request) -> KnowledgeBase:
    """The knowledge base that this service is built around."""
    return request.app.state.kb  # type: ignore[no-any-return]  # starlette's state holds anything


def get_answers(request: Request) -> AnswerStore:
    """The answers of this run."""
    return request.app.state.answers  # type: ignore[no-any-return]


def get_assets(request: Request) -> AssetIds:
    """The attachments of the vault."""
    return request.app.state.assets  # type: ignore[no-any-return]


def get_pages(request: Request) -> NotePages:
    """The rendered notes."""
    return request.app.state.pages  # type: ignore[no-any-return]


KB = Annotated[KnowledgeBase, Depends(get_kb)]
Answers = Annotated[AnswerStore, Depends(get_answers)]
Assets = Annotated[AssetIds, Depends(get_assets)]
Pages = Annotated[NotePages, Depends(get_pages)]


def get_snapshot(kb: KB) -> Iterator[Snapshot]:
    """The index as it is now, for all of one request."""
    with kb.snapshot() as snapshot:
        yield snapshot


Snap = Annotated[Any, Depends(get_snapshot)]  # Any: a Snapshot; FastAPI would want its name when the app starts


class Params(Strict):
    """Query parameters of a route. One that is not known is an error, since a misspelt filter would find too much."""


class FilterParams(Params):
    """Which notes: within one filter any value will do, all filters must hold."""

    type: Values = ()
    lang: Values = ()
    tag: Values = ()
    path: Values = ()
    prop: Values = ()
    updated_after: Values = ()
    updated_before: Values = ()

    def filters(self) -> Filters:
        """The same as the library's noun."""
        return Filters(**{name: getattr(self, name) for name in FilterParams.model_fields})


NoParams = Annotated[Params, Query()]


def note_by_id(snapshot: Snapshot, note_id: str) -> NoteRow:
    """The note; a ProblemError 404 when there is none. Only ids are looked up: no client names a path of the file system."""
    note = snapshot.note(note_id) or snapshot.moved(note_id) if NOTE_ID.fullmatch(note_id) else None
    if note is None or note.hidden:
        raise ProblemError(Problem(404, "note-not-found", f"There is no note with the id {note_id}."))
    return note


def entity_tag(*parts: object) -> str:
    """A strong entity tag of what a response is made from."""
    return '"' + hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:32] + '"'


def is_known(request: Request, tag: str) -> bool:
    """Whether the client already holds the response with this tag."""
    held = request.headers.get("if-none-match", "")
    return held.strip() == "*" or tag in [one.strip().removeprefix("W/") for one in held.split(",")]
