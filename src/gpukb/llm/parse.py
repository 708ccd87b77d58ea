"""The text of a model, in chunks of any size → its sentences, each with the markers that it ends in.

A state machine that reads one character after the other: how the text was cut into chunks changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from gpukb.sentences import split_sentences

MAX_MARKER: Final = 60  # characters; what is longer in brackets is text
MAX_TEXT: Final = 1000  # characters without a marker: no sentence is so long
_OPENERS: Final = "[【"
_CLOSERS: Final = "]】"
_ENDS: Final = ".!?。！？…"
_MARKER_RE: Final = re.compile(r"[\[【\s]*(?:\d++(?:\.\d++)?[\s,;–-]*+)++[\s\]】]*")
_NUMBER_RE: Final = re.compile(r"\d+(?:\.\d+)?")
_LEAD_RE: Final = re.compile(r"^(?:[\s>]*(?:[-*+•]|#{1,6}|\d{1,2}[.)])\s+|[\s,;:，；]+)+")
_THINK, _THOUGHT = "<think>", "</think>"

State = Literal["text", "held", "after", "thinking"]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the model and the markers behind it, perhaps none."""

    text: str
    markers: tuple[str, ...]


class Parser:
    """Feed it chunks, then `close` it. Sentences come out as soon as nothing can be added to them."""

    def __init__(self) -> None:
        self._state: State = "text"
        self._text = ""
        self._held = ""
        self._markers: list[str] = []

    def feed(self, chunk: str) -> Iterator[Said]:
        """The sentences that this chunk completes."""
        for char in chunk:
            yield from self._step(char)

    def close(self) -> Iterator[Said]:
        """What is left at the end."""
        if self._state == "held":
            self._text += self._held
        if self._state != "thinking":
            yield from self._flush()

    def _step(self, char: str) -> Iterator[Said]:
        if self._state == "thinking":
            self._held = (self._held + char)[-len(_THOUGHT) :]
            if self._held == _THOUGHT:
                self._state, self._text, self._held = "text", "", ""
        elif self._state == "held":
            yield from self._hold(char)
        elif char in _OPENERS:
            self._state, self._held = "held", char
        elif self._state == "after":
            yield from self._after(char)
        else:
            yield from self._add(char)

    def _add(self, char: str) -> Iterator[Said]:
        self._text += char
        if self._text.lstrip() == _THINK:
            self._state, self._held = "thinking", ""
        elif len(self._text) > MAX_TEXT:
            yield from self._flush()

    def _hold(self, char: str) -> Iterator[Said]:
        self._held += char
        nested = char in _OPENERS and not self._held.strip("[【 ")
        if char in _CLOSERS:
            yield from self._decide()
        elif (char in _OPENERS and not nested) or char == "\n" or len(self._held) > MAX_MARKER:
            again = char in _OPENERS
            yield from self._give_back(self._held[:-1] if again else self._held)
            if again:
                self._state, self._held = "held", char

    def _decide(self) -> Iterator[Said]:
        glued = self._text[-1:].isalnum() and "." not in self._held and not self._markers  # list[0] in code
        if _MARKER_RE.fullmatch(self._held) and not glued:
            self._markers += _NUMBER_RE.findall(self._held)
            self._state, self._held = "after", ""
        else:
            yield from self._give_back(self._held)

    def _give_back(self, held: str) -> Iterator[Said]:
        """What was held is text after all, of the next sentence if this one has its markers."""
        if self._markers:
            yield from self._flush()
        self._text += held
        self._state, self._held = "text", ""

    def _after(self, char: str) -> Iterator[Said]:
        if char.isspace() or char in _CLOSERS:
            return
        if char in _ENDS:
            self._text = self._text.rstrip()
            self._text += "" if self._text[-1:] in _ENDS else char
            return
        yield from self._flush()
        self._state = "text"
        yield from self._add(char)

    def _flush(self) -> Iterator[Said]:
        """The sentences of the text; the markers belong to the last."""
        text, markers = self._text, tuple(dict.fromkeys(self._markers))
        self._text, self._markers = "", []
        parts = [said for start, end in split_sentences(text) if (said := _LEAD_RE.sub("", text[start:end]).strip()) and _says(said)]
        for part in parts[:-1]:
            yield Said(part, ())
        if parts:
            yield Said(parts[-1], markers)


def _says(text: str) -> bool:
    return any(char.isalnum() for char in text)
