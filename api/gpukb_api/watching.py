"""The index as it moves on → events: a new generation, and which notes are other ones in it. Only notes that may be shown are named."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from fastapi.concurrency import run_in_threadpool

from gpukb.errors import IndexUnusableError
from gpukb.objects import Object
from gpukb_api.problems import TRY_LATER_S, Problem, ProblemError

if TYPE_CHECKING:
    from gpukb.kb import KnowledgeBase
    from gpukb_api.stopping import Stopping

TICK_S = 0.25  # between looks at the generation: a look takes a tenth of a millisecond
MAX_LISTENERS = 50
MAX_NAMED = 200  # notes named of one generation; a pull of thousands is told by its count
Revisions = Mapping[str, tuple[str, str]]  # path and revision by id


class State(NamedTuple):
    """A generation, its notes, and how many are still to be read."""

    generation: int
    revisions: Revisions
    waiting: int


class Listeners:
    """How many listen."""

    def __init__(self) -> None:
        self.count = 0

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """A place for a listener. ProblemError 503: all are taken."""
        if self.count >= MAX_LISTENERS:
            raise ProblemError(Problem(503, "too-many-listeners", "Too many clients listen already.", {"Retry-After": str(TRY_LATER_S)}))
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1


async def events(kb: KnowledgeBase, stopping: Stopping) -> AsyncIterator[tuple[str, int, Object]]:
    """Name, generation and data of each event until the server ends. The first tells the state that the others start from."""
    known = await run_in_threadpool(state_of, kb, None)
    yield "index.updated", known.generation, _updated(known, 0)
    while not stopping.asked:
        await asyncio.sleep(TICK_S)
        now = await run_in_threadpool(_look, kb, known)
        if now is known:
            continue
        changed = changes(known.revisions, now.revisions)
        known = now
        for data in changed[:MAX_NAMED]:
            yield "note.changed", now.generation, data
        yield "index.updated", now.generation, _updated(now, len(changed))


def _look(kb: KnowledgeBase, known: State) -> State:
    try:
        return state_of(kb, known)
    except IndexUnusableError:  # it is being built anew: the next look finds it
        return known


def state_of(kb: KnowledgeBase, known: State | None) -> State:
    """The index as it is; what is known already if it has not moved on."""
    with kb.snapshot() as snapshot:
        if known is not None and known.generation == snapshot.generation:
            return known
        return State(snapshot.generation, snapshot.revisions(), snapshot.status().waiting)


def changes(before: Revisions, after: Revisions) -> list[Object]:
    """The notes that came, changed or went, by path, those that went last. Of these only the id is told: maybe they are private now."""
    found: list[Object] = []
    for note_id, (path, revision) in after.items():
        old = before.get(note_id)
        if old is None or old[1] != revision:
            found.append({"id": note_id, "path": path, "revision": revision, "change": "changed" if old else "added"})
    return found + [{"id": note_id, "path": None, "revision": None, "change": "removed"} for note_id in before if note_id not in after]


def _updated(state: State, changed: int) -> Object:
    return {
        "index_generation": state.generation,
        "state": "building" if state.waiting else "ready",
        "notes": len(state.revisions),
        "changed": changed,
    }
