"""What the renderer asks of its caller: where a link leads and what an embed shows. It never touches a file or an index itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Kind = Literal["note", "image", "file"]


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads: an address of this server, never a path of the file system.

    `complete` is false when the note is there and the heading or block is not; `alias` is true when only an alias led here.
    """

    kind: Kind
    url: str
    title: str
    lang: str = "und"
    type: str = "note"
    complete: bool = True
    alias: bool = False


@dataclass(frozen=True, slots=True)
class Embedded:
    """A piece of another note, ready to be rendered in place: its path (for the cycle guard), its Markdown and where it came from."""

    path: str
    text: str
    target: Target


class Links(Protocol):
    """Answers the renderer's questions about one vault."""

    def find(self, link: str, source: str, *, markdown: bool) -> Target | None:
        """Where a link as written (`A#B`) leads from the note `source`, or None when nothing is there."""
        ...

    def embed(self, link: str, source: str) -> Embedded | None:
        """The text that `![[link]]` shows, or None when it is no note."""
        ...


class NoLinks:
    """A vault of nothing: every link is missing. For text that stands alone, such as an answer."""

    def find(self, link: str, source: str, *, markdown: bool) -> Target | None:
        """Nothing is there."""
        return None

    def embed(self, link: str, source: str) -> Embedded | None:
        """Nothing is there."""
        return None
