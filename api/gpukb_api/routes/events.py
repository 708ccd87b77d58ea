"""`/events`: what happens to the index, as it happens."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from gpukb_api.deps import KB, NoParams
from gpukb_api.watching import events

router = APIRouter(tags=["index"])


def take_place(request: Request) -> Iterator[None]:
    """A place among the listeners for as long as the response lasts."""
    with request.app.state.listeners.one_more():
        yield


Place = Annotated[None, Depends(take_place)]


@router.get("/events", response_class=EventSourceResponse)
async def listen(request: Request, kb: KB, place: Place, params: NoParams) -> AsyncIterator[ServerSentEvent]:
    """Server-sent events for as long as the client listens: `index.updated` at once and at every generation, `note.changed` before it.

    `note.changed` names a note that was added or changed by id, path and revision, and one that is gone by its id alone. Of one
    generation at most two hundred are named; `changed` of `index.updated` counts all. The id of an event is its generation. A comment
    comes every fifteen seconds in which nothing happens.
    """
    async for name, generation, data in events(kb, request.app.state.stopping):
        yield ServerSentEvent(event=name, id=str(generation), raw_data=json.dumps(data, ensure_ascii=False, separators=(",", ":")))
