"""A name and what a text says → whether it is the name in another case or number, by the tables of endings.

Stemmers find more and err more: to them `обучен` is a form of `обучение`, and `scheduling` of `scheduler`. A link that is written must be
right.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gpukb.lang import script_of
from gpukb.mentions.words import WORD, code, plain

# The ending of a name as it stands in a dictionary (the first that fits) → the endings that its other cases have on the same stem.
_RUSSIAN = (
    ("ие", "ие ия ию ием ии ий иям иями иях их им ими"),  # обучение; мягкие
    ("ье", "ье ья ью ьем ьи ий ьям ьями ьях"),
    ("ия", "ия ии ию ией иею ий иям иями иях"),
    ("ий", "ий его ему им ем яя ей юю ее ие их ими ого ому ом ая ой ую ое ия ию ием ии иев иям иями иях"),  # синий, гибкий, критерий
    ("ый", "ый ого ому ым ом ая ой ую ое ые ых ыми"),
    ("ой", "ой ого ому ым ом ая ую ое ые ых ыми"),
    ("ая", "ый ий ого ому ым им ом ая ой ою ую ое ые ие ых их ыми ими"),
    ("яя", "ий его ему им ем яя ей ею юю ее ие их ими"),
    ("ое", "ый ий ого ому ым им ом ая ой ую ое ые ие ых их ыми ими"),
    ("ее", "ий его ему им ем яя ей юю ее ие их ими"),
    ("ые", "ый ого ому ым ом ая ой ую ое ые ых ыми"),
    ("й", "й я ю ем е и ев ям ями ях"),
    ("ь", "ь и ью ей ям ями ях я ю ем е"),
    ("а", "а ы и е у ой ою ей ам ами ах"),
    ("я", "я и е ю ей ею ям ями ях"),
    ("о", "о а у ом е ам ами ах"),
    ("е", "е я ю ем ей ям ями ях"),
    ("ы", "ы а у ом е ой ов ам ами ах"),
    ("и", "и а я у ю ом ем е ой ей ов ев ам ям ами ями ах ях"),
    ("", "а у ом ем е ы и ов ев ей ам ами ах"),
)
_POLISH = (
    ("nie", "nie nia niu niem ń niom niami niach"),
    ("cja", "cja cji cję cją cjo cje cjom cjami cjach"),
    ("ja", "ja ji i ję ją jo je jom jami jach"),
    ("ia", "ia i ii ię ią io ie iom iami iach"),
    ("ść", "ść ści ścią ściom ściami ściach"),
    ("ć", "ć ci cią cie ciom ciami ciach"),
    ("a", "a y i e ie ę ą o om ami ach ej"),
    ("e", "e a u em om ami ach ego emu ym ej ą y ych ymi"),
    ("o", "o a u em om ami ach ie"),
    ("y", "y ego emu ym a ej ą e ych ymi ów om ami ach"),
    ("i", "i iego iemu im a iej ą ie ich imi ów om ami ach"),
    ("", "a u owi em iem e ie y i ów om ami ach"),
)
_BARE = frozenset("аоыиaoy")  # of nouns with these endings one form is the stem itself: `чекпоинт`, `карт`
_SHORTEST_STEM = 3  # of a shorter one too little is left to tell words apart: `ось` and `осы`
_ENGLISH = ((re.compile(r"(?<=[^aeiou])y\Z"), "ies"), (re.compile(r"(?<=[sxz])\Z|(?<=[cs]h)\Z"), "es"), (re.compile(r"(?<=[^s])\Z"), "s"))


def inflected(name: str, said: str, lang: str) -> bool:
    """Whether a text in this language says the name word for word, each word as it is or in one of its forms."""
    words, others = WORD.findall(name), WORD.findall(said)
    return len(words) == len(others) and all(_one(word, other, lang) for word, other in zip(words, others, strict=True))


def _one(word: str, other: str, lang: str) -> bool:
    own = code(word)
    if own:
        return other.removesuffix("s") in (own, own.upper())
    low, said = plain(word), plain(other)
    return low == said or said in _forms(low, lang)


def _forms(low: str, lang: str) -> frozenset[str]:
    """A plain word in its cases and numbers."""
    if script_of(low[0]) == "cyrillic":
        return _cases(low, _RUSSIAN)
    if lang == "pl":
        return _cases(low, _POLISH)
    plural = next(((pattern, ending) for pattern, ending in _ENGLISH if pattern.search(low)), None)
    return frozenset([plural[0].sub(plural[1], low)] if plural and low.isascii() and low.isalpha() else [])


@lru_cache(maxsize=10_000)
def _cases(low: str, table: tuple[tuple[str, str], ...]) -> frozenset[str]:
    ending, others = next((ending, others) for ending, others in table if low.endswith(ending))
    stem = low[: len(low) - len(ending)]
    if len(stem) < _SHORTEST_STEM:
        return frozenset()
    return frozenset([*(stem + other for other in others.split()), *([stem] if ending in _BARE else [])])
