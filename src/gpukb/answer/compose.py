"""Chosen quotes → the Markdown of an answer, with every sentence's place, marker and citation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gpukb.answer.display import ends_in_code, name_text
from gpukb.answer.frames import frame_for, quoted_in
from gpukb.answer.nouns import AnswerSentence, Support
from gpukb.answer.pieces import Piece
from gpukb.citations import Citation, CitedNote, Range, make_citation
from gpukb.lang import UNKNOWN

VERBATIM: Final = Support("verbatim", 1.0)


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence to show and the quotes it rests on; `text` is ready Markdown."""

    text: str
    quotes: tuple[Piece, ...]
    support: Support = VERBATIM


@dataclass(frozen=True, slots=True)
class Composed:
    """The Markdown and what stands where in it."""

    markdown: str
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]


def claim_of(piece: Piece, lang: str) -> Claim:
    """The piece as it is shown; of steps that are not told, where they stand."""
    if piece.kind == "rest":
        return Claim(name_text(frame_for(lang).rest.format(steps=piece.header, note=piece.source.note.title)), (piece,))
    return Claim(piece.shown, (piece, columns) if (columns := piece.columns) else (piece,))


def compose(
    claims: Sequence[Claim], lang: str, text_of: Callable[[str], str], *, weak: bool = False, notices: Sequence[str] = ()
) -> Composed:
    """The answer that shows these claims in this order, numbered by note and heading."""
    page = Page(lang, text_of)
    if weak:
        page.add_frame(frame_for(lang).weak)
    for claim in claims:
        page.add(claim)
    for notice in notices:
        page.add_frame(notice)
    return page.composed()


class Page:
    """An answer while it is written: sentences go in one by one, numbers are given at first use and never change."""

    def __init__(self, lang: str, text_of: Callable[[str], str]) -> None:
        self._lang, self._text_of = lang, text_of
        self._markdown = ""
        self._numbers: dict[tuple[str, tuple[str, ...]], int] = {}
        self._sentences: list[AnswerSentence] = []
        self._citations: list[Citation] = []
        self._place: tuple[str, tuple[str, ...]] | None = (
            None  # note and heading of the last sentence, while more may follow it on its line
        )

    def add_frame(self, text: str) -> None:
        """Put a paragraph of our own words, maybe with a note's title in it, which nothing is cited for."""
        self._break()
        self._markdown += name_text(text)
        self._place = None

    def add(self, claim: Claim) -> tuple[AnswerSentence, tuple[Citation, ...]]:
        """Put a sentence; what comes back is final."""
        first = claim.quotes[0]
        place = (first.source.note.id, first.source.heading_path)
        block = first.is_whole
        if self._place != place or block:
            self._break()
        else:
            self._markdown += " "
        start = len(self._markdown)
        self._markdown += claim.text
        said = Range(start, len(self._markdown))
        self._markdown += "\n\n" if first.kind in ("table", "code") or (first.kind == "list" and ends_in_code(claim.text)) else " "
        made = tuple(self._cite(quote, said) for quote in claim.quotes)
        if first.source.lang not in (self._lang, UNKNOWN) and claim.support.method == "verbatim" and (self._place != place or block):
            self._markdown += f" ({name_text(quoted_in(self._lang, first.source.lang))})"
        sentence = AnswerSentence(start, len(self._markdown), tuple(c.id for c in made), claim.support)
        self._sentences.append(sentence)
        self._place = None if block else place
        return sentence, made

    @property
    def markdown(self) -> str:
        """What was put so far; it only grows."""
        return self._markdown

    def composed(self) -> Composed:
        """All that was put."""
        return Composed(self._markdown, tuple(self._sentences), tuple(self._citations))

    def _break(self) -> None:
        if self._markdown:
            self._markdown += "\n\n"

    def _cite(self, piece: Piece, said: Range) -> Citation:
        source = piece.source
        n = self._numbers.setdefault((source.note.id, source.heading_path), len(self._numbers) + 1)
        at = len(self._markdown)
        self._markdown += f"[{n}]" if piece.kind != "header" else ""  # the row's own marker leads to the same place
        citation = make_citation(
            source.note,
            self._text_of(source.note.id),
            piece.start,
            piece.end,
            n,
            heading_path=source.heading_path,
            anchor=source.anchor,
            lang=source.lang,
        )
        citation = replace(citation, claim=said, spans=(Range(at, len(self._markdown)),) if len(self._markdown) > at else ())
        self._citations.append(citation)
        return citation


def abstention(lang: str, nearest: Sequence[CitedNote], missing: Sequence[str] = (), notices: Sequence[str] = ()) -> str:
    """The Markdown that says the vault does not say, what is missing, and which notes come nearest. `notices` stand behind the first."""
    frame = frame_for(lang)
    lines = [" ".join((frame.abstained, *map(name_text, notices)))]
    if missing:
        lines[0] += " " + frame.missing.format(names=", ".join(map(name_text, missing)))
    if nearest:
        lines += ["", frame.nearest, "", *(f"- {name_text(note.title)} ({name_text(note.path)})" for note in nearest)]
    return "\n".join(lines)
