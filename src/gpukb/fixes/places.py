"""A note's text and its markup → whether a link may be put where a name stands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from gpukb.function_words import FUNCTION_WORDS, OTHER_LATIN
from gpukb.lang import SCRIPTS
from gpukb.markdown import normalize_heading
from gpukb.markdown.events import within
from gpukb.markdown.relations import MENTIONS, Relations
from gpukb.mentions.words import WORD, code

if TYPE_CHECKING:
    from gpukb.markdown.events import Range
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
_LINE_END = re.compile(r"\r\n?|\n")
_TO_END = re.compile(r"[^\r\n]*")
_PAIR = re.compile(r"\[\[|\]\]")
_COMMENT = re.compile("%%")
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


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without its end: its number, its range, the quotations in it, and where a `[[` begins that nothing closes, else its end."""

    number: int
    start: int
    end: int
    quotations: tuple[Range, ...]
    unclosed: int


class Places:
    """Where in one note links may be put, and which of its sections a place is in. A line is looked at once for all its places."""

    def __init__(self, note: Note, markup: Markup, relations: Relations) -> None:
        self._note = note
        self._text = note.text
        self._markup = markup
        self._relations = relations
        self._sections = relations.sections(note.headings, len(note.text))
        self._starts = [heading.span.start for heading in note.headings]
        self._lines = [0, *(found.end() for found in _LINE_END.finditer(note.text))]
        self._last: _Line | None = None
        self._closed = _together((*markup.references, *markup.footnotes, *_comments(markup.visible, note.body_start)))

    def section(self, at: int) -> int:
        """The number of the section that holds a place: 0 before the first heading."""
        return bisect_right(self._starts, at)

    def in_table(self, at: int) -> bool:
        """Whether a bar would end a cell here."""
        return within(at, self._markup.tables)

    def take(self, start: int, end: int) -> bool:
        """Whether these characters may become a link's text: running text in the author's own words, and a word by itself."""
        said = self._text[start:end]
        line = self._line(start)
        before, behind = (
            _shown(self._text[max(line.start, start - _BESIDE) : start]),
            _shown(self._text[end : min(line.end, end + _BESIDE)]),
        )
        return (
            end <= line.end
            and start < line.unclosed
            and not within(start, self._closed)
            and not _GLUED_BEFORE.search(before)
            and not _GLUED_BEHIND.match(behind)
            and not (len(WORD.findall(said)) == 1 and _in_longer_name(before, said, behind))
            and self._relations.of(self._text, start, False, self._sections) == MENTIONS
            and self.section(start) not in self._references
            and not self._quoted(start, end, line)
        )

    @cached_property
    def _references(self) -> frozenset[int]:
        """The numbers of the sections that list what was read."""
        return frozenset(i for i, heading in enumerate(self._note.headings, 1) if normalize_heading(heading.text) in _REFERENCES)

    def _quoted(self, start: int, end: int, line: _Line) -> bool:
        """Whether someone else's words stand here: a block quote, a longer quotation in the line, a footnote's source."""
        if _DEFINITION.match(self._text, line.start, line.end):
            return True
        first = self._quotes[line.number]
        if first >= 0 and not _CALLOUT.match(self._text, self._lines[first]):
            return True
        i = bisect_left(line.quotations, (start,)) - 1
        return i >= 0 and end < line.quotations[i][1] and (line.quotations[i][0] + 1, line.quotations[i][1] - 1) != (start, end)

    @cached_property
    def _quotes(self) -> list[int]:
        """For each line the first one of its block quote; -1 for one that is in none."""
        firsts: list[int] = []
        first = -1
        for number, start in enumerate(self._lines):
            first = -1 if not _QUOTED_LINE.match(self._text, start) else first if first >= 0 else number
            firsts.append(first)
        return firsts

    def _line(self, at: int) -> _Line:
        """The line of this place; a line feed, a carriage return or both end one."""
        number = bisect_right(self._lines, at) - 1
        if self._last is None or self._last.number != number:
            start = self._lines[number]
            end = _TO_END.match(self._text, start).end()  # type: ignore[union-attr]  # it always matches
            quotations = tuple(found.span() for found in _QUOTATION.finditer(self._text, start, end))
            self._last = _Line(number, start, end, quotations, _unclosed(self._markup.visible, start, end))
        return self._last


def _unclosed(visible: str, start: int, end: int) -> int:
    """Where the last `[[` of a line begins that no `]]` closes; the line's end where there is none."""
    opened = end
    for found in _PAIR.finditer(visible, start, end):
        opened = end if found[0] == "]]" else min(opened, found.start())
    return opened


def _comments(visible: str, start: int) -> Iterator[Range]:
    """What stands between two `%%`, or behind one that nothing closes: the rest of the note."""
    marks = [found.start() for found in _COMMENT.finditer(visible, start)]
    yield from zip(marks[::2], [*marks[1::2], *[len(visible)] * (len(marks) % 2)], strict=True)


def _together(ranges: Iterable[Range]) -> list[Range]:
    """The ranges in order, those that overlap as one."""
    found: list[Range] = []
    for start, end in sorted(ranges):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


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
