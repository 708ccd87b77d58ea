"""Names of notes in, and for a text of a sentence: which notes have it as a name, in whatever form it stands there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from gpukb.mentions import names_of
from gpukb.mentions.inflection import inflected
from gpukb.names import bare_title, name_key
from gpukb.note import Note

_WORD = re.compile(r"[^\W_]+")
_HEAD = 3  # letters that all forms of a word share, as `inflected` knows them
Name = tuple[str, str, str]  # as names are compared; without its number; how the words of that begin


class Called:
    """What notes are called: names of files, titles, aliases."""

    def __init__(self, names: Iterable[tuple[str, Iterable[Name]]]) -> None:
        """`names` are notes' paths with their names."""
        self._by_key: dict[str, set[str]] = defaultdict(set)
        self._by_heads: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._owners: dict[tuple[str, str], set[str]] = {}
        for path, own in names:
            for key, bare, heads in own:
                self._by_key[key].add(path)
                self._by_heads[heads].append((bare, path))

    def owners(self, text: str, lang: str) -> set[str]:
        """The notes with this name, or with one that a text in this language says so."""
        found = self._owners.get((text, lang))
        if found is None:
            same = {path for name, path in self._by_heads.get(_heads(bare_title(text)), ()) if inflected(name, text, lang)}
            found = self._owners[text, lang] = same | self._by_key.get(name_key(text), set())
        return found


def called(note: Note) -> tuple[Name, ...]:
    """The names of a note."""
    bare = ((name, bare_title(name)) for name in names_of(note))
    return tuple((name_key(name), shown, _heads(shown)) for name, shown in bare)


def _heads(bare: str) -> str:
    return " ".join(word[:_HEAD].casefold() for word in _WORD.findall(bare))
