"""An answer while it is made → events for a client. The work is done in a thread of its own, and ends when the client goes away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from threading import Thread

from gpukb.answer.events import Cite, Delta, Done, Event, Meta, Progress, Sources
from gpukb.llm.stop import Stop
from gpukb.objects import Object, answer_object, citation_object, note_line_object

Item = Event | Exception | None  # None: the end


async def in_thread(make: Callable[[Stop], Iterator[Event]]) -> AsyncIterator[Event]:
    """The events that `make` yields, as they come. Whoever stops listening stops the work, a model's too."""
    loop, stop = asyncio.get_running_loop(), Stop()
    items: asyncio.Queue[Item] = asyncio.Queue()

    def put(item: Item) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens
            loop.call_soon_threadsafe(items.put_nowait, item)

    def work() -> None:
        try:
            for event in make(stop):
                put(event)
                if stop.is_set:
                    break
            put(None)
        except Exception as error:
            put(error)

    Thread(target=work, name="gpukb-answer", daemon=True).start()
    try:
        while (item := await items.get()) is not None:
            if isinstance(item, Exception):
                raise item
            yield item
    finally:
        stop.set()


def event_object(event: Event, vault: str) -> tuple[str, Object]:
    """The event's name and what a client is told."""
    if isinstance(event, Delta):
        return "delta", {"text": event.text}
    if isinstance(event, Cite):
        return "citation", citation_object(event.citation, vault)
    if isinstance(event, Done):
        return "done", answer_object(event.answer, vault)
    if isinstance(event, Progress):
        return "status", {"stage": event.stage, "notes": event.notes}
    if isinstance(event, Sources):
        return "sources", {"items": _sources(event)}
    return "meta", _meta(event)


def _sources(event: Sources) -> list[Object]:
    """One line a note, the best first, with the passages that were read of it."""
    notes: dict[str, Object] = {}
    for one in event.retrieved:
        line = notes.setdefault(one.note.id, {**note_line_object(one.note), "rank": one.rank, "passages": []})
        line["passages"].append(one.passage_id)
    return list(notes.values())


def _meta(event: Meta) -> Object:
    return {
        "id": event.id,
        "question": event.question,
        "standalone_question": event.standalone_question,
        "lang": event.lang,
        "model": event.model,
        "index_generation": event.index_generation,
    }
