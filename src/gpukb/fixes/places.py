"""A note's text and its markup → whether a link may be put where a name stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from gpukb.function_words import FUNCTION_WORDS, OTHER_LATIN
from gpukb.lang import SCRIPTS
from gpukb.markdown import normalize_heading
from gpukb.markdown.events import within
from gpukb.markdown.relations import MENTIONS, Relations
from gpukb.mentions.words import WORD, code

if TYPE_CHECKING:
    from gpukb.markdown.markup import Markup
    from gpukb.note import Note

_HAN = f"{SCRIPTS['han']}{SCRIPTS['kana']}"
# What stands right before or behind a part of a longer word, a path, a link or code. A plural's or possessive `'s` may follow.
_GLUED_BEFORE = re.compile(rf"(?:[\[!\\/@#$<_\-\u2010\u2011+&=]|[^\W{_HAN}]|\w[.:])\Z")
_GLUED_BEHIND = re.compile(rf"[\](\[{{/@\\_\-\u2010\u2011+&#<]|[^\W{_HAN}]|[.:=]\w|::|['’](?!s\b)\w|=(?!=)")
# A capital behind or before a single word makes a longer name of it: `MIG Manager`, `алгоритм Флойда`, `Windows Search`.
_CAPITAL_BEHIND = re.compile(r"[ \u00a0](?:[A-Z][a-z]|[А-ЯЁ][а-яё])")
_CAPITAL_BEFORE = re.compile(r"(?<![\w-])([A-Z][a-z]+|[А-ЯЁ][а-яё]+)[ \u00a0]\Z")
_FUNCTION = frozenset[str]().union(*FUNCTION_WORDS.values(), *OTHER_LATIN.values())  # `The Cache` is no longer name
# A noun that is declined as an adjective (`Переменная`) is one when a noun follows: `переменных токов`.
_ADJECTIVE = re.compile(r"(?:[ыиоая]й|[ая]я|[ое]е|[ыи]е|[ыи]х|[ыи]ми?|[ое]го|[ое]му|[ую]ю)\Z", re.IGNORECASE)
_WORD_BEHIND = re.compile(r"[ \u00a0][а-яё]", re.IGNORECASE)
_BESIDE = 200  # characters on either side that are looked at
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|\[([^\[\]]*)\]\([^()\s]*\)")
_QUOTATION = re.compile(r"«([^«»\r\n]*)»|[“„]([^“”„\r\n]*)[”“]|\"([^\"\r\n]*)\"|「([^「」\r\n]*)」|『([^『』\r\n]*)』|《([^《》\r\n]*)》")
_QUOTED_LINE = re.compile(r"[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+)?>")
_CALLOUT = re.compile(r"[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+)?>[ \t>]*\[!(?!quote\]|cite\])", re.IGNORECASE)
_DEFINITION = re.compile(r"[ \t>]*\[\^[^\]\r\n]+\]:")
# Sections that list what was read, in vaults that map none of them to a relation.
_REFERENCES = frozenset(
    map(
        normalize_heading,
        (
            *("References", "Sources", "Bibliography", "Further reading", "Источники", "Литература", "Ссылки", "Список литературы"),
            *("Źródła", "Bibliografia", "Literatura", "Przypisy", "来源", "参考", "参考文献", "参考资料"),
        ),
    )
)


class Places:
    """Where in one note links may be put, and which of its sections a place is in."""

    def __init__(self, note: Note, markup: Markup, relations: Relations) -> None:
        self._note = note
        self._text = note.text
        self._markup = markup
        self._relations = relations
        self._sections = relations.sections(note.headings, len(note.text))
        self._starts = [heading.span.start for heading in note.headings]

    def section(self, at: int) -> int:
        """The number of the section that holds a place: 0 before the first heading."""
        return bisect_right(self._starts, at)

    def in_table(self, at: int) -> bool:
        """Whether a bar would end a cell here."""
        return within(at, self._markup.tables)

    def take(self, start: int, end: int) -> bool:
        """Whether these characters may become a link's text: running text in the author's own words, and a word by itself."""
        said = self._text[start:end]
        line, line_end = self._line(start)
        before, behind = _shown(self._text[max(line, start - _BESIDE) : start]), _shown(self._text[end : min(line_end, end + _BESIDE)])
        return (
            end <= line_end
            and not _GLUED_BEFORE.search(before)
            and not _GLUED_BEHIND.match(behind)
            and not (len(WORD.findall(said)) == 1 and _in_longer_name(before, said, behind))
            and self._relations.of(self._text, start, False, self._sections) == MENTIONS
            and self._heading(start) not in _REFERENCES
            and not self._quoted(start, end, line, line_end)
        )

    def _heading(self, at: int) -> str:
        number = self.section(at)
        return normalize_heading(self._note.headings[number - 1].text) if number else ""

    def _quoted(self, start: int, end: int, line: int, line_end: int) -> bool:
        """Whether someone else's words stand here: a block quote, a longer quotation in the line, a footnote's source."""
        if _DEFINITION.match(self._text, line, line_end):
            return True
        if _QUOTED_LINE.match(self._text, line, line_end) and not self._in_callout(line):
            return True
        found = (match for match in _QUOTATION.finditer(self._text, line, line_end) if match.start() < start and end < match.end())
        return any((match.start() + 1, match.end() - 1) != (start, end) for match in found)

    def _in_callout(self, line: int) -> bool:
        first = line
        while line > 0:
            line, _ = self._line(line - 1)
            if not _QUOTED_LINE.match(self._text, line):
                break
            first = line
        return _CALLOUT.match(self._text, first) is not None

    def _line(self, at: int) -> tuple[int, int]:
        """Where the line of this place starts and ends; a line feed, a carriage return or both end one."""
        at = at - 1 if self._text[at : at + 1] == "\n" and self._text[at - 1 : at] == "\r" else at
        start = max(self._text.rfind("\n", 0, at), self._text.rfind("\r", 0, at)) + 1
        return start, min(self._line_ends(at))

    def _line_ends(self, at: int) -> list[int]:
        return [found if found >= 0 else len(self._text) for found in (self._text.find("\n", at), self._text.find("\r", at))]


def _shown(text: str) -> str:
    """The text with links as they read, so that a link made beside a word changes nothing for it."""
    return _LINK.sub(lambda link: link[1] if link[1] is not None else link[2], text)


def _in_longer_name(before: str, said: str, behind: str) -> bool:
    """Whether this single word belongs to the words beside it."""
    if _CAPITAL_BEHIND.match(behind):
        return True
    name = _CAPITAL_BEFORE.search(before) if said[0].isupper() and not code(said) else None
    if name and name[1].lower() not in _FUNCTION:
        return True
    return _ADJECTIVE.search(said) is not None and _WORD_BEHIND.match(behind) is not None
