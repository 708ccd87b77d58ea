"""Text → its words by script, each with what it may be a form of: `видеопамяти` of `Видеопамять`, `MIGs` of `MIG`, `显` of itself."""

from __future__ import annotations

import re
from functools import lru_cache

from gpukb.analyzer.forms import stem
from gpukb.lang import SCRIPTS, script_of

_HAN = f"{SCRIPTS['han']}{SCRIPTS['kana']}"
# A run of one script is a word, and each Chinese character is one: `vLLM的显存` has four.
WORD = re.compile(rf"[{_HAN}]|[{SCRIPTS['latin']}0-9]+|[{SCRIPTS['cyrillic']}0-9]+|[^\W_{_HAN}]+")
# What may stand between the words of one name: a space, a hyphen, a line break with the marks of a quote, or nothing.
GAP = re.compile(r"(?:[ \t\u00a0]{1,2}|[-\u2010-\u2013]|[ \t]?\r?\n[ \t>]*)?")

# Snowball takes `память` for a verb (`памя`) and `памяти` for a noun (`памят`), so the ending of a noun is also cut by itself.
_NOUN_END = re.compile(r"(?<=\w{3})(?:[иь]?ями|ами|[иь]?ях|ах|[иь]?ям|ам|[иь]?ем|ом|ов|[иь]?ев|ей|[иь]?ю|ою|ой|[аоуыэеиья])\Z")
# English names are seldom verbs: only the plural is undone, so that a scheduler is not scheduling.
_PLURALS = ((re.compile(r"(?<=\w{2})ies\Z"), "y"), (re.compile(r"(?:(?<=[sxz])|(?<=[cs]h))es\Z"), ""), (re.compile(r"(?<=\w[^s])s\Z"), ""))

Forms = frozenset[str]


def plain(word: str) -> str:
    """The word as words are compared: without case, `ё` as `е`."""
    return word.casefold().replace("ё", "е")


@lru_cache(maxsize=100_000)
def forms(low: str, latin: str) -> Forms:
    """What a plain word may be a form of: itself, and what is left without an ending."""
    if low.isascii() and latin == "en":
        return frozenset((low, *(pattern.sub(end, low) for pattern, end in _PLURALS)))
    return frozenset((low, stem(low, latin) or low, _NOUN_END.sub("", low) if script_of(low[0]) == "cyrillic" else low))


def code(written: str) -> str | None:
    """The word if capitals are part of its spelling (`MIG`, `NVLink`), without the `s` of a plural; `Warp` and `память` are none."""
    bare = written.removesuffix("s")
    return bare if any(map(str.isupper, bare[1:])) else None


def said(written: str, latin: str) -> Forms:
    """What a word of a text answers to."""
    own = code(written)
    found = forms(plain(written), latin)
    return found | {own} if own else found


def asked(written: str, latin: str) -> Forms:
    """What a word of a name asks for: `ZeRO` for itself or `ZERO` and never for `zero`, any other for one of its forms."""
    own = code(written)
    return frozenset((own, own.upper())) if own else forms(plain(written), latin)
