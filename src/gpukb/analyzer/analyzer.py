"""Text → tokens: script runs, words whole and in parts, stems, grams."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from gpukb.analyzer.forms import Kind, folded, form, grams, latin_of
from gpukb.analyzer.normal import normalise
from gpukb.analyzer.question import QueryTerm, query_terms
from gpukb.analyzer.shapes import shape_of
from gpukb.lang import SCRIPTS

VERSION: Final = "1"  # raise with every change of what is indexed: the index is rebuilt when it differs

# Scripts written without spaces: every character and every pair is a token.
_GRAM: Final = f"{SCRIPTS['han']}{SCRIPTS['kana']}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_LETTER: Final = (
    "0-9A-Za-zµÀ-ÖØ-öø-\u02af\u0300-\u036f\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f-\u0dff\u10a0-\u167f\u1c80-\u1fff"
    "\u2c00-\u2dff\ua640-\ua69f\ua720-\ua7ff\uac00-\ud7af"
)
WORD_RE: Final = re.compile(
    rf"([{_GRAM}]+)"
    rf"|(\d+(?:,\d+)+(?:\.\d+)?(?![{_LETTER}])|[cC](?:\+\+|\#)(?!\w)|[{_LETTER}]+(?:(?:['.]|[-_]{{1,2}})[{_LETTER}]+)*)"
)
_CACHE_WORDS = 200_000  # distinct spellings kept analysed, some 60 MB at most; then the cache starts anew

Value = TypeVar("Value")
Forms = tuple[tuple[str, Kind, int, int], ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a text and the range of the original text that it stands for."""

    text: str
    start: int
    end: int
    kind: Kind


class Analyzer:
    """Texts and questions → tokens. Holds a cache of analysed words; safe to share between threads."""

    version: Final = VERSION

    def __init__(self) -> None:
        self._forms: dict[str, dict[str, Forms]] = {"en": {}, "pl": {}}
        self._joined: dict[str, dict[str, str]] = {"en": {}, "pl": {}}

    def tokens(self, text: str, lang: str | None = None) -> list[Token]:
        """The tokens of a text in this language, by place; the forms of one word share its range."""
        return list(self._tokens(text, latin_of(lang)))

    def index_text(self, text: str, lang: str | None = None) -> str:
        """The tokens of a text, joined by spaces, as the full-text table takes them."""
        latin = latin_of(lang)
        joined = self._joined[latin]
        out: list[str] = []
        for run, word in WORD_RE.findall(normalise(text).text):
            if run:
                out.extend(token for token, _, _ in grams(run))
                continue
            tokens = joined.get(word)
            if tokens is None:
                tokens = " ".join(token for token, _, _, _ in forms_of(word, latin))
                _keep(joined, word, tokens)
            out.append(tokens)
        return " ".join(out)

    def query_terms(self, text: str) -> list[QueryTerm]:
        """The tokens of a question, by place, through every stemmer whose script fits. See `QueryTerm`."""
        return query_terms(text, WORD_RE)

    def _tokens(self, text: str, latin: str) -> Iterator[Token]:
        normal = normalise(text)
        cached = self._forms[latin]
        for match in WORD_RE.finditer(normal.text):
            base = match.start()
            if match.group(1):
                for token, start, end in grams(match.group()):
                    yield Token(token, *normal.original(base + start, base + end), "gram")
                continue
            forms = cached.get(match.group())
            if forms is None:
                forms = forms_of(match.group(), latin)
                _keep(cached, match.group(), forms)
            for token, kind, start, end in forms:
                yield Token(token, *normal.original(base + start, base + end), kind)


def _keep(cache: dict[str, Value], word: str, value: Value) -> None:
    if len(cache) >= _CACHE_WORDS:
        cache.clear()
    cache[word] = value


def forms_of(surface: str, latin: str) -> Forms:
    """The forms of a written word in a text, each once: its parts, what is seen inside them, and all of it as one."""
    shape = shape_of(surface)
    found: dict[str, tuple[str, Kind, int, int]] = {}
    for piece in (*shape.parts, *shape.hints):
        token, kind = form(piece.text, latin)
        found.setdefault(token, (token, kind, piece.start, piece.end))
        bare = folded(token)
        if bare:
            found.setdefault(bare, (bare, "folded", piece.start, piece.end))
    if shape.before_last is not None:
        token, kind = form(shape.parts[-1].text, latin, shape.before_last)
        found.setdefault(token, (token, kind, 0, len(surface)))
    return tuple(found.values())
