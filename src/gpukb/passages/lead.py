"""The sections of a note → its lead: the sentence that says what the note is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gpukb.markdown import BlockRange
from gpukb.passages.sections import Section
from gpukb.plain import plain_text
from gpukb.sentences import COLUMN_MARKS_RE, split_sentences

MAX_LEAD: Final = 300  # characters
_LETTER_RE: Final = re.compile(r"[^\W\d_]")
_CUTS: Final = (re.compile(r"[,;:，；：、—–]\s*"), re.compile(r"\s+"))
_FIELD_RE: Final = re.compile(r"[^\s:\[\](){}`|#>-][^:\[\](){}`|\n]{0,60}::(?=\s)")  # `key:: value` says something else than prose


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead's range and its section."""

    section: Section
    start: int
    end: int


def find_lead(text: str, sections: Sequence[Section]) -> Lead | None:
    """The first sentence of the first prose of the definition section, else of the note; None for a note without prose."""
    ordered = sorted(sections, key=lambda section: not section.definition)
    for section in ordered:
        for start, end in _prose(text, section):
            for first, last in split_sentences(text[start:end], start):
                sentence = text[first:last]
                if _LETTER_RE.search(plain_text(sentence).text) and not _FIELD_RE.match(sentence):
                    return Lead(section, first, _shortened(text, first, last))
    return None


def _prose(text: str, section: Section) -> Iterator[tuple[int, int]]:
    """The paragraphs and quotes, without the titles of callouts."""
    for run in section.runs:
        for block in run.blocks:
            if block.kind == "paragraph":
                marks = COLUMN_MARKS_RE.match(text, block.start, block.end)
                yield (marks.end() if marks else block.start), block.end
            elif block.kind == "quote":
                yield from _quoted(text, block)


def _quoted(text: str, block: BlockRange) -> Iterator[tuple[int, int]]:
    start = block.start
    if block.info is not None:  # a callout: its title ends with its first line
        line = text.find("\n", block.start, block.end)
        start = block.end if line < 0 else line + 1
    for child in block.children:
        if child.kind == "paragraph" and child.end > start:
            yield max(child.start, start), child.end


def _shortened(text: str, start: int, end: int) -> int:
    """Where a lead of at most MAX_LEAD characters ends: behind the last comma, else before the last space in reach."""
    if end - start <= MAX_LEAD:
        return end
    stop = start + MAX_LEAD
    for pattern in _CUTS:
        found = list(pattern.finditer(text, start + MAX_LEAD // 2, stop))
        if found:
            cut = found[-1].end()
            return start + len(text[start:cut].rstrip(" \t\r\n,;:，；：、—–"))
    return stop
