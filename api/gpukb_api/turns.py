"""How many questions are answered at once: so many at work, as many waiting, and who comes then is told when to come again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from fastapi import Depends, Request

from gpukb_api.problems import TRY_LATER_S, Problem, ProblemError

WAIT_S: Final = 10.0  # that a question may wait for its turn; longer, a person thinks that nothing happens


class Turns:
    """Turns of answering. Those that wait hold a thread each, so no more may wait than are at work."""

    def __init__(self, most: int, wait_s: float = WAIT_S) -> None:
        self.most = max(1, most)
        self._wait_s = wait_s
        self._at_work = self.waiting = 0
        self._changed = threading.Condition()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A turn for as long as the answer takes. ProblemError 503: too many are asked already."""
        self._take()
        try:
            yield
        finally:
            with self._changed:
                self._at_work -= 1
                self._changed.notify()

    def _take(self) -> None:
        with self._changed:
            if self._at_work >= self.most and not self._waited():
                detail = (
                    f"{self.most} questions are being answered and others wait: ask again in {TRY_LATER_S} seconds, "
                    "or raise server.parallel_asks."
                )
                raise ProblemError(Problem(503, "too-many-questions", detail, {"Retry-After": str(TRY_LATER_S)}))
            self._at_work += 1

    def _waited(self) -> bool:
        """Wait until a turn is free; False where too many wait already, or it takes too long."""
        if self.waiting >= self.most:
            return False
        self.waiting += 1
        try:
            return self._changed.wait_for(lambda: self._at_work < self.most, self._wait_s)
        finally:
            self.waiting -= 1


def get_turns(request: Request) -> Turns:
    """The turns of this service."""
    return request.app.state.turns  # type: ignore[no-any-return]  # starlette's state holds anything


def take_turn(turns: Annotated[Turns, Depends(get_turns)]) -> Iterator[None]:
    """A turn until the response is sent."""
    with turns.turn():
        yield


Turn = Annotated[None, Depends(take_turn)]
