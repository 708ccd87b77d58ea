"""What travels with one rendering: whose text it is, how deep we are in embeds, and what was gathered on the way."""

from __future__ import annotations

import time
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any, cast

from gpukb_api.render.targets import Links

KEY = "gpukb"  # our place in markdown-it's environment
MAX_DEPTH = 5  # notes within notes; Obsidian stops at the same depth
MAX_SECONDS = 10.0  # of one rendering: 0.8 MB of prose takes three; what takes longer was made to
MAX_EMBEDDED = 1_048_576  # characters of embedded text on one page


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the outline: the plain text of a heading, its level and its anchor."""

    text: str
    level: int
    anchor: str


class TooSlowError(Exception):
    """The text takes too long to be laid out: nested marks in their thousands, mostly."""


@dataclass(slots=True)
class Context:
    """One rendering of one note. An embed gets a child that shares `spent` and the deadline."""

    links: Links
    source: str
    anchors: dict[int, str] = field(default_factory=dict)  # line of a heading within the text given -> its anchor
    title: str | None = None  # the note's first heading is left out when it says only this
    trail: tuple[str, ...] = ()
    spent: list[int] = field(default_factory=lambda: [0])
    outline: list[Entry] = field(default_factory=list)
    title_anchor: str | None = None
    deadline: float = field(default_factory=lambda: time.monotonic() + MAX_SECONDS)

    def check_time(self) -> None:
        """Raise TooSlowError when the time is over. Called at every sign of every paragraph, and at every embed."""
        if time.monotonic() > self.deadline:
            raise TooSlowError

    @property
    def embedded(self) -> bool:
        """Whether this text stands inside another note."""
        return bool(self.trail)

    def child(self, source: str) -> Context:
        """The context of a note embedded in this one."""
        return Context(self.links, source, trail=(*self.trail, self.source), spent=self.spent, deadline=self.deadline)


def context_of(env: MutableMapping[str, Any]) -> Context:  # Any: markdown-it's own environment
    """The rendering that this token stream belongs to."""
    return cast(Context, env[KEY])
