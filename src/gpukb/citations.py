"""A range of a note's text → a citation that names exact characters, and a citation → where those characters stand today.

A citation's id holds all that is needed to check it (note, revision, range, a hash of the quote), so nothing has to be stored.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from gpukb.errors import UsageError
from gpukb.note import ID_DIGITS, Span

CONTEXT: Final = 32  # characters of prefix and suffix: W3C's TextQuoteSelector examples use about this; enough to tell repeats apart
FORMAT: Final = 1  # first byte of an id; another packing gets another number
NOTE_BYTES: Final = ID_DIGITS // 2
REVISION_BYTES: Final = 8  # 64 bits of the file's sha256: one note has far fewer revisions than it takes to meet by chance
HASH_BYTES: Final = 6  # 48 bits of the quote's sha256, checked only among windows of the same length and sum
SUM_BYTES: Final = 3
SUM_MODULUS: Final = 1 << (8 * SUM_BYTES)
PREFIX: Final = "c_"
NEAREST_SCORE: Final = 60.0  # rapidfuzz's 0 to 100; below, the "nearest place" of a changed quote is another sentence

State = Literal["exact", "moved", "changed", "gone"]


@dataclass(frozen=True, slots=True)
class Quote:
    """The cited characters and what stands around them."""

    prefix: str
    exact: str
    suffix: str


@dataclass(frozen=True, slots=True)
class Range:
    """A half-open range of code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CitedNote:
    """What a citation says of its note."""

    id: str
    path: str
    title: str
    type: str
    lang: str
    revision: str


@dataclass(frozen=True, slots=True)
class Citation:
    """One (sentence, quote) pair. `n` is its number in the answer, `claim` the sentence and `spans` the markers in the answer's Markdown.

    The first row of a table, cited for the names that a row's cells are shown with, has no marker beside the row's.
    `span` counts code points of the note's decoded text: `text[span.start:span.end] == quote.exact`.
    """

    id: str
    n: int
    note: CitedNote
    heading_path: tuple[str, ...]
    anchor: str
    lang: str
    span: Span
    line_end: int
    quote: Quote
    claim: Range = Range(0, 0)
    spans: tuple[Range, ...] = ()


@dataclass(frozen=True, slots=True)
class Pointer:
    """What an id alone says. `revision` is the beginning of the file's sha256 in hex, `total` the quote's code points summed."""

    note_id: str
    revision: str
    start: int
    end: int
    total: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class NoteText:
    """A note as it is today."""

    id: str
    path: str
    revision: str
    text: str


@dataclass(frozen=True, slots=True)
class Checked:
    """Where a citation's quote stands today. `changed` may name the nearest place; `gone` names nothing."""

    state: State
    path: str | None = None
    start: int | None = None
    end: int | None = None
    nearest: Range | None = None


def make_citation(
    note: CitedNote, text: str, start: int, end: int, n: int, *, heading_path: Sequence[str] = (), anchor: str = "", lang: str | None = None
) -> Citation:
    """The citation of `text[start:end]`. UsageError when the range is empty or outside the text."""
    if not 0 <= start < end <= len(text):
        raise UsageError(f"{note.path}: a citation needs a range inside the text, not {start}–{end} of {len(text)}")
    exact = text[start:end]
    quote = Quote(text[max(0, start - CONTEXT) : start], exact, text[end : end + CONTEXT])
    span = Span(start, end, text.count("\n", 0, start) + 1)
    line_end = span.line + exact.rstrip("\n").count("\n")
    id = citation_id(note.id, note.revision, start, exact)
    return Citation(id, n, note, tuple(heading_path), anchor, lang or note.lang, span, line_end, quote)


def citation_id(note_id: str, revision: str, start: int, exact: str) -> str:
    """`c_` and base64url of (format, note, revision, start, length, sum, hash)."""
    packed = (
        bytes([FORMAT])
        + bytes.fromhex(note_id.removeprefix("n_"))
        + bytes.fromhex(revision.removeprefix("sha256:")[: 2 * REVISION_BYTES])
        + _varint(start)
        + _varint(len(exact))
        + _sum(exact).to_bytes(SUM_BYTES, "big")
        + _digest(exact)
    )
    return PREFIX + base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def decode_citation(id: str) -> Pointer:
    """What the id points at. UsageError when it is not one of our ids."""
    try:
        body = id.removeprefix(PREFIX)
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        pointer, canonical = _unpack(packed)
    except (ValueError, IndexError, binascii.Error):
        raise UsageError(f"{id!r} is not a citation id: copy it whole, from `c_` on") from None
    if PREFIX + canonical != id:
        raise UsageError(f"{id!r} is not a citation id: copy it whole, from `c_` on")
    return pointer


def _unpack(packed: bytes) -> tuple[Pointer, str]:
    """The pointer and the one spelling of these bytes. ValueError or IndexError: other bytes than ours."""
    at = 1 + NOTE_BYTES + REVISION_BYTES
    if packed[0] != FORMAT:
        raise ValueError("another format")
    start, at_length = _read_varint(packed, at)
    length, at_sum = _read_varint(packed, at_length)
    at_hash = at_sum + SUM_BYTES
    if len(packed) != at_hash + HASH_BYTES or not length:
        raise ValueError("another length")
    if packed[at:at_sum] != _varint(start) + _varint(length):
        raise ValueError("a number written longer than it need be")
    note, revision = packed[1 : 1 + NOTE_BYTES].hex(), packed[1 + NOTE_BYTES : at].hex()
    pointer = Pointer("n_" + note, revision, start, start + length, int.from_bytes(packed[at_sum:at_hash], "big"), packed[at_hash:])
    return pointer, base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def check(
    cited: Citation | str,
    current: Callable[[str], NoteText | None],
    renamed: Callable[[str, str], NoteText | None] = lambda note_id, revision: None,
    quote: Quote | None = None,
) -> Checked:
    """Where the citation (or the citation with this id, and with this quote if that is known) stands today.

    `current` finds a note by id; `renamed` finds where a note that is no longer at its path went, by its old id and the beginning of its
    revision in hex.
    """
    pointer = decode_citation(cited if isinstance(cited, str) else cited.id)
    quote = quote if isinstance(cited, str) else cited.quote
    here = current(pointer.note_id)
    found = here and _find(here, pointer, quote)
    if found:
        return found
    # The path may be free, or have a new tenant: ask where the old note's bytes went.
    there = renamed(pointer.note_id, pointer.revision)
    found = there and _find(there, pointer, quote)
    if found:
        return found
    left = here or there
    return Checked("changed", left.path, nearest=_nearest(left.text, quote)) if left else Checked("gone")


def _find(note: NoteText, pointer: Pointer, quote: Quote | None) -> Checked | None:
    """Where the quote stands in this note, or None."""
    if note.id == pointer.note_id and _holds(note.text, pointer, pointer.start):
        return Checked("exact", note.path, pointer.start, pointer.end)
    start = _best_place(note.text, _places(note.text, pointer), pointer.start, quote)
    return None if start is None else Checked("moved", note.path, start, start + pointer.end - pointer.start)


def _holds(text: str, pointer: Pointer, start: int) -> bool:
    piece = text[start : start + pointer.end - pointer.start]
    return len(piece) == pointer.end - pointer.start and _sum(piece) == pointer.total and _digest(piece) == pointer.digest


def _places(text: str, pointer: Pointer) -> list[int]:
    """Every start of the quote in the text: windows with the right sum of code points, then the right hash."""
    import numpy as np  # 60 ms that a search without vectors need not wait

    length = pointer.end - pointer.start
    if length > len(text):
        return []
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.int64)
    sums = np.concatenate(([0], np.cumsum(points)))
    windows = (sums[length:] - sums[:-length]) % SUM_MODULUS
    return [start for start in np.flatnonzero(windows == pointer.total).tolist() if _holds(text, pointer, start)]


def _best_place(text: str, places: Sequence[int], old: int, quote: Quote | None) -> int | None:
    """The place whose surroundings agree best with the quote's, then the one nearest to where it was."""

    def fitness(start: int) -> tuple[int, int]:
        if quote is None:
            return 0, -abs(start - old)
        end = start + len(quote.exact)
        before = _shared_tail(text[max(0, start - CONTEXT) : start], quote.prefix)
        return before + _shared_head(text[end : end + CONTEXT], quote.suffix), -abs(start - old)

    return max(places, key=fitness, default=None)


def _shared_head(left: str, right: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))


def _shared_tail(left: str, right: str) -> int:
    return _shared_head(left[::-1], right[::-1])


def _nearest(text: str, quote: Quote | None) -> Range | None:
    """The stretch of text most like the quote, or None where nothing is like it (or the quote is not known)."""
    if quote is None or len(quote.exact) > len(text):
        return None
    from rapidfuzz import fuzz  # 30 ms to import, and only a changed note needs it

    found = fuzz.partial_ratio_alignment(quote.exact, text, score_cutoff=NEAREST_SCORE)
    return Range(found.dest_start, found.dest_end) if found else None


def _varint(number: int) -> bytes:
    """The number in seven bits a byte, lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    number, shift = 0, 0
    while data[at] > 127:
        number |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
    return number | data[at] << shift, at + 1


def _sum(text: str) -> int:
    return sum(map(ord, text)) % SUM_MODULUS


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:HASH_BYTES]
