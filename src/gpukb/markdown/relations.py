"""Where a link stands in its note → the relation it means: an inline field, a mapped section, else `embeds` or `mentions`."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpukb.markdown.headings import normalize_heading
from gpukb.note import Heading, fold

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

MENTIONS = "mentions"
EMBEDS = "embeds"

_KEY = r"[^\s:\[\](){}`|#*_>-][^:\[\](){}`|\r\n]{0,60}?"
# `key:: [[x]], [[y]]` as a line of its own, maybe in a list or quote, the key maybe in bold.
_LINE_FIELD = re.compile(
    rf"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+(?:\[.\][ \t]+)?)?[*_]{{0,2}}({_KEY})[ \t]*[*_]{{0,2}}::[*_]{{0,2}}(?=\s|$|!?\[)"
)
# `(key:: [[x]])` and `[key:: [[x]]]` inside a line.
_INNER_KEY = re.compile(rf"([\[(])({_KEY})\Z")
MAX_KEY = 64  # characters a key and its bracket may take
MAX_BEFORE = 2000  # characters of its line before a link that may hold its field
MAX_FIELDS = 4  # fields of the same line that are looked at, from the link to the left


class Relations:
    """The vault's relation names, by key and by section heading."""

    __slots__ = ("_by_heading", "_by_key", "_words")

    def __init__(self, config: VaultConfig) -> None:
        self._by_key = {name.casefold(): name for name in config.relations}
        self._by_heading = {normalize_heading(heading): rule.name for rule in config.relations.values() for heading in rule.headings}
        self._words = [max(heading.split(" "), key=len) for heading in self._by_heading if heading]

    def named(self, key: str) -> str:
        """The relation a property or field of this name means: the vault's spelling if it has one."""
        return self._by_key.get(key.casefold(), key)

    def sections(self, headings: Sequence[Heading], end: int) -> list[tuple[int, int, str]]:
        """The mapped stretches of a note: start, end, relation, in order. A section holds the deeper ones under it."""
        found: list[tuple[int, int, str]] = []
        together = fold("\n".join([heading.text for heading in headings]))
        if not any(word in together for word in self._words):  # most notes have none, and normalising costs
            return found
        above: list[tuple[int, str | None]] = []
        for i, heading in enumerate(headings):
            while above and above[-1][0] >= heading.level:
                above.pop()
            relation = self._by_heading.get(normalize_heading(heading.text)) or (above[-1][1] if above else None)
            above.append((heading.level, relation))
            if relation:
                found.append((heading.span.end, headings[i + 1].span.start if i + 1 < len(headings) else end, relation))
        return found

    def of(self, text: str, start: int, embed: bool, sections: list[tuple[int, int, str]]) -> str:
        """The relation of a body link at this place."""
        key = field_before(text, start)
        if key:
            return self.named(key)
        if embed:
            return EMBEDS
        i = bisect_right(sections, (start, sys.maxsize)) - 1
        return sections[i][2] if i >= 0 and start < sections[i][1] else MENTIONS


def field_before(text: str, start: int) -> str | None:
    """The key of the inline field whose value the link at this place belongs to."""
    floor = max(0, start - MAX_BEFORE)
    at = text.rfind("::", floor, start)
    if at < 0:
        return None
    line = max(text.rfind("\n", floor, start), text.rfind("\r", floor, start)) + 1
    for _ in range(MAX_FIELDS):
        if at < line:
            return None
        key = _INNER_KEY.search(text, max(line, at - MAX_KEY), at)
        if key and _still_open(key[1], text, at + 2, start):
            return key[2].strip()
        if at == line or text.rfind("::", max(line, floor), at) < 0:
            break
        at = text.rfind("::", max(line, floor), at)
    whole = _LINE_FIELD.match(text, line, start) if line or not floor else None
    return whole[1].strip(" *_") if whole else None


def _still_open(bracket: str, text: str, start: int, end: int) -> bool:
    closing = ")" if bracket == "(" else "]"
    return text.count(bracket, start, end) >= text.count(closing, start, end)
