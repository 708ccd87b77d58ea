"""Notes' names and a note in, the places out where it says a name without linking it: inflected, and with borders by script.

`видеопамяти` mentions `Видеопамять`, as far as the stemmers know; `显存` is found inside a sentence, since Chinese has no borders; `MIG` in
capitals is not found in `mig`, nor `ZeRO` in `zero`. The names stand in a tree of word forms, so that a text is read once for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpukb.analyzer.forms import latin_of
from gpukb.markdown.events import Range
from gpukb.markdown.lines import Lines
from gpukb.markdown.markup import Markup, blank, read_markup
from gpukb.markdown.relations import Relations
from gpukb.mentions.names import head, spoken
from gpukb.mentions.prose import prose, running_text
from gpukb.mentions.words import GAP, WORD, Forms, asked, plain, said
from gpukb.note import Note, Span

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

MIN_LETTERS = 2  # a name of one letter is said everywhere
MAX_WORDS = 24  # a longer name is a sentence that nobody repeats; a Chinese one has as many characters
KEPT_STARTS = 200_000  # different words of texts whose answer is kept: more than a large vault has
FEW_HEADS = 100  # beginnings of names that each line is searched for; with more of them each word is looked up at once
_LINE = re.compile(r"[^\r\n]+")
_GLUED = re.compile(r"[_@\\]")  # beside a word these make it part of an identifier or an address


@dataclass(frozen=True, slots=True)
class Mention:
    """A name said without a link: the notes that have it, by path, the name of each as it is written, and where it is said."""

    source: str
    targets: tuple[str, ...]
    names: tuple[str, ...]
    span: Span
    text: str


class _Node:
    """Where the words read so far lead: the next words by each of their forms, and whose name ends here."""

    __slots__ = ("by_form", "by_forms", "owners")

    def __init__(self) -> None:
        self.by_form: dict[str, list[_Node]] = {}
        self.by_forms: dict[Forms, _Node] = {}
        self.owners: dict[str, str] = {}

    def next(self, forms: Forms) -> _Node:
        """The node behind a word that asks for these forms, made when it is not there."""
        node = self.by_forms.get(forms)
        if node is None:
            node = self.by_forms[forms] = _Node()
            for form in forms:
                self.by_form.setdefault(form, []).append(node)
        return node


class MentionFinder:
    """Looks for the names of some notes in others."""

    def __init__(self, names: Mapping[str, Iterable[str]], config: VaultConfig) -> None:
        self._config = config
        self._relations = Relations(config)
        self._names = {path: tuple(own) for path, own in sorted(names.items())}
        self._heads = {head(words[0]) for own in self._names.values() for name in own if (words := WORD.findall(spoken(name)))}
        self._trees: dict[str, _Node] = {}
        self._starts: dict[str, dict[str, tuple[_Node, ...]]] = {}

    def find(self, note: Note, markup: Markup | None = None) -> list[Mention]:
        """The unlinked mentions in a note, in order; the longest name wins where several begin. Its own names do not count."""
        latin = latin_of(note.lang)
        tree, starts = self._tree(latin), self._starts.setdefault(latin, {})
        text, running = note.text, self._running(note, markup or read_markup(note.text, note.body_start))
        stretches = self._stretches(running, note.body_start)
        read = prose(running, stretches)
        found: list[tuple[int, int, dict[str, str]]] = []
        until = 0
        for match in (match for stretch in stretches for match in WORD.finditer(read, *stretch)):
            word = match[0]
            begun = starts.get(word)
            if begun is None:
                if len(starts) >= KEPT_STARTS:
                    starts.clear()
                begun = starts[word] = tuple(_following([tree], said(word, latin)))
            if begun and match.start() >= until:
                end, owners = _longest(read, match.end(), list(begun), latin)
                if owners:
                    until = end
                    if note.path not in owners and not _glued(text, match.start(), end):
                        found.append((match.start(), end, owners))
        lines = Lines(text) if found else None
        return [_mention(note, start, end, owners, lines) for start, end, owners in found] if lines else []

    def _tree(self, latin: str) -> _Node:
        tree = self._trees.get(latin)
        if tree is None:
            tree = self._trees[latin] = _Node()
            for path, own in self._names.items():
                for name in own:
                    words = WORD.findall(spoken(name))
                    if len(words) <= MAX_WORDS and sum(map(len, words)) >= MIN_LETTERS and any(map(str.isalpha, "".join(words))):
                        node = tree
                        for word in words:
                            node = node.next(asked(word, latin))
                        node.owners.setdefault(path, name)
        return tree

    def _running(self, note: Note, markup: Markup) -> str:
        """The running text outside derived sections."""
        sections = self._relations.sections(note.headings, len(note.text))
        derived = [(start, end) for start, end, relation in sections if self._config.relations[relation].derived]
        return blank(running_text(note, markup), derived)

    def _stretches(self, text: str, start: int) -> list[Range]:
        """The lines in which a name may begin, each with the next one, where it may end; all of the text when there are many names."""
        if len(self._heads) > FEW_HEADS:
            return [(start, len(text))]
        found: list[Range] = []
        held = 0
        for line in _LINE.finditer(text, start):
            held -= 1
            low = plain(line[0])
            if any(head in low for head in self._heads):
                held = 1
            if held >= 0:
                found.append(line.span())
        return found


def _mention(note: Note, start: int, end: int, owners: dict[str, str], lines: Lines) -> Mention:
    targets = tuple(sorted(owners))
    return Mention(note.path, targets, tuple(owners[path] for path in targets), Span(start, end, lines.at(start)), note.text[start:end])


def _following(nodes: Iterable[_Node], forms: Forms) -> dict[_Node, None]:
    """The nodes that a word with these forms leads to, each once."""
    return dict.fromkeys(child for node in nodes for form in forms for child in node.by_form.get(form, ()))


def _longest(text: str, end: int, nodes: list[_Node], latin: str) -> tuple[int, dict[str, str]]:
    """Where the longest name that begins so ends, and whose it is: nobody's when there is none."""
    best, owners = end, _owners(nodes)
    while nodes:
        gap = GAP.match(text, end)
        word = WORD.match(text, gap.end() if gap else end)
        if word is None:
            break
        nodes = list(_following(nodes, said(word[0], latin)))
        end = word.end()
        if any(node.owners for node in nodes):
            best, owners = end, _owners(nodes)
    return best, owners


def _owners(nodes: Iterable[_Node]) -> dict[str, str]:
    return {path: name for node in nodes for path, name in node.owners.items()}


def _glued(text: str, start: int, end: int) -> bool:
    return bool(_GLUED.match(text, start - 1) if start else None) or bool(_GLUED.match(text, end))
