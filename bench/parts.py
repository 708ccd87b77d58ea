"""The parts of search that can be left out, one by one: what each is, and how the product is run without it.

A part is put out of work where it stands, by replacing a function or a number for the time of a run, so that the product itself needs no
switches. What changes how texts are indexed says `rebuild`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from gpukb import candidates, fusion
from gpukb.analyzer import analyzer, forms, question, shapes
from gpukb.encoding import Encoding

Off = Callable[[], Any]  # Any: a context manager


@dataclass(frozen=True, slots=True)
class Part:
    """A part, how it is put out of work, and the options of `kb.search` that do so."""

    name: str
    off: tuple[Off, ...] = ()
    rebuild: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    @contextmanager
    def left_out(self) -> Iterator[None]:
        """The product without this part."""
        with ExitStack() as stack:
            for off in self.off:
                stack.enter_context(off())
            yield


def _attribute(where: Any, name: str, value: Any) -> Off:
    return lambda: patch.object(where, name, value)


def _path(name: str, value: Any) -> Off:
    return lambda: patch(name, value)


def _weights(**fields: float) -> Off:
    return lambda: patch.dict(candidates.FIELD_WEIGHTS, fields)


def _without_encoder(start: str) -> Off:
    ready = Encoding.ready
    return lambda: patch.object(
        Encoding, "ready", lambda self, snapshot: tuple(e for e in ready(self, snapshot) if not e.id.startswith(start))
    )


def _plain_shape(surface: str) -> shapes.Shape:
    return shapes.Shape((shapes.Piece(surface.lower(), 0, len(surface)),))


def _single_characters(run: str) -> Iterator[tuple[str, int, int]]:
    return ((char, place, place + 1) for place, char in enumerate(forms.simplified(run)))


def _only_pairs(run: str) -> Iterator[tuple[str, int, int]]:
    run = forms.simplified(run)
    if len(run) == 1:
        return iter([(run, 0, 1)])
    return ((run[place : place + 2], place, place + 2) for place in range(len(run) - 1))


def _grams(value: Any) -> tuple[Off, ...]:
    return (_attribute(analyzer, "grams", value), _attribute(question, "grams", value))


def _shapes(value: Any) -> tuple[Off, ...]:
    return (_attribute(analyzer, "shape_of", value), _attribute(question, "shape_of", value))


def _index(name: str, *off: Off) -> Part:
    return Part(name, off, rebuild=True)


PARTS = (
    # The analyser
    _index("stems", _attribute(forms._Stemmers, "stem", lambda self, name, word: word)),
    _index("Polish stems (English ones instead)", lambda: patch.dict(forms.LATIN_STEMMERS, {"pl": "english"})),
    _index("Han pairs", *_grams(_single_characters)),
    _index("single Han characters", *_grams(_only_pairs)),
    _index("traditional as simplified", _attribute(forms, "_simplified", dict)),
    _index("folded Polish", _attribute(analyzer, "folded", lambda token: None)),
    _index("parts of compound and mixed words", *_shapes(_plain_shape)),
    _index("endings glued to foreign words", _attribute(shapes, "_words", lambda raw: iter([(raw, 0)]))),
    _index("hints inside words", _attribute(shapes, "_hints", lambda raw, piece: iter(()))),
    _index("compounds as one word", _attribute(question, "_join_neighbours", lambda *_: None), _attribute(shapes, "MAX_JOINED", 0)),
    Part(
        "function words left out",
        (
            _attribute(question, "_factor", lambda *_: 1.0),
            _attribute(question, "_topics", lambda run: iter([(0, len(run))])),
            _attribute(question, "_PARTICLES", frozenset()),
        ),
    ),
    Part("typos, layouts and scripts mended", (_path("gpukb.search.mended", lambda snapshot, analyzer, words: (words, ())),)),
    # Fields
    Part("weights of fields (all 1)", (_weights(title=1, headings=1, tags=1, lead=1, code=1),)),
    Part("title and aliases as words", (_weights(title=0),)),
    Part("headings as words", (_weights(headings=0),)),
    Part("tags as words", (_weights(tags=0),)),
    Part("lead as words", (_weights(lead=0),)),
    Part("code as words", (_weights(code=0),)),
    # Words and meaning
    Part("words (meaning alone)", options={"mode": "vector"}),
    Part("all vectors (words alone)", options={"mode": "lexical"}),
    Part("e5", (_without_encoder("multilingual-e5"),)),
    Part("USE", (_without_encoder("use-"),)),
    Part("vectors of leads", (_attribute(candidates, "VECTOR_KINDS", ("passage",)),)),
    Part("vectors of sentences", (_path("gpukb.search.compare_sentences", lambda *_: None),)),
    Part("sentences at half within a language", (_attribute(fusion, "SENTENCE_SAME", 1.0),)),
    Part("USE at half within a language", (lambda: patch.dict(fusion.OPINIONS, {"use-multilingual": fusion.Opinion(0.4, 0.5)}),)),
    Part("weight of words by language", (_attribute(fusion, "WORDS_OTHER", fusion.WORDS_SAME),)),
    # Notes
    Part(
        "names pinned",
        (_path("gpukb.search.named_notes", lambda *_: {}), _path("gpukb.search.inflected_names", lambda *_: {})),
    ),
    Part("inflected names pinned", (_path("gpukb.search.inflected_names", lambda *_: {}),)),
    Part("other names of a concept", (_path("gpukb.search.expanded", lambda snapshot, analyzer, words, *_: (words, ())),)),
    Part("the asker's version first", (_path("gpukb.search.prefer_own", lambda *_: None),)),
    Part("graph", options={"graph": False}),
    Part("lists and replaced notes stand back", (_path("gpukb.search._demote", lambda *_: None),)),
    Part(
        "a place for each type",
        (_path("gpukb.search._let_in_types", lambda *_: None), _path("gpukb.search.best_of_types", lambda *_: [])),
    ),
    Part("few passages of one note", (_attribute(candidates, "PER_NOTE", 1 << 30),)),
)
