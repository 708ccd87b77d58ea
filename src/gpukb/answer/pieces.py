"""A passage → the pieces of it that can be quoted alone: sentences, list items, table rows; and whole short lists, tables and code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from gpukb.answer.display import code_text, list_text, row_text, sentence_text, table_text
from gpukb.answer.sources import Source
from gpukb.markdown import BlockRange, blocks_of
from gpukb.sentences import COLUMN_MARKS_RE, split_sentences
from gpukb.signposts import says_something

PieceKind = Literal["sentence", "item", "row", "list", "table", "code", "header", "rest"]
# `header`: the first row of a table, cited for the names of its columns; `rest`: steps of a procedure that are not told.
FENCES: Final = ("```", "~~~")
MAX_WHOLE: Final = 900  # characters of a list, table or fence quoted whole: about a screen of a phone
MAX_WHOLE_LINES: Final = 14
MAX_ITEM: Final = 300  # of an item quoted whole, and of clauses joined at semicolons: three lines of a page
MAX_SENTENCE: Final = 700  # a longer "sentence" is a paragraph without marks; it is quoted when nothing shorter will do
CUT: Final = " …"
_MARK_RE: Final = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?", re.MULTILINE)
_BLANK_RE: Final = re.compile(r"\n[ \t>]*\r?\n")
_LABEL_RE: Final = re.compile(r"[\w\s`*]{1,60}[:：]\s*$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A quotable piece of a source; the range counts code points of the note's text.

    `header` is the first row of a row's table, which begins at `header_at`, and the numbers of the steps of a `rest`; `cut` says that the
    note's sentence goes on.
    """

    source: Source
    start: int
    end: int
    kind: PieceKind
    header: str = ""
    header_at: int = -1
    cut: bool = False

    @property
    def raw(self) -> str:
        """The characters as they stand in the note."""
        return self.source.text[self.start - self.source.start : self.end - self.source.start]

    @property
    def told(self) -> str:
        """The characters that it tells, a row with the names of its columns."""
        return f"{self.header} {self.raw}" if self.kind == "row" else self.raw

    @property
    def columns(self) -> Piece | None:
        """Of a row, the first row of its table: what the answer says of a cell stands there."""
        if self.kind != "row" or not self.header:
            return None
        return Piece(self.source, self.header_at, self.header_at + len(self.header), "header")

    @property
    def is_whole(self) -> bool:
        """Whether this is a whole block and not a sentence of one."""
        return self.kind in ("list", "table", "code", "rest")

    @property
    def shown(self) -> str:
        """The piece as an answer shows it."""
        if self.kind == "list":
            return list_text(self.raw)
        if self.kind == "table":
            return table_text(self.raw)
        if self.kind == "row":
            return row_text(self.raw, self.header)
        if self.kind == "code":
            return code_text(self.raw, self._before)
        return sentence_text(self.raw) + CUT * self.cut

    @property
    def _before(self) -> str:
        """What stands before it on its line."""
        at = self.start - self.source.start
        return self.source.text[self.source.text.rfind("\n", 0, at) + 1 : at]


def pieces_of(source: Source) -> list[Piece]:
    """The pieces of a passage in order, each whole block after its parts. Headings are none."""
    if source.kind == "code" and not source.text.lstrip().startswith(FENCES):
        return []  # a part of a long fence: without its marks it would be read as prose, and half a program answers nothing
    return list(_pieces(source, blocks_of(source.text, 0)))


def completed(piece: Piece, text: str) -> Piece:
    """The piece with the rest of its sentence, where it is of a lead, which is cut where it is long. `text` is all of the note.

    A sentence too long to be quoted stays cut and says so.
    """
    source = piece.source
    if piece.kind != "sentence" or source.kind != "lead" or piece.end != source.end:
        return piece
    gap = _BLANK_RE.search(text, piece.end)
    sentences = split_sentences(text[piece.start : gap.start() if gap else len(text)], piece.start)
    end = sentences[0][1] if sentences else piece.end
    if end <= piece.end:
        return piece
    if end - piece.start > MAX_SENTENCE:
        return replace(piece, cut=True)
    return replace(piece, source=replace(source, text=text[source.start : end]), end=end)


def _pieces(source: Source, blocks: list[BlockRange]) -> Iterator[Piece]:
    for block in blocks:
        if block.kind in ("paragraph", "quote", "footnote"):
            yield from _sentences(source, block, "sentence")
        elif block.kind == "list":
            for item in block.children:
                yield from _item(source, item)
            yield from _whole(source, block, "list")
        elif block.kind == "table":
            yield from _rows(source, block)
            yield from _whole(source, block, "table")
        elif block.kind == "code":
            yield from _whole(source, block, "code")


def _sentences(source: Source, block: BlockRange, kind: PieceKind) -> Iterator[Piece]:
    """The sentences of a block, and the code that stands in it, each by itself."""
    at = block.start
    for code in _code_of(block):
        yield from _prose(source, at, code.start, kind)
        yield from _whole(source, code, "code")
        at = code.end
    yield from _prose(source, at, block.end, kind)


def _code_of(block: BlockRange) -> Iterator[BlockRange]:
    for child in block.children:
        if child.kind == "code":
            yield child
        else:
            yield from _code_of(child)


def _prose(source: Source, first: int, last: int, kind: PieceKind) -> Iterator[Piece]:
    for start, end in _joined(source.text, split_sentences(source.text[first:last], first)):
        marks = COLUMN_MARKS_RE.match(source.text, start, end)
        start = marks.end() if marks else start
        raw = source.text[start:end]
        before = source.text[source.text.rfind("\n", 0, start) + 1 : start]
        if "[!" in before or raw.lstrip().startswith(("#", "```", "~~~", "[!")) or _LABEL_RE.fullmatch(raw):
            continue  # a callout's title, a heading in a quote, a fence in a list, "Steps:"
        if says_something(raw) and not _is_torn(raw):
            yield Piece(source, source.start + start, source.start + end, kind)


def _joined(text: str, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges, those that end in a semicolon together with what they lead up to, while that stays short."""
    joined: list[tuple[int, int]] = []
    for start, end in ranges:
        if joined and text[joined[-1][1] - 1] in "；;" and end - joined[-1][0] <= MAX_ITEM:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _item(source: Source, item: BlockRange) -> Iterator[Piece]:
    """A short item is one thought and one piece; a longer one, or one that holds blocks, is cut into sentences."""
    raw = source.text[item.start : item.end]
    mark = _MARK_RE.match(raw)
    start = item.start + (mark.end() if mark else 0)
    if item.end - start > MAX_ITEM or any(child.kind != "paragraph" for child in item.children):
        yield from _sentences(source, item, "item")
    elif says_something(raw):
        yield Piece(source, source.start + start, source.start + item.end, "item")


def _is_torn(raw: str) -> bool:
    """Whether the piece holds one half of a link or picture only."""
    bare = re.sub(r"`[^`]*`|\$[^$]*\$|\\.", "", raw)
    return bare.count("[") != bare.count("]") or bare.count("](") > len(re.findall(r"\]\([^)]*\)", bare))


def _rows(source: Source, block: BlockRange) -> Iterator[Piece]:
    header = source.text[block.children[0].start : block.children[0].end] if block.children else ""
    for row in block.children[1:]:
        start, end = row.start, row.end
        if re.search(r"[^\W_]", source.text[start:end]):
            yield Piece(source, source.start + start, source.start + end, "row", header, source.start + block.children[0].start)


def _whole(source: Source, block: BlockRange, kind: PieceKind) -> Iterator[Piece]:
    raw = source.text[block.start : block.end]
    if block.kind == "list" and not all(says_something(source.text[item.start : item.end]) for item in block.children):
        return
    if len(raw) <= MAX_WHOLE and raw.count("\n") < MAX_WHOLE_LINES and "![" not in raw:
        yield Piece(source, source.start + block.start, source.start + block.end, kind)
