"""A graph and a path in, the links that lead there out, each with the sentence around it."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.note import Span
from gpukb.sentences import Range, split_sentences

if TYPE_CHECKING:
    from gpukb.graph.graph import Graph
    from gpukb.note import Link

_BLANK_LINE = re.compile(r"(?:\r\n?|\n)[ \t>]*(?:\r\n?|\n)")
CONTEXT = 4000  # characters at least on either side that a sentence is looked for in, and the width of a window


@dataclass(frozen=True, slots=True)
class Backlink:
    """A link to a note: where it stands, and the sentence around it (None for a property or a canvas card)."""

    source: str
    link: Link
    sentence: Span | None
    derived: bool


def backlinks(graph: Graph, path: str) -> list[Backlink]:
    """The links to this path, by source and place, without the note's own.

    A link of a derived section repeats a link that leads the other way: where that one stands in this note it is left out.
    """
    linked = {edge.path for edge in graph.edges(path) if not graph.is_derived(edge)} if path in graph.notes else set()
    found: list[Backlink] = []
    texts: dict[str, Sentences] = {}
    for edge in graph.incoming(path):
        derived = graph.is_derived(edge)
        if edge.source != path and not (derived and edge.source in linked):
            note = graph.notes[edge.source]
            sentences = texts.setdefault(edge.source, Sentences(note.text, note.body_start))
            found.append(Backlink(edge.source, edge.link, _sentence_of(sentences, edge.link), derived))
    return found


def _sentence_of(sentences: Sentences, link: Link) -> Span | None:
    return sentences.around(link.span) if link.where == "body" and link.span is not None else None


class Sentences:
    """The sentences of one note's text. Each paragraph is cut once, when the first sentence of it is asked for."""

    __slots__ = ("_blanks", "_body_start", "_cut", "_text")

    def __init__(self, text: str, body_start: int) -> None:
        self._text = text
        self._body_start = body_start
        self._blanks: dict[int, list[Range]] = {}  # blank lines in a window of the text
        self._cut: dict[Range, list[Range]] = {}  # sentences of a paragraph, or of as much of it as a window holds

    def around(self, span: Span) -> Span | None:
        """The sentence that holds this place; None when the text ends before it (a note read without its text)."""
        if span.end > len(self._text):
            return None
        sentences = self._sentences(*self._paragraph(span))
        at = bisect_right(sentences, (span.start, sys.maxsize)) - 1
        if at < 0 or span.start >= sentences[at][1]:
            return None
        start, end = sentences[at]
        return Span(start, end, span.line - self._text.count("\n", start, span.start))

    def _paragraph(self, span: Span) -> Range:
        """From the blank line before the place to the one behind it, no further than its window goes."""
        window = span.start // CONTEXT
        low, high = max(self._body_start, (window - 1) * CONTEXT), min(len(self._text), max((window + 2) * CONTEXT, span.end))
        blanks = self._blanks.get(window)
        if blanks is None:
            blanks = self._blanks[window] = [found.span() for found in _BLANK_LINE.finditer(self._text, low, high)]
        at = bisect_right(blanks, (span.start, 0))
        return blanks[at - 1][1] if at else low, blanks[at][0] if at < len(blanks) else high

    def _sentences(self, first: int, last: int) -> list[Range]:
        found = self._cut.get((first, last))
        if found is None:
            found = self._cut[first, last] = split_sentences(self._text[first:last], first)
        return found
