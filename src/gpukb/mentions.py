"""Notes' names and a note in, the places out where it says a name without linking it: inflected, and with borders by script.

`видеопамяти` mentions `Видеопамять`, as far as the stemmers know; `显存` is found inside a sentence, since Chinese has no borders; `MIG` in
capitals is not found in `mig`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gpukb.analyzer.forms import latin_of, stem
from gpukb.graph import sentence_around
from gpukb.lang import SCRIPTS, script_of
from gpukb.markdown.lines import Lines
from gpukb.markdown.markup import blank, read_markup
from gpukb.markdown.relations import Relations
from gpukb.note import Note, Span

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

_HAN = f"{SCRIPTS['han']}{SCRIPTS['kana']}"
# A run of one script is a word, and each Chinese character is one: `vLLM的显存` has four.
_WORD = re.compile(rf"[{_HAN}]|[{SCRIPTS['latin']}0-9]+|[{SCRIPTS['cyrillic']}0-9]+|[^\W_{_HAN}]+")
_GAP = re.compile(r"[ \t\u00a0]?[-\u2010-\u2015]?[ \t\u00a0]?(?:\r?\n[ \t>]*)?")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+")
MIN_LETTERS = 2  # a name of one letter is said everywhere


# Snowball takes `память` for a verb (`памя`) and `памяти` for a noun (`памят`), so the ending of a noun is also cut by itself.
_NOUN_END = re.compile(r"(?<=\w{3})(?:[иь]?ями|ами|[иь]?ях|ах|[иь]?ям|ам|[иь]?ем|ом|ов|[иь]?ев|ей|[иь]?ю|ою|ой|[аоуыэеиья])\Z")
# English names are seldom verbs: only the plural is undone, so that a scheduler is not scheduling.
_PLURALS = ((re.compile(r"(?<=\w{2})ies\Z"), "y"), (re.compile(r"(?:(?<=[sxz])|(?<=[cs]h))es\Z"), ""), (re.compile(r"(?<=\w[^s])s\Z"), ""))

Forms = frozenset[str]
Known = dict[str, list[tuple[tuple[Forms, ...], tuple[str, ...]]]]  # a first form → the names it may begin, and whose they are


class _Word(NamedTuple):
    start: int
    end: int
    forms: Forms


@dataclass(frozen=True, slots=True)
class Mention:
    """A name said without a link: the notes that have it, where it stands, and the sentence around it."""

    source: str
    targets: tuple[str, ...]
    span: Span
    text: str
    sentence: Span | None


def names_of(note: Note) -> tuple[str, ...]:
    """What a note may be called: its file's name, its title, its aliases."""
    return tuple(dict.fromkeys((note.name, note.title, *note.aliases)))


class MentionFinder:
    """Looks for the names of some notes in others."""

    def __init__(self, names: Mapping[str, Iterable[str]], config: VaultConfig) -> None:
        self._config = config
        self._relations = Relations(config)
        self._names = {path: tuple(own) for path, own in names.items()}
        self._by_latin: dict[str, Known] = {}

    def find(self, note: Note) -> list[Mention]:
        """The unlinked mentions in a note, in order; the longest name wins where several begin. Its own names do not count."""
        latin = latin_of(note.lang)
        known = self._known(latin)
        text = note.text
        words = [*_words(self._said(note), latin)]
        lines, found, at = Lines(text), [], 0
        while at < len(words):
            count, targets = _longest(words, at, known, text)
            if count and note.path not in targets:
                start, end = words[at].start, words[at + count - 1].end
                span = Span(start, end, lines.at(start))
                found.append(Mention(note.path, targets, span, text[start:end], sentence_around(text, note.body_start, span)))
            at += count or 1
        return found

    def _known(self, latin: str) -> Known:
        """The names by the forms their first word may have, the longest first."""
        known = self._by_latin.get(latin)
        if known is None:
            notes: dict[tuple[Forms, ...], set[str]] = defaultdict(set)
            for path, own in self._names.items():
                for name in own:
                    forms = tuple(_asked(name[word.start : word.end], word.forms) for word in _words(name, latin))
                    if sum(min(map(len, form)) for form in forms) >= MIN_LETTERS:
                        notes[forms].add(path)
            known = self._by_latin[latin] = defaultdict(list)
            for forms in sorted(notes, key=len, reverse=True):
                for form in forms[0]:
                    known[form].append((forms, tuple(sorted(notes[forms]))))
        return known

    def _said(self, note: Note) -> str:
        """The text with all that is no prose blanked: frontmatter, code, formulas, addresses, links, derived sections."""
        markup = read_markup(note.text, note.body_start)
        sections = self._relations.sections(note.headings, len(note.text))
        derived = [(start, end) for start, end, relation in sections if self._config.relations[relation].derived]
        linked = [(link.span.start, link.span.end) for link in note.links if link.where == "body" and link.span]
        addresses = [match.span() for match in _ADDRESS.finditer(markup.visible, note.body_start)]
        comments = markup.comments
        return blank(markup.visible, sorted([(0, note.body_start), *derived, *linked, *addresses, *comments]))


def _words(text: str, latin: str) -> Iterator[_Word]:
    for match in _WORD.finditer(text):
        forms = _forms(match[0].casefold().replace("ё", "е"), latin)
        capitals = _capitals(match[0])
        yield _Word(match.start(), match.end(), forms | {capitals} if capitals else forms)


@lru_cache(maxsize=100_000)
def _forms(low: str, latin: str) -> Forms:
    """What a word may be a form of: itself, and what is left without an ending."""
    if low.isascii() and latin == "en":
        return frozenset((low, *(pattern.sub(end, low) for pattern, end in _PLURALS)))
    return frozenset((low, stem(low, latin) or low, _NOUN_END.sub("", low) if script_of(low[0]) == "cyrillic" else low))


def _capitals(written: str) -> str | None:
    """The word if it is all capitals (but for a plural's `s`: GPUs)."""
    bare = written.removesuffix("s")
    return bare if len(bare) > 1 and bare.isupper() else None


def _asked(written: str, forms: Forms) -> Forms:
    """What a word of a name asks for: `MIG` for capitals, any other for one of its forms."""
    capitals = _capitals(written)
    return frozenset((capitals,)) if capitals else forms


def _longest(words: list[_Word], at: int, known: Known, text: str) -> tuple[int, tuple[str, ...]]:
    """How many words the longest name that begins here has, and whose it is; 0 when there is none."""
    best = 0
    owners: tuple[str, ...] = ()
    for form in words[at].forms:
        for forms, targets in known.get(form, ()):
            if len(forms) > best and _fits(words, at, forms, text):
                best, owners = len(forms), targets
    return best, owners


def _fits(words: list[_Word], at: int, forms: tuple[Forms, ...], text: str) -> bool:
    if at + len(forms) > len(words):
        return False
    said = words[at : at + len(forms)]
    return all(wanted & word.forms for wanted, word in zip(forms, said, strict=True)) and all(
        _together(one, other, text) for one, other in pairwise(said)
    )


def _together(one: _Word, other: _Word, text: str) -> bool:
    """Whether nothing but a space, a dash or a line break stands between two words."""
    return _GAP.fullmatch(text, one.end, other.start) is not None


def mentions_of(target: Note, notes: Iterable[Note], config: VaultConfig) -> Iterator[Mention]:
    """The places in these notes that say one note's name without linking it. Obsidian's excluded files are left out."""
    finder = MentionFinder({target.path: names_of(target)}, config)
    for note in notes:
        if note.kind == "note" and not note.hidden and note.path != target.path:
            yield from finder.find(note)
