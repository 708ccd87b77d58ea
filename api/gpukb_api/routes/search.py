"""`/search` and `/suggest`: words in any language → notes with the passage that earned their place."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from gpukb.objects import Object, search_object, suggestion_object
from gpukb.search import MAX_LIMIT
from gpukb_api.cursors import cursor_for, start_of
from gpukb_api.deps import KB, FilterParams, Params
from gpukb_api.listing import Lists
from gpukb_api.models import MAX_QUERY, SearchObject, Suggestions, Unit

router = APIRouter(tags=["search"])
Text = Annotated[str, Query(min_length=1, max_length=MAX_QUERY, description="Words, a title or a question, in any language")]


class SearchParams(FilterParams):
    """A search."""

    q: Text
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 20
    cursor: Annotated[str | None, Query(max_length=2000)] = None
    mode: Literal["hybrid", "lexical", "vector"] = "hybrid"
    group: Annotated[Literal["note", "concept"], Query(description="`concept`: a note and its translations are one hit")] = "note"
    reader: Annotated[str | None, Query(max_length=12, description="The language to prefer where the query tells none")] = None
    rerank: Annotated[bool, Query(description="Read the best hits once more with the configured cross-encoder")] = False
    explain: bool = False
    exclude: Annotated[tuple[str, ...], Query(max_length=100, description="Ids of notes or passages that must not come back")] = ()
    offset_unit: Unit = "codepoint"


class SuggestParams(Params):
    """What was typed so far."""

    q: Text
    limit: Annotated[int, Query(ge=1, le=10)] = 10


@router.get("/search", response_model=SearchObject, response_model_exclude_unset=True)
def search(kb: KB, lists: Lists, params: Annotated[SearchParams, Query()]) -> Response:
    """The best notes for a query, over all languages at once, page by page."""
    return lists.response(lambda: _found(kb, params))


def _found(kb: KB, params: SearchParams) -> Object:
    asked = params.model_dump(exclude={"cursor", "explain", "offset_unit"})
    start = start_of(params.cursor, asked)
    found = kb.search(
        params.q,
        limit=params.limit,
        filters=params.filters(),
        mode=params.mode,
        group=params.group,
        reader=params.reader,
        rerank=params.rerank,
        exclude=params.exclude,
        start=start,
    )
    made = {
        **search_object(found, kb.name, explain=params.explain),
        "next_cursor": cursor_for(asked, start + params.limit) if found.more else None,
    }
    with kb.measuring(params.offset_unit) as measure:
        return measure.search(made)


@router.get("/suggest", response_model=Suggestions)
def suggest(kb: KB, lists: Lists, params: Annotated[SuggestParams, Query()]) -> Response:
    """Titles, names and aliases that may be meant by what was typed so far."""
    return lists.response(lambda: {"items": [suggestion_object(one) for one in kb.suggest(params.q, params.limit)]})
