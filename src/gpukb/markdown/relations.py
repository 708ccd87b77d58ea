"""Where a link stands in its note → the relation it means: an inline field, a mapped section, else `embeds` or `mentions`."""

from __future__ import annotations

import re
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
_INNER_FIELD = re.compile(rf"([\[(])({_KEY})::[ \t]*(?!.*[\[(]{_KEY}::)(.*)$")


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
        """The mapped sections: start, end, relation. A section runs to the next heading of its level or above."""
        found: list[tuple[int, int, str]] = []
        together = fold("\n".join([heading.text for heading in headings]))
        if not any(word in together for word in self._words):  # most notes have none, and normalising costs
            return found
        for i, heading in enumerate(headings):
            relation = self._by_heading.get(normalize_heading(heading.text))
            if relation:
                stop = next((h.span.start for h in headings[i + 1 :] if h.level <= heading.level), end)
                found.append((heading.span.end, stop, relation))
        return found

    def of(self, text: str, start: int, embed: bool, sections: list[tuple[int, int, str]]) -> str:
        """The relation of a body link at this place."""
        key = field_before(text, start)
        if key:
            return self.named(key)
        if embed:
            return EMBEDS
        return next((relation for a, b, relation in sections if a <= start < b), MENTIONS)


def field_before(text: str, start: int) -> str | None:
    """The key of the inline field whose value the link at this place belongs to."""
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    if text.find("::", line_start, start) < 0:
        return None
    before = text[max(line_start, start - 2000) : start]
    inner = _INNER_FIELD.search(before)
    if inner and _still_open(inner[1], inner[3]):
        return inner[2].strip()
    line = _LINE_FIELD.match(before) if len(before) < 2000 else None
    return line[1].strip(" *_") if line else None


def _still_open(bracket: str, value: str) -> bool:
    if bracket == "(":
        return value.count("(") >= value.count(")")
    return value.count("[") >= value.count("]")
