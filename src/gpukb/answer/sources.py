"""What search gives an answer to work with: passages with their notes, strengths and the question's words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from gpukb.citations import CitedNote

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """A passage found for a question.

    `start` is its place in the note and `text` the characters there. `score` is the fused score of search, `words` its share of words.
    `nearness` says how near the passage is to the question in meaning, `sentences` how near each of its sentences is and `title` the title
    of its note: about 0 for what is unrelated, about 1 for an answer, whatever encoder and languages; 0 and empty without vectors.
    `titled` is how far the title is the question, 0…1. `concept` is one for a note and its translations, `meant` the question's tokens that
    are a name of it, in whatever language; `untranslated`: the asker's language has no version of the note. `cites` are notes that an
    answer note links to. `for_models` is false where the note's owner lets no model read it.
    """

    passage_id: str
    note: CitedNote
    kind: str
    lang: str
    heading_path: tuple[str, ...]
    anchor: str
    start: int
    text: str
    score: float
    words: float = 0.0
    nearness: float = 0.0
    sentences: Mapping[Range, float] = field(default_factory=dict)
    titled: float = 0.0
    concept: str = ""
    names: tuple[str, ...] = ()
    pinned: bool = False
    meant: frozenset[str] = frozenset()
    generated: bool = False
    deprecated: bool = False
    successor: CitedNote | None = None
    cites: Collection[str] = ()
    for_models: bool = True
    title: float = 0.0
    untranslated: bool = False

    @property
    def end(self) -> int:
        """Where the passage ends in its note."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Term:
    """One word of the question: the tokens that stand for it with how much each means (0…1), and how rare the word is in the vault.

    `heard`: it stands somewhere in the vault, in whatever form.
    """

    surface: str
    forms: Mapping[str, float]
    rarity: float
    heard: bool = True

    @property
    def weight(self) -> float:
        """What finding the word at its best is worth."""
        return self.rarity * max(self.forms.values(), default=0.0)

    def held(self, tokens: Collection[str]) -> float:
        """What finding it in these tokens is worth."""
        return self.rarity * max((weight for form, weight in self.forms.items() if form in tokens), default=0.0)


@dataclass(frozen=True, slots=True)
class Found:
    """All that was found for a question, best first, and where more can be read.

    `named` gives all passages of the notes that the question names or whose title it is, `version_of` those of a note's version in a
    language; `alike` are the headings that mean the same: those of one place in the templates of the vault's languages.
    """

    sources: tuple[Source, ...]
    terms: tuple[Term, ...]
    tokens: Callable[[str, str], frozenset[str]]  # (text, language) → the forms that stand in it
    text_of: Callable[[str], str]  # note id → the whole text
    generation: int = 0
    vectors: bool = True
    near: Callable[[str, str, str, str], float | None] | None = None  # two texts, each with its language → how near, see verify.meaning
    named: Callable[[], tuple[Source, ...]] = tuple
    version_of: Callable[[str, str], tuple[Source, ...]] = lambda note_id, lang: ()
    alike: tuple[frozenset[str], ...] = ()

    def with_generated(self) -> Found:
        """The same with saved answers as evidence like any other note."""
        return replace(self, sources=tuple(replace(source, generated=False) for source in self.sources))
