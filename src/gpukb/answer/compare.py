"""Two things that are compared → the pieces that speak of both, or one defining sentence of each.

A note whose title names both goes first, if what it says in short speaks of them. Then sentences, items and tables that name both,
or one in the other's note, and say how they differ. Only where there is none stands what each of them is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from gpukb.answer.clues import under_heading_for
from gpukb.answer.pieces import MAX_SENTENCE, Piece, pieces_of
from gpukb.answer.question import Question
from gpukb.answer.sides import Sides, sides_of
from gpukb.answer.sources import Found, Source, Term
from gpukb.function_words import FUNCTION_WORDS
from gpukb.lang import UNKNOWN, is_han
from gpukb.note import fold

MOST: Final = 3  # pieces that compare, beside what the things are
MOST_CHARS: Final = 1100
CLOSE: Final = 0.75  # of the best piece's weight
TITLED: Final = 0.3  # from which on a note's title is taken for the question
THESIS: Final = 2  # sentences of a note whose title names both
HINT: Final = 0.5  # weight of a word of the question from which on it is more than a hint
APART: Final = 2  # words that may stand among those of a name: "tensor and pipeline parallelism"
NEAR_HAN: Final = 8  # characters before a Chinese word of comparing in which the name may stand
NEAR_CHARS: Final = 36  # from a word of comparing to the name it compares with: "several times the bandwidth of PCIe"

# What speaks for a piece, by hand.
BOTH: Final = 1.0  # it names both
OWN: Final = 1.0  # it stands in the note of one
SAYS_HOW: Final = 0.5  # for each word of comparing, two at most
DIRECT: Final = 0.8  # such a word leads up to one of the names
COMPARISON: Final = 0.4  # it stands under "Comparison"
LEAD: Final = 0.3  # it is what its note says first
ASKED: Final = 0.5  # it holds what they are compared in

_COMPARES: Final[Mapping[str, str]] = {
    "en": r"\bdiffers?\b|\bdifferences?\b|\bdifferently\b|\bdifferent from\b|\bwhereas\b|\bunlike\b|\bthan\b|\binstead of\b|in contrast|"
    r"\bcompared\b|\bagainst\b|\btimes\b|\bversus\b|\brather than\b|\bboth\b|\bbut\b|\bwhile\b|in place of|\bsets (?:it|them) apart\b",
    "ru": r"отлича|отличи|тогда как|в то время как|\bчем\b|\bзато\b|напротив|по сравнению|\bпротив\b|разниц|вместо|\bа не\b|"
    r"\bвтрое\b|\bвдвое\b|\bв \S+ раза?\b|в несколько раз|\bоба\b|\bобе\b|по-разному",
    "pl": r"\bróżni|natomiast|podczas gdy|\bniż\b|zamiast|w przeciwieństwie|w porównaniu|\bwobec\b|\brazy\b|krotnie|\boba\b|\bobie\b|"
    r"\bzaś\b|\bza to\b",
    "zh": r"不同(?=[：，。；]|于|之处|$)|区别|相比|(?<!对|相|占)比(?!较|例|如|特)|倍|两者|而不是|取代|代替",
}
_COMPARISON_ASKED: Final = Question("", UNKNOWN, "comparison", None, (), ())
_PARTED: Final = r"[;；]"
# A sentence that opens so speaks of something that was named before it.
_LEANS_RE: Final = re.compile(r"(?:they|these|those|this|both|они|это|эти|oba|one|te|to|它们|这)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Compared:
    """The pieces that compare, in order. `sure`: they say how the things differ in what is asked, and not only what each is."""

    pieces: tuple[Piece, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class _Side:
    """A thing that is compared: the tokens of the asker's words for it and of all its names, those names, and the concepts that it is."""

    asked: tuple[frozenset[str], ...]
    forms: tuple[frozenset[str], ...]
    names: tuple[str, ...]
    concepts: frozenset[str]

    def named_in(self, tokens: frozenset[str]) -> bool:
        """Whether one of its names is made up of these tokens."""
        return any(form <= tokens for form in self.forms)

    def holds(self, other: _Side) -> bool:
        """Whether its own words hold all of the other's: whatever speaks of GPUDirect RDMA says GPUDirect."""
        return any(one <= two for one in other.asked for two in self.asked)

    def is_note(self, source: Source) -> bool:
        """Whether the source's note is about this thing."""
        return (source.concept or source.note.id) in self.concepts


def compare(question: Question, found: Found, lang: str) -> Compared | None:
    """What the vault says of two things that the question compares; None where it compares none, or the vault has nothing of them both.

    In the asker's language where that compares them, else in the one that does, else what each of them is.
    """
    sides = sides_of(question)
    if sides is None:
        return None
    sources = list({source.passage_id: source for source in (*found.sources, *found.named()) if not source.generated}.values())
    both = _sides(sides, question, found, sources)
    asked = tuple(term for term in found.terms if term.surface.casefold() in sides.rest and max(term.forms.values()) >= HINT)
    leads = [lead for side in both if (lead := _lead(side, sources, lang))]
    elsewhere = any(lead.source.lang != lang for lead in leads) or len(leads) < len(both)
    nested = both[0].holds(both[1]) or both[1].holds(both[0])
    told = [] if nested else _first_told(sources, both, asked, found, lang, elsewhere=elsewhere)
    if told:
        return Compared(tuple(told), not asked or any(_holds(piece, asked, found) for piece in told))
    if len({lead.source.note.id for lead in leads}) < len(both):
        return None
    return Compared(tuple(leads), sure=question.kind == "comparison" and not asked)


def _first_told(
    sources: Sequence[Source], sides: tuple[_Side, _Side], asked: Sequence[Term], found: Found, lang: str, *, elsewhere: bool
) -> list[Piece]:
    """What compares the two: a note of both, which in another language must be titled as the question; else other pieces.

    Last a note or a table of both in another language, or, where the asker's own does not say what both are, whatever compares them.
    """
    own = [source for source in sources if source.lang == lang]
    others = [[source for source in sources if source.lang == code] for code in sorted({source.lang for source in sources} - {lang})]
    entitled = [[source for source in group if source.titled >= TITLED] for group in others]
    for group, needs in (
        (own, "note"),
        *((group, "note") for group in entitled),
        (own, ""),
        *((group, "" if elsewhere else "table") for group in others),
    ):
        told = _told(group, sides, asked, found, needs)
        if told:
            return told
    return []


def _sides(sides: Sides, question: Question, found: Found, sources: Sequence[Source]) -> tuple[_Side, _Side]:
    """The two things, each with all names of the notes that it names. A note of both is the note of neither."""
    langs = sorted({question.lang, *(source.lang for source in sources)} - {UNKNOWN})
    texts = (sides.first, sides.second)
    words = [" ".join(w for w in text.split() if w not in FUNCTION_WORDS.get(question.lang, ())) or text for text in texts]
    bases = [tuple(dict.fromkeys(form for code in langs if (form := found.tokens(text, code)))) for text in words]
    made = []
    for text, said, base, other in zip(texts, words, bases, reversed(bases), strict=True):
        pairs = " ".join(f"{one}-{two}" for one, two in pairwise(said.split()))  # a question's words are also read as one: tensorparallel
        every = frozenset().union(*base, *(found.tokens(pairs, code) for code in langs))
        own = [one for one in sources if one.meant and one.meant <= every and not _is_joint(one, base, other, found)]
        most = max((len(one.meant) for one in own), default=0)
        named = {name: one.lang for one in own if len(one.meant) == most for name in (one.note.title, *one.names)}
        forms = [form for name, code in named.items() if (form := found.tokens(name, code)) and not any(part <= form for part in other)]
        concepts = frozenset(one.concept or one.note.id for one in own if len(one.meant) == most)
        made.append(_Side(base, tuple(dict.fromkeys((*base, *forms))), (text, *map(fold, named)), concepts))
    return made[0], made[1]


def _is_joint(source: Source, base: Sequence[frozenset[str]], other: Sequence[frozenset[str]], found: Found) -> bool:
    """Whether a name of the note is made up of both."""
    if any(one <= two or two <= one for one in base for two in other):
        return False
    return any(any(one <= name for one in base) and any(two <= name for two in other) for name in _titles(source, found))


def _told(sources: Sequence[Source], sides: tuple[_Side, _Side], asked: Sequence[Term], found: Found, needs: str) -> list[Piece]:
    """The pieces of one language that compare; none where nothing does. A `note` of both may be needed, or that or a `table`."""
    pieces = [piece for source in sources for piece in pieces_of(source) if piece.is_whole or piece.end - piece.start <= MAX_SENTENCE]
    told = _thesis(sources, pieces, sides, found)
    if needs == "note" and not told:
        return []
    weighed = sorted(((_weight(piece, sides, asked, found), piece) for piece in pieces), key=lambda pair: (-pair[0], pair[1].start))
    best = [piece for weight, piece in weighed if weight and weight >= CLOSE * weighed[0][0]]
    alone = not told  # no note is of both: what each of them is stands with what compares them
    if told:
        best = [piece for piece in best if piece.source.note.id == told[0].source.note.id]
    elif best and needs == "table" and best[0].kind != "table" and not _is_comparison(best[0]):
        return []
    elif best:
        told = _introduction(best[0], sources, sides, found)
    most = len(told) + MOST
    for piece in best:
        told += [piece] if len(told) < most and not _is_said(piece, told) else []
    for side in sides if told and alone else ():
        lead = _lead(side, sources, told[0].source.lang)
        told += [lead] if lead and not _is_said(lead, told) else []
    return told


def _thesis(sources: Sequence[Source], pieces: Sequence[Piece], sides: tuple[_Side, _Side], found: Found) -> list[Piece]:
    """What a note whose title names both says first, if that speaks of them: a note of these two alone, else an answer."""
    notes = {
        source.note.id: source for source in sources if _names_both(source, sides, found) and not any(s.is_note(source) for s in sides)
    }
    best: tuple[tuple[int, ...], list[Piece]] = ((), [])
    for source in sorted(notes.values(), key=lambda source: -source.titled):
        alone = not _left_in_title(source, sides, found)
        if source.note.type != "answer" and not alone:
            continue
        lead = next((one for one in sources if one.note.id == source.note.id and one.kind == "lead"), None)
        if lead is None:
            continue
        first = [
            piece
            for piece in sorted(pieces, key=lambda piece: piece.start)
            if piece.source.note.id == source.note.id
            and piece.source.heading_path == lead.heading_path
            and piece.kind in ("sentence", "item")
        ]
        thesis: list[Piece] = []
        for piece in first:
            thesis += [piece] if len(thesis) < THESIS and not _is_said(piece, thesis) else []
        named = sum(any(_names(side, piece, found) for piece in thesis) for side in sides)
        how = any(re.search(_COMPARES.get(piece.source.lang, _COMPARES["en"]), fold(piece.raw)) for piece in thesis)
        worth = (source.titled >= TITLED, alone, named, how)
        if named and worth > best[0]:
            best = worth, thesis
    return best[1]


def _names_both(source: Source, sides: tuple[_Side, _Side], found: Found) -> bool:
    """Whether a name of the note holds both things.

    One will do, in the asker's words, where the title is the question and no note tells what the other is called in its language.
    """
    titles = list(_titles(source, found))
    if source.titled >= TITLED and source.note.type == "answer" and not all(side.concepts for side in sides):
        return any(form <= name for side in sides for form in side.asked for name in titles)
    return any(all(side.named_in(name) for side in sides) for name in titles)


def _left_in_title(source: Source, sides: tuple[_Side, _Side], found: Found) -> bool:
    """Whether every name of the note says more than the two things."""
    known = frozenset().union(*(form for side in sides for form in side.forms))
    empty = found.tokens(" ".join(sorted(FUNCTION_WORDS.get(source.lang, ()))), source.lang)
    return not any(all(side.named_in(name) for side in sides) and not name - known - empty for name in _titles(source, found))


def _titles(source: Source, found: Found) -> Iterator[frozenset[str]]:
    return (found.tokens(name, source.lang) for name in (source.note.title, *source.names))


def _weight(piece: Piece, sides: tuple[_Side, _Side], asked: Sequence[Term], found: Found) -> float:
    """What speaks for a piece that compares; 0 for one that does not."""
    if piece.kind in ("list", "code"):
        return 0.0
    named = [_names(side, piece, found) for side in sides]
    own = [side.is_note(piece.source) for side in sides]
    if not any(named) or not all(is_named or is_own for is_named, is_own in zip(named, own, strict=True)):
        return 0.0
    text = fold(piece.raw)
    pattern = _COMPARES.get(piece.source.lang, _COMPARES["en"])
    direct = _is_direct(text, pattern, sides)
    how = len(re.findall(pattern, text)) + _parts(text, sides) if direct or all(named) else 0
    if piece.kind in ("row", "table"):
        how = int(_sets_apart(piece, sides, found))
    if not how or (not any(own) and _LEANS_RE.match(piece.shown)):
        return 0.0
    return (
        BOTH * all(named)
        + OWN * (any(own) and not all(own))
        + SAYS_HOW * min(2, how)
        + DIRECT * direct
        + COMPARISON * _is_comparison(piece)
        + LEAD * (piece.source.kind == "lead")
        + ASKED * _holds(piece, asked, found)
    )


def _names(side: _Side, piece: Piece, found: Found) -> bool:
    """Whether the piece says one of the thing's names, its words side by side: "a tensor" and "parallelism" far from it are no name."""
    text = piece.told
    lang = piece.source.lang
    forms = [form for form in side.forms if form <= found.tokens(text, lang)]
    if lang == "zh" or any(len(form) == 1 for form in forms):
        return bool(forms)
    words = [found.tokens(word, lang) for word in re.findall(r"\w+(?:[-.]\w+)*", text)] if forms else []
    return any(form <= frozenset().union(*words[at : at + len(form) + APART]) for form in forms for at in range(len(words)))


def _sets_apart(piece: Piece, sides: tuple[_Side, _Side], found: Found) -> bool:
    """Whether the two things stand in two cells of the table's first row or column: it compares them."""
    rows = [row.strip().strip("|").split("|") for row in (piece.header if piece.kind == "row" else piece.raw).splitlines() if row.strip()]
    first = [rows[0], [row[0] for row in rows]] if rows else []
    for cells in first:
        tokens = [found.tokens(cell, piece.source.lang) for cell in cells]
        held = [{at for at, have in enumerate(tokens) if side.named_in(have)} for side in sides]
        if all(held) and len(held[0] | held[1]) > 1:
            return True
    return False


def _is_comparison(piece: Piece) -> bool:
    """Whether it stands under a heading like "Comparison"."""
    return under_heading_for(_COMPARISON_ASKED, piece.source.heading_path)


def _parts(text: str, sides: Sequence[_Side]) -> bool:
    """Whether one part of the sentence names one of the things and another the other: "X does this; Y does that"."""
    named = [[bool(re.search(_any_of(side.names), part)) for side in sides] for part in re.split(_PARTED, text)]
    return [True, False] in named and [False, True] in named


def _is_direct(text: str, pattern: str, sides: Sequence[_Side]) -> bool:
    """Whether a word of comparing leads up to one of the names, or, in Chinese, follows it: 与 A100 相比."""
    names = "|".join(_any_of(side.names) for side in sides)
    for match in re.finditer(pattern, text):
        before = text[max(0, match.start() - NEAR_HAN) : match.start()] if is_han(match.group()[:1]) else ""
        behind = re.split(r"[;；:：。]", text[match.end() : match.end() + NEAR_CHARS])[0]
        if re.search(names, before) or re.search(names, behind):
            return True
    return False


@cache
def _any_of(names: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def _holds(piece: Piece, asked: Sequence[Term], found: Found) -> bool:
    tokens = found.tokens(piece.told, piece.source.lang)
    return any(term.held(tokens) for term in asked)


def _is_said(piece: Piece, told: Sequence[Piece]) -> bool:
    """Whether some of the piece was told, or it is too much."""
    if any(one.source.note.id == piece.source.note.id and one.start < piece.end and piece.start < one.end for one in told):
        return True
    return bool(told) and sum(one.end - one.start for one in (*told, piece)) > MOST_CHARS


def _introduction(best: Piece, sources: Sequence[Source], sides: tuple[_Side, _Side], found: Found) -> list[Piece]:
    """What stands before the piece that compares best.

    Nothing where it names both things in the note of one, what a thing is that it leaves unnamed, and what both are where it is of neither.
    """
    if any(side.is_note(best.source) for side in sides):
        silent = [side for side in sides if side.is_note(best.source) and not _names(side, best, found)]
        leads = [_lead(side, sources, best.source.lang, best.source.note.id) for side in silent]
    elif best.kind == "table" or _is_comparison(best):
        leads = []
    else:
        leads = [_lead(side, sources, best.source.lang) for side in sides]
    return [lead for lead in leads if lead and not _is_said(lead, [best])]


def _lead(side: _Side, sources: Collection[Source], lang: str, note: str = "") -> Piece | None:
    """The defining sentence of a note that is this thing, in the asker's language first."""
    leads = [source for source in sources if source.kind == "lead" and side.is_note(source) and source.note.id in (note or source.note.id)]
    leads.sort(key=lambda source: (source.lang != lang, source.lang))
    return next((piece for source in leads for piece in pieces_of(source) if piece.kind in ("sentence", "item")), None)
