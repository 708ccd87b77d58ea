"""A note's name → whether links are made of it: the stop list of the vault, the built-in one, and names too short to mean one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpukb.analyzer.forms import latin_of
from gpukb.fixes.stop_words import built_in
from gpukb.lang import is_han
from gpukb.mentions.names import spoken
from gpukb.mentions.words import WORD, code, forms, plain

if TYPE_CHECKING:
    from gpukb.config import MentionRule

# Letters that a name of one word must have: `ИИ` and `TP` stand for many things, `GPU` mostly for one. Two Han characters also meet
# where one word ends and the next begins: `八张卡时` (with eight cards) does not say `卡时` (card-hours).
SHORTEST_CODE, SHORTEST_WORD, SHORTEST_HAN = 3, 4, 3


class Names:
    """Which names are linked."""

    def __init__(self, rule: MentionRule) -> None:
        self._stop = frozenset(map(_key, rule.stop))
        self._allow = frozenset(map(_key, rule.allow))
        self._known: dict[tuple[str, str], bool] = {}

    def linked(self, name: str, lang: str) -> bool:
        """Whether a mention of this name, in a text of this language, may become a link."""
        known = self._known.get((name, lang))
        if known is None:
            key = _key(name)
            known = self._known[name, lang] = key not in self._stop and (key in self._allow or not _common(spoken(name), lang))
        return known


def _key(name: str) -> str:
    return " ".join(map(plain, WORD.findall(spoken(name))))


def _common(name: str, lang: str) -> bool:
    words = WORD.findall(name)
    if all(map(is_han, words)):
        return len(words) < SHORTEST_HAN or "".join(words) in built_in()
    if len(words) > 1:
        return False
    shortest = SHORTEST_CODE if code(name) or any(map(str.isdigit, name)) else SHORTEST_WORD
    return len(name) < shortest or not built_in().isdisjoint(forms(plain(name), latin_of(lang)))
