"""A query with words that the vault does not have → the same query with the words that may be meant: typos, another layout, another script.

Only words out of the vocabulary are touched, so a query that is spelt as the vault spells costs nothing and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gpukb.analyzer.forms import EXACT, FOLDED, STEM
from gpukb.candidates import Words, any_of
from gpukb.lang import script_of

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer, QueryTerm
    from gpukb.index import Snapshot

PREFIXES = STEM + EXACT + FOLDED
SHORTEST = 4  # letters; a shorter word has too many neighbours
NEAR = 0.75  # similarity (1 − edits/length) of a stem that a typo may have been: one edit in four letters, two in eight
NEAREST = 3  # stems taken for one word
SURE = 0.9  # weight of a word found by layout or script: it is spelt just so in the vault
GUESSED = 0.6  # weight of a word found by likeness

_KEYS = ("qwertyuiop[]asdfghjkl;'zxcvbnm,.`", "йцукенгшщзхъфывапролджэячсмитьбюё")
_TO_LATIN_KEYS = str.maketrans(_KEYS[1], _KEYS[0])
_TO_CYRILLIC_KEYS = str.maketrans(_KEYS[0], _KEYS[1])
_ROMAN = {
    **dict(zip("абвгдезийклмнопрстуфхыэ", "abvgdeziyklmnoprstufhye", strict=True)),
    "ё": "e", "ж": "zh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sch", "ъ": "", "ь": "", "ю": "yu", "я": "ya",
}  # fmt: skip
_TO_ROMAN = str.maketrans(_ROMAN)
_SOUNDS = str.maketrans({"c": "k", "q": "k", "w": "v", "y": "i", "j": "i", "x": "h"})  # letters that a loan word's spelling does not keep


def mended(snapshot: Snapshot, analyzer: Analyzer, words: Words) -> tuple[Words, tuple[str, ...]]:
    """The words with what may be meant added to each that the vault lacks, and what was found for them."""
    counts = snapshot.document_frequencies({term.token for term in words.terms})
    added: list[QueryTerm] = []
    for group in _groups(words.terms):
        surface = group[0].surface
        if sum(map(str.isalpha, surface)) >= SHORTEST and not any(counts[term.token] for term in group):
            added += _meant(snapshot, analyzer, group)
    if not added:
        return words, ()
    terms = (*words.terms, *added)
    return replace(words, terms=terms, any=any_of(term.token for term in terms)), tuple(dict.fromkeys(bare(term.token) for term in added))


def _groups(terms: Sequence[QueryTerm]) -> Iterable[list[QueryTerm]]:
    groups: dict[int, list[QueryTerm]] = {}
    for term in terms:
        groups.setdefault(term.group, []).append(term)
    return groups.values()


def _meant(snapshot: Snapshot, analyzer: Analyzer, group: Sequence[QueryTerm]) -> list[QueryTerm]:
    term = group[0]
    stems = {bare(one.token) for one in group}
    for spelling in _respelt(term.surface):
        found = {t.token: t.weight for t in analyzer.query_terms(spelling)}
        counts = snapshot.document_frequencies(found)
        known = [token for token in found if counts[token]]
        if known:
            return [replace(term, token=token, weight=SURE * found[token]) for token in known]
        if script_of(spelling[0]) == "latin":
            stems |= {bare(token) for token in found}
    near = _alike(snapshot, sorted(stems))
    return [replace(term, token=token, weight=GUESSED * likeness) for token, likeness in near.items()]


def _respelt(surface: str) -> Iterable[str]:
    """The word typed in the other layout, then the word written in Latin letters."""
    low = surface.lower()
    if script_of(low[0]) == "cyrillic":
        return low.translate(_TO_LATIN_KEYS), low.translate(_TO_ROMAN)
    return (low.translate(_TO_CYRILLIC_KEYS),)


def bare(token: str) -> str:
    """The token without the prefix that tells its kind."""
    return token.lstrip(PREFIXES)


def _alike(snapshot: Snapshot, stems: Sequence[str]) -> Mapping[str, float]:
    """The tokens of the vault that a word with these stems may be a misspelling of, with their likeness."""
    from rapidfuzz import process  # 30 ms to import, and only misspelt words need it
    from rapidfuzz.distance import OSA

    found: dict[str, float] = {}
    for vocabulary, read in ((snapshot.vocabulary(), str), (snapshot.vocabulary_by_sound(_sound), _sound)):
        for spelling in {read(stem) for stem in stems}:
            possible = vocabulary.near(spelling, NEAR)
            near = process.extract(spelling, possible, scorer=OSA.normalized_similarity, score_cutoff=NEAR, limit=NEAREST)
            for spelt, likeness, _ in near:
                if len(spelling) <= SHORTEST and sorted(spelt) != sorted(spelling):
                    continue  # of so few letters one wrong makes another word; two in the wrong order do not
                for token in vocabulary[spelt]:
                    found[token] = max(found.get(token, 0.0), likeness)
        if found:
            break
    return found


def _sound(word: str) -> str:
    """The word as it sounds, roughly, whatever its script: `куда` and `cuda` are one."""
    return word.translate(_TO_ROMAN).translate(_SOUNDS)
