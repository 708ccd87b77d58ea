"""A question → its weighted tokens, grouped by the words they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gpukb.analyzer.forms import FOLDED, LATIN_STEMMERS, Kind, fold_marks, folded, form, grams, latin_of, simplified, stem
from gpukb.analyzer.normal import Normal, normalise
from gpukb.analyzer.shapes import Piece, shape_of
from gpukb.function_words import FUNCTION_WORDS, QUESTION_WORDS
from gpukb.lang import UNKNOWN, detect_query, script_of


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One token to look for.

    The terms of one `group` are ways to find the same word of the question: a passage that holds any of them covers the word, and its
    best match counts. `weight` (0 to 1) says how much finding this token means. The same token may stand in several groups.
    """

    token: str
    surface: str
    start: int
    end: int
    weight: float
    kind: Kind
    group: int


MAX_WORDS = 64  # different words of a question that are looked for; a pasted page is known by its first
WHOLE = 1.0  # the word itself, in any of its stems
FOLD = 0.6  # without its Polish marks: typed in haste, or another word
HINT = 0.3  # `direct` of `GPUDirect`
ASKING = 0.3  # `works`, `difference`: says what is asked, not what about

_HAN_PHRASES: Final = tuple(word for words in (FUNCTION_WORDS["zh"], QUESTION_WORDS["zh"]) for word in words if len(word) > 1)
_HAN_PHRASE_RE: Final = re.compile("|".join(sorted(_HAN_PHRASES, key=len, reverse=True)))
_PARTICLES: Final = frozenset(word for word in FUNCTION_WORDS["zh"] if len(word) == 1)

_NO_SPACES: Final = "\u2e80"  # from here on scripts are written without spaces
# A group in the making: where it stands, and its tokens with their kinds and weights.
_Group = tuple[int, int, dict[str, tuple[Kind, float]]]


def query_terms(text: str, words: re.Pattern[str]) -> list[QueryTerm]:
    """The tokens of a question; function words are left out where anything else remains."""
    normal = normalise(text)
    matches = list(words.finditer(normal.text))
    lang = detect_query(text, default=UNKNOWN)
    shouted = normal.text.isupper()
    groups = [group for match in matches for group in _groups(match, lang, shouted, True)]
    if not groups:
        groups = [group for match in matches for group in _groups(match, lang, shouted, False)]
    _join_neighbours(groups, normal.text, lang)
    return list(_terms(_different(groups), normal, text))


def _different(groups: Iterable[_Group]) -> list[_Group]:
    """The first groups, a word that comes twice only once."""
    return list({frozenset(group[2]): group for group in reversed(list(groups))}.values())[: -MAX_WORDS - 1 : -1]


def _terms(groups: list[_Group], normal: Normal, text: str) -> Iterator[QueryTerm]:
    for number, (first, last, tokens) in enumerate(groups):
        start, end = normal.original(first, last)
        for token, (kind, weight) in tokens.items():
            yield QueryTerm(token, text[start:end], start, end, weight, kind, number)


def _groups(match: re.Match[str], lang: str, shouted: bool, drop: bool) -> Iterator[_Group]:
    if match.group(1):
        yield from _han_groups(match.group(), match.start(), drop)
        return
    surface, base = match.group(), match.start()
    shape = shape_of(surface)
    parts = [(piece, _word_tokens(piece.text, lang)) for piece in shape.parts]
    if shape.before_last is not None:
        last = shape.parts[-1].text
        whole: dict[str, tuple[Kind, float]] = {}
        for latin in LATIN_STEMMERS:
            token, kind = form(last, latin, shape.before_last)
            whole[token] = (kind, WHOLE)
        for _, tokens in parts:
            tokens.update(whole)
    for piece, tokens in parts:
        factor = _factor(surface, piece, lang, shouted) if drop and len(parts) == 1 else 1.0
        if factor:
            yield _group(base, piece, tokens, factor)
    for piece in shape.hints:
        yield _group(base, piece, _word_tokens(piece.text, lang), HINT)


def _group(base: int, piece: Piece, tokens: dict[str, tuple[Kind, float]], factor: float) -> _Group:
    return base + piece.start, base + piece.end, {token: (kind, weight * factor) for token, (kind, weight) in tokens.items()}


def _word_tokens(word: str, lang: str) -> dict[str, tuple[Kind, float]]:
    """The tokens a lower-case word may be indexed as."""
    found: dict[str, tuple[Kind, float]] = {}
    for latin in LATIN_STEMMERS:
        token, kind = form(word, latin)
        found.setdefault(token, (kind, WHOLE))
        if kind == "stem" and (lang != "en" or not word.isascii()) and script_of(word[0]) == "latin":
            found.setdefault(folded(token) or FOLDED + token[1:], ("folded", FOLD))
            found.setdefault(form(fold_marks(word), latin)[0], ("stem", FOLD))
    if word.endswith("s") and not word.endswith("ss") and len(word) > 2 and stem(word, "en") == word:  # gpus, llms
        found.setdefault(form(word[:-1], "en")[0], ("stem", WHOLE))
    return found


def _factor(surface: str, piece: Piece, lang: str, shouted: bool) -> float:
    """0 for a function word of the question's language, little for a word that only asks, else 1."""
    if surface.isupper() and len(surface) > 1 and not shouted:  # IT, US, WHO
        return 1.0
    code = "ru" if script_of(piece.text[0]) == "cyrillic" else "pl" if lang == "pl" else "en"
    if piece.text in FUNCTION_WORDS[code]:
        return 0.0
    return ASKING if piece.text in QUESTION_WORDS[code] else 1.0


def _han_groups(run: str, base: int, drop: bool) -> Iterator[_Group]:
    """Characters and pairs, all of one weight: pairs alone, or with less weight for characters or particles, find less (XQuAD zh)."""
    run = simplified(run)
    for start, end in _topics(run) if drop else [(0, len(run))]:
        for token, first, last in grams(run[start:end]):
            if not (drop and token in _PARTICLES):
                yield base + start + first, base + start + last, {token: ("gram", WHOLE)}


def _topics(run: str) -> Iterator[tuple[int, int]]:
    """What is left of a Chinese run between the phrases that ask."""
    place = 0
    for phrase in _HAN_PHRASE_RE.finditer(run):
        if phrase.start() > place:
            yield place, phrase.start()
        place = phrase.end()
    if place < len(run):
        yield place, len(run)


def _join_neighbours(groups: list[_Group], text: str, lang: str) -> None:
    """Let `H 100` find `H100`, and `KV cache` find `KVcache`."""
    for left, right in list(pairwise(groups)):
        before, after = text[left[0] : left[1]].lower(), text[right[0] : right[1]].lower()
        between = text[left[1] : right[0]]
        if between in (" ", "-", "_") and before.isalnum() and after.isalnum() and before < _NO_SPACES > after:
            token, kind = form(after, latin_of(lang), before)
            for _, _, tokens in (left, right):
                tokens.setdefault(token, (kind, WHOLE))
