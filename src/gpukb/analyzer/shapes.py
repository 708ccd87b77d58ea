"""A written word → its pieces: `KV-cache`, `8xH100`, `GPUDirect`, `v1.2.3`, `tenant'ами` whole and in parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gpukb.lang import SCRIPTS

LATIN: Final = SCRIPTS["latin"]
CYRILLIC: Final = SCRIPTS["cyrillic"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a written word, in lower case, and its place in it."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Shape:
    """What a written word is made of.

    `parts` are words in their own right. `hints` are what may be seen inside them (`direct` in `GPUDirect`): worth finding, weak as a
    question. `before_last` is what stands before the last part when all are written as one; None where there is nothing to join.
    """

    parts: tuple[Piece, ...]
    hints: tuple[Piece, ...] = ()
    before_last: str | None = None


MAX_JOINED = 6  # parts; a longer chain (a path, a key) is found by its parts
SHORT_ENDING = 4  # letters of a case ending glued to a foreign word: tenant'ами, GPU'шку, API'ów

_CHAIN_RE: Final = re.compile(r"[-_]+|(?<!\d)\.|\.(?!\d)")  # a dot between digits holds a number together
_NUMBER_RE: Final = re.compile(r"[vV]?(\d+(?:[.,]\d+)+)")
_THOUSANDS_RE: Final = re.compile(r"\d{1,3}(?:,\d{3})+")
_TIMES_RE: Final = re.compile(r"([1-9]\d*)[xX]([A-Za-z].*)")
_UNITS: Final = (
    "kb mb gb tb pb kib mib gib tib gbps tbps mbps gbit tflops pflops gflops flops hz khz mhz ghz kw mw w ms us ns кб мб гб тб пб гбит "
    "тфлопс гц мгц ггц вт квт мвт мс мкс нс"
)
_UNIT_RE: Final = re.compile(rf"(\d+(?:\.\d+)?)({'|'.join(sorted(_UNITS.split(), key=len, reverse=True))})", re.IGNORECASE)
_PLURAL_RE: Final = re.compile(r"[A-Z][A-Z0-9]+s")  # GPUs, H100s: Snowball keeps `gpus` as it is
_CAMEL_RE: Final = re.compile(r"[A-ZÀ-ÞА-Я]+(?![a-zß-ÿа-я])|[A-ZÀ-ÞА-Я]?[a-zß-ÿа-я]+")
_LETTERS_RE: Final = re.compile(r"[^\W\d_]{3,}")
_SCRIPT_RUN_RE: Final = re.compile(f"[{LATIN}0-9']+|[{CYRILLIC}']+|[^{LATIN}{CYRILLIC}0-9']+")
_LATIN_RE: Final = re.compile(f"[{LATIN}]")
_CYRILLIC_RE: Final = re.compile(f"[{CYRILLIC}]")
# Cyrillic letters that look like Latin ones, as people mix them up inside one word.
_LOOKALIKES: Final = str.maketrans("асеорхукмтвнАСЕОРХУКМТВН", "aceopxykmtbhACEOPXYKMTBH")
_CYRILLIC_LOOKS: Final = str.maketrans("aceopxykmtbhACEOPXYKMTBH", "асеорхукмтвнАСЕОРХУКМТВН")


def shape_of(surface: str) -> Shape:
    """The pieces of a written word."""
    if surface.isalpha() and (surface.islower() or surface.istitle()) and _one_script(surface):
        return Shape((Piece(surface.lower(), 0, len(surface)),))
    if surface[-1] in "+#":  # C++, C#
        return Shape((Piece(surface.lower(), 0, len(surface)),))
    parts: list[Piece] = []
    hints: list[Piece] = []
    for start, end in _links(surface):
        for piece, raw in _segment(surface, start, end):
            parts.append(piece)
            hints.extend(_hints(raw, piece))
    joined = "".join(part.text for part in parts[:-1]) if 1 < len(parts) <= MAX_JOINED and _CHAIN_RE.search(surface) else None
    return Shape(tuple(parts), tuple(hints), joined)


def _one_script(text: str) -> bool:
    return text.isascii() or not (_LATIN_RE.search(text) and _CYRILLIC_RE.search(text))


def _links(surface: str) -> Iterator[tuple[int, int]]:
    """The stretches between hyphens, underscores and dots."""
    place = 0
    for mark in _CHAIN_RE.finditer(surface):
        if mark.start() > place:
            yield place, mark.start()
        place = mark.end()
    if place < len(surface):
        yield place, len(surface)


def _segment(surface: str, start: int, end: int) -> Iterator[tuple[Piece, str]]:
    """The words in one stretch, each with its raw spelling."""
    raw = surface[start:end]
    number = _NUMBER_RE.fullmatch(raw)
    if number:  # v1.2.3 is 1.2.3; 2,097,152 is a thousand's comma, 3,5 a decimal one
        digits = number[1]
        digits = digits.replace(",", "") if _THOUSANDS_RE.fullmatch(digits) else digits.replace(",", ".")
        yield Piece(digits, start, end), raw
        return
    times = _TIMES_RE.fullmatch(raw) or _UNIT_RE.fullmatch(raw)
    if times:  # 8xH100, 80GB
        for group in (1, 2):
            yield _piece(times[group], start + times.start(group)), times[group]
        return
    yield from ((_piece(word, start + place), word) for word, place in _words(raw))


def _words(raw: str) -> Iterator[tuple[str, int]]:
    """The words of a stretch without case endings from elsewhere: `tenant'ами`, `tenantами`, `LLM'y`, `it's`."""
    if not _one_script(raw):
        latin, cyrillic = raw.translate(_LOOKALIKES), raw.translate(_CYRILLIC_LOOKS)
        raw = latin if _one_script(latin) else cyrillic if _one_script(cyrillic) else raw
    place = 0
    for run in _SCRIPT_RUN_RE.finditer(raw):
        word = run.group().rstrip("'")
        head, mark, ending = word.partition("'")
        if mark and len(ending) <= SHORT_ENDING:
            word = head
        ending_of_latin = place and len(word.strip("'")) <= SHORT_ENDING and _CYRILLIC_RE.search(word)
        if word.strip("'") and not ending_of_latin:
            lead = len(word) - len(word.lstrip("'"))
            yield word[lead:].replace("'", ""), run.start() + lead
        place = run.end()


def _piece(word: str, start: int) -> Piece:
    text = word[:-1] if _PLURAL_RE.fullmatch(word) else word
    return Piece(text.lower(), start, start + len(word))


def _hints(raw: str, piece: Piece) -> Iterator[Piece]:
    """What may be seen inside a word: the humps of camelCase, the name before a number, the minor version."""
    if piece.text[0].isdigit():
        if piece.text.count(".") > 1:
            text = ".".join(piece.text.split(".")[:2])
            yield Piece(text, piece.start, piece.end)
        return
    if any(map(str.isdigit, raw)):
        pattern = _LETTERS_RE
    elif raw.islower() or raw.isupper() or raw.istitle() or _PLURAL_RE.fullmatch(raw):
        return
    else:
        pattern = _CAMEL_RE
    for hump in pattern.finditer(raw):
        if len(hump.group()) > 2 or (len(hump.group()) == 2 and hump.group().isupper()):
            yield Piece(hump.group().lower(), piece.start + hump.start(), piece.start + hump.end())
