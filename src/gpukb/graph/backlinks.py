"""A graph and a path in, the links that lead there out, each with the sentence around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.note import Span
from gpukb.sentences import split_sentences

if TYPE_CHECKING:
    from gpukb.graph.graph import Graph, ResolvedLink
    from gpukb.note import Link

_BLANK_LINE = re.compile(r"(?:\r\n?|\n)[ \t>]*(?:\r\n?|\n)")
MAX_CONTEXT = 4000  # characters on either side that a sentence is looked for in


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
    found = []
    for edge in graph.incoming(path):
        derived = graph.is_derived(edge)
        if edge.source != path and not (derived and edge.source in linked):
            found.append(Backlink(edge.source, edge.link, _sentence_of(graph, edge), derived))
    return found


def _sentence_of(graph: Graph, edge: ResolvedLink) -> Span | None:
    if edge.link.where != "body" or edge.link.span is None:
        return None
    note = graph.notes[edge.source]
    return sentence_around(note.text, note.body_start, edge.link.span)


def sentence_around(text: str, body_start: int, span: Span) -> Span | None:
    """The sentence that holds this place of a note's text; None when the text ends before it (a note read without its text)."""
    if span.end > len(text):
        return None
    first, last = max(body_start, span.start - MAX_CONTEXT), min(len(text), span.end + MAX_CONTEXT)
    for blank in _BLANK_LINE.finditer(text, first, span.start):
        first = blank.end()
    after = _BLANK_LINE.search(text, span.end, last)
    last = after.start() if after else last
    for start, end in split_sentences(text[first:last], 0):
        if first + start <= span.start < first + end:
            before = text.count("\n", first + start, span.start)
            return Span(first + start, first + end, span.line - before)
    return None
