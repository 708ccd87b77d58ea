"""A question and the pieces of its best passages → the pieces in the order in which they answer it."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gpukb.answer.aspects import aspect_of, stands_under_aspect
from gpukb.answer.clues import NEEDED, clue_in, under_heading_for
from gpukb.answer.pieces import MAX_SENTENCE, Piece, pieces_of
from gpukb.answer.question import Question
from gpukb.answer.sources import Found, Source, Term
from gpukb.lang import UNKNOWN
from gpukb.note import fold

# Fitted by bench/calibrate_answers.py on the development fifths of xquad-en, -ru, -zh together.
OVERLAP: Final = 0.40  # of the question's words in the sentence, by rarity
MEANING: Final = 0.25  # of the sentence's nearness, scaled over all candidates
PASSAGE: Final = 0.30  # of its passage's fused score
CLUE: Final = 0.10  # of holding the kind of thing asked for
LACKING: Final = 0.2  # taken from what holds no number, date, sum or name where one is asked for
SECTION: Final = 0.1  # of standing under a heading of the kind asked for: "Numbers" for how many, "Steps" for how
CONTEXT: Final = 0.5  # of a question word that stands not in the sentence but in the one before or in the headings
NAMED: Final = 1.0  # and in the note's names: all of the note is about them, and few of its sentences repeat them
LEAD_BONUS: Final = 0.30  # of the defining sentence, when a definition is asked for and the note bears the name
OTHER_LEAD: Final = 0.3  # share of that for the lead of a note by another name
LIST_BONUS: Final = 0.25  # of a whole list, table or fence, when several things are asked for and its note and headings name them
STEPS_BONUS: Final = 0.10  # and of numbered steps or code more, when a procedure is
TITLED: Final = 0.3  # of a piece whose note's title asks or does what the question does
THESIS: Final = 0.15  # and of the lead of such a note: it says in short what the title asks
ABOUT: Final = 0.1  # of a piece whose note bears a name that the question names: "Is MPS isolated?" is asked of MPS
BRIDGED: Final = 0.2  # of a piece in another language as far as the question is its note's name; from .15 to .5 alike
ANSWER_PENALTY: Final = 0.08  # of an answer note's sentences: the notes it was written from go first where they say the same
TRANSLATION: Final = 0.6  # of the best score: enough for the asker's own language to be preferred within one concept
KEYED: Final = 0.2  # of the row of a table that is looked up by what the question names
KEYS: Final = 3  # words of a cell by which a row may be looked up
OPENS: Final = 0.15  # taken from a sentence that ends in a colon: what it promises stands below it
LONG_PENALTY: Final = 0.10  # of a "sentence" without an end


@dataclass(frozen=True, slots=True)
class Ranked:
    """A piece, its score and what the score was made of."""

    piece: Piece
    score: float
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Context:
    """The tokens around a piece: of the note's names, and of the headings and the sentence before."""

    names: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Near:
    """How near a piece is to the question in meaning, as it is and scaled over all pieces; None without vectors."""

    raw: float | None
    scaled: float | None


NOWHERE: Final = Context()


def coverage(terms: Sequence[Term], tokens: Collection[str], context: Context = NOWHERE) -> float:
    """The part of the question's words (by weight) that stand in these tokens; those that stand only around them count less."""
    total = sum(term.weight for term in terms)
    held = sum(max(term.held(tokens), CONTEXT * term.held(context.near), NAMED * term.held(context.names)) for term in terms)
    return held / total if total else 0.0


def rank_pieces(question: Question, found: Found, lang: str | None = None) -> list[Ranked]:
    """Every piece of every source, best first; ties in the order of the sources. `lang` is the language to answer in."""
    placed = [pair for source in found.sources for pair in _with_contexts(question, source, found) if _may_answer(question, pair[0])]
    near = [_nearness(piece, question) for piece, _ in placed]
    top = max((source.score for source in found.sources), default=0.0) or 1.0
    ranked = [
        _score(question, found, piece, context, Near(raw, scaled), piece.source.score / top)
        for (piece, context), raw, scaled in zip(placed, near, _scaled(near), strict=True)
    ]
    wanted = lang or question.lang
    in_order = sorted(_apart(ranked), key=lambda r: (-r.score, r.piece.source.lang != wanted))
    return _translated(in_order, wanted)


def _with_contexts(question: Question, source: Source, found: Found) -> Iterator[tuple[Piece, Context]]:
    """Each piece with the tokens around it: what it is about may stand in the title or in the sentence before ("It has 80 GB")."""
    names = found.tokens(" . ".join((source.note.title, *source.names)), source.lang) | source.meant
    headings = found.tokens(" . ".join(source.heading_path), source.lang)
    asked = aspect_of(question)
    if asked and stands_under_aspect(question, source.heading_path, found):
        names |= found.tokens(asked.words, question.lang)
    before: frozenset[str] = frozenset()
    for piece in pieces_of(source):
        columns = found.tokens(piece.header, source.lang) if piece.kind == "row" else frozenset()
        yield piece, Context(names, headings if piece.is_whole else headings | before | columns)
        if piece.kind == "sentence":  # an item or a row leans on what introduces its list or table, not on the item before
            before = found.tokens(piece.raw, source.lang)


def _translated(ranked: list[Ranked], lang: str) -> list[Ranked]:
    """The same, but where the first piece is in another language and its note has a translation that says something like it, that first."""
    if not ranked or ranked[0].piece.source.lang == lang:
        return ranked
    best = ranked[0]
    concept = best.piece.source.concept or best.piece.source.note.id
    for at, one in enumerate(ranked):
        source = one.piece.source
        if source.lang == lang and source.concept == concept and one.score >= TRANSLATION * best.score:
            return [one, *ranked[:at], *ranked[at + 1 :]]
    return ranked


def _score(question: Question, found: Found, piece: Piece, context: Context, near: Near, passage: float) -> Ranked:
    raw = piece.raw
    tokens = found.tokens(raw, piece.source.lang)
    around = context.names | context.near
    named = coverage(found.terms, around)
    overlap = coverage(found.terms, tokens, context)
    if piece.is_whole:
        overlap = coverage(found.terms, tokens | around)
        if question.kind != "comparison":
            # A block holds more words than a sentence, most beside the point: its note and headings must name what is asked as well.
            overlap = (overlap + named) / 2
    clue = 1.0 if piece.kind == "table" else clue_in(question, raw, piece.source.lang, piece.header if piece.kind == "row" else "")
    same = question.lang in (piece.source.lang, UNKNOWN)
    bridged = 0.0 if same else BRIDGED * coverage(found.terms, piece.source.meant)
    # Words say little of a sentence in another language: its nearness takes their place.
    words, meaning = (OVERLAP, MEANING) if same or near.scaled is None else (0.1 * OVERLAP, MEANING + 0.9 * OVERLAP)
    said = words * overlap + meaning * (near.scaled or 0.0) + PASSAGE * passage
    lacking = LACKING if not clue and question.kind in NEEDED else 0.0
    score = said + bridged + CLUE * clue - lacking + _bonus(question, piece, found, named)
    return Ranked(piece, score, {"overlap": overlap, "nearness": near.raw or 0.0, "passage": passage, "clue": clue})


def _may_answer(question: Question, piece: Piece) -> bool:
    """Whether a piece of this kind may answer: a whole list only what asks for several things, a table also a comparison."""
    if piece.kind == "code":
        return question.wants_list or question.kind in ("other", "yes_no")
    if piece.kind == "list":
        return question.wants_list and (question.kind != "how" or is_step(piece))
    return piece.kind != "table" or question.kind == "comparison" or (question.wants_list and question.kind != "how")


def is_step(piece: Piece) -> bool:
    """Whether the piece is a numbered step, several of them, or the commands of one."""
    return piece.kind == "code" or (piece.kind == "list" and piece.raw.lstrip()[:1].isdigit())


def is_keyed(question: Question, piece: Piece) -> bool:
    """Whether the piece is a row whose first cell holds a name or number of the question and hardly more: `| 79 | off the bus |`."""
    if piece.kind != "row":
        return False
    keys = {fold(key) for key in re.split(r"[,;/\s]+", re.sub(r"[`*#]", "", _first_cell(piece))) if key}
    return len(keys) <= KEYS and any(fold(name) in keys for name in (*question.names, *question.numbers))


def is_looked_up(question: Question, piece: Piece, found: Found) -> bool:
    """Whether the piece is a row that is looked up by what the question says, be it no name: `| file server | 32 GB |`."""
    if piece.kind != "row" or is_keyed(question, piece):
        return piece.kind == "row"
    words = found.tokens(_first_cell(piece), piece.source.lang)
    return bool(words) and words <= frozenset().union(*(term.forms for term in found.terms))


def _first_cell(row: Piece) -> str:
    return row.raw.strip().strip("|").split("|")[0]


def is_about(question: Question, source: Source) -> bool:
    """Whether the source's note bears one of the names in the question."""
    names = {fold(name) for name in (source.note.title, *source.names)}
    return bool(source.meant) or any(fold(name) in names for name in question.names)


def _bonus(question: Question, piece: Piece, found: Found, named: float) -> float:
    """What speaks for the piece by its kind; `named` is the share of the question's words in the note's names and headings."""
    bonus = SECTION * under_heading_for(question, piece.source.heading_path)
    if question.kind == "definition" and piece.source.kind == "lead":
        bonus += LEAD_BONUS * (1.0 if piece.source.pinned else max(OTHER_LEAD, named))
    if piece.is_whole and (question.wants_list or (question.kind == "comparison" and piece.kind == "table")):
        bonus += LIST_BONUS * named
        if question.kind == "how" and is_step(piece):
            bonus += STEPS_BONUS * named
    bonus += piece.source.titled * (TITLED + THESIS * (piece.source.kind == "lead")) + ABOUT * is_about(question, piece.source)
    if piece.source.note.type == "answer" and not (piece.source.pinned or piece.source.titled):
        bonus -= ANSWER_PENALTY
    if is_looked_up(question, piece, found):
        bonus += KEYED
    if piece.kind == "sentence" and piece.raw.rstrip().endswith((":", "：")):
        bonus -= OPENS
    if piece.kind in ("sentence", "item") and piece.end - piece.start > MAX_SENTENCE:
        bonus -= LONG_PENALTY
    return bonus


def _nearness(piece: Piece, question: Question) -> float | None:
    """The greatest nearness among the sentences that share most of their characters with the piece."""
    best = None
    for (start, end), nearness in piece.source.sentences.items():
        shared = min(end, piece.end) - max(start, piece.start)
        if shared > 0.5 * min(end - start, piece.end - piece.start):
            best = nearness if best is None else max(best, nearness)
    if best is None or question.lang in (piece.source.lang, UNKNOWN):
        return best
    return (best + piece.source.nearness) / 2  # across languages short sentences are near to everything; their passage knows better


def _scaled(values: Sequence[float | None]) -> list[float | None]:
    known = [value for value in values if value is not None]
    if not known:
        return list(values)
    low, high = min(known), max(known)
    return [None if value is None else (value - low) / (high - low) if high > low else 1.0 for value in values]


def _apart(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The same without what two overlapping passages (a lead and its section) both hold: the better stays."""
    best: dict[tuple[str, int, int], Ranked] = {}
    for one in ranked:
        key = (one.piece.source.note.id, one.piece.start, one.piece.end)
        if key not in best or one.score > best[key].score:
            best[key] = one
    return list(best.values())


def rarity(count: int, total: int) -> float:
    """How much a word weighs that stands in `count` of `total` passages: BM25's idf."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))
