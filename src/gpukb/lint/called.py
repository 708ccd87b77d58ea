"""Notes in, and for a text of a sentence: which of them have it as a name, in whatever form it stands there."""

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


class Called:
    """What notes are called: names of files, titles, aliases."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self._by_key: dict[str, set[str]] = defaultdict(set)
        self._by_heads: dict[tuple[str, ...], set[tuple[str, str]]] = defaultdict(set)
        self._owners: dict[tuple[str, str], set[str]] = {}
        for note in notes:
            for name in names_of(note):
                self._by_key[name_key(name)].add(note.path)
                bare = bare_title(name)
                self._by_heads[_heads(bare)].add((bare, note.path))

    def owners(self, text: str, lang: str) -> set[str]:
        """The notes with this name, or with one that a text in this language says so."""
        found = self._owners.get((text, lang))
        if found is None:
            same = {path for name, path in self._by_heads.get(_heads(bare_title(text)), ()) if inflected(name, text, lang)}
            found = self._owners[text, lang] = same | self._by_key.get(name_key(text), set())
        return found


def _heads(bare: str) -> tuple[str, ...]:
    return tuple(word[:_HEAD].casefold() for word in _WORD.findall(bare))
