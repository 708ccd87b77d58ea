"""How many requests each client may make a minute: evenly spread, or up to a minute's worth at once (the generic cell rate algorithm)."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

from gpukb_api.problems import Problem

WINDOW_S = 60.0
CLIENTS = 10_000  # remembered; the one that was heard least lately is forgotten first


class Limiter:
    """Counts the requests of each client. Used by one event loop."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = per_minute
        self._step = WINDOW_S / per_minute
        self._clock = clock
        self._free: OrderedDict[str, float] = OrderedDict()  # when each client will have made up for all that it asked

    def take(self, client: str) -> tuple[Mapping[str, str], Problem | None]:
        """The headers that tell a client how it stands, and the problem if it asks too much."""
        now = self._clock()
        free = max(now, self._free.get(client, now))
        wait = free + self._step - now - WINDOW_S
        if wait > 1e-9:  # rounding of a full minute's worth
            headers = self._headers(0, free - now)
            detail = f"Each client may make {self._limit} requests a minute."
            return headers, Problem(429, "too-many-requests", detail, {"Retry-After": str(math.ceil(wait))})
        self._free[client] = free + self._step
        self._free.move_to_end(client)
        if len(self._free) > CLIENTS:
            self._free.popitem(last=False)
        left = self._free[client] - now
        return self._headers(int((WINDOW_S - left) / self._step + 1e-6), left), None

    def _headers(self, left: int, until: float) -> dict[str, str]:
        """The fields of the IETF draft: the policy, what is left of it, and in how many seconds all of it is there again."""
        return {
            "RateLimit-Policy": f'"client";q={self._limit};w={WINDOW_S:.0f}',
            "RateLimit": f'"client";r={left};t={math.ceil(until)}',
        }
