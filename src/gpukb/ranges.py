"""JSON objects whose ranges count code points → the same with UTF-16 units (browsers, Obsidian) or bytes (editors, git).

Ranges of a note count from the beginning of its file, ranges of an answer or a snippet from the beginning of that text in UTF-8.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gpukb.errors import IndexUnusableError, UsageError
from gpukb.note import revision_of
from gpukb.offsets import MARKS, Unit, byte_offset, utf16_offset
from gpukb.opening import read_inside

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

Object = dict[str, Any]  # Any: JSON
UNITS: Final[tuple[Unit, ...]] = ("codepoint", "utf16", "byte")
MAX_BYTES: Final = 64 * 1024 * 1024  # of a note's file, as the vault reads them


@dataclass(frozen=True, slots=True)
class Ruler:
    """A text and the bytes that say it."""

    unit: Unit
    text: str
    data: bytes = b""

    def at(self, offset: int) -> int:
        """Units before this code point."""
        if self.unit == "codepoint":
            return offset
        return utf16_offset(self.text, offset) if self.unit == "utf16" else byte_offset(self.data, offset)

    def range(self, made: Object) -> Object:
        """The same object with its `start` and `end` in this unit."""
        return {**made, "start": self.at(made["start"]), "end": self.at(made["end"])}


class Measure:
    """Objects in one unit. `note` gives a note's ruler by its id and the revision that was quoted, None for whatever it is now."""

    def __init__(self, unit: Unit, note: Callable[[str, str | None], Ruler]) -> None:
        self.unit = unit
        self._note = note

    def search(self, made: Object) -> Object:
        """What `search_object` made."""
        if self.unit == "codepoint":
            return made
        return {**made, "items": [self._hit(hit) for hit in made["items"]], "offset_unit": self.unit}

    def answer(self, made: Object) -> Object:
        """What `answer_object` made."""
        if self.unit == "codepoint":
            return made
        shown = self._plain(made["markdown"])
        citations = [self.citation(one, made["markdown"]) for one in made["citations"]]
        sentences = [shown.range(sentence) for sentence in made["sentences"]]
        return {**made, "citations": citations, "sentences": sentences, "offset_unit": self.unit}

    def citation(self, made: Object, markdown: str) -> Object:
        """What `citation_object` made; `markdown` is the answer as far as it is known."""
        if self.unit == "codepoint":
            return made
        shown, note = self._plain(markdown), self._note(made["note"]["id"], made["note"]["revision"])
        spans = [shown.range(span) for span in made["spans"]]
        return {**made, "spans": spans, "claim": shown.range(made["claim"]), "source": note.range(made["source"])}

    def checked(self, made: Object) -> Object:
        """What `checked_object` made."""
        if self.unit == "codepoint" or made["source"] is None:
            return {**made, "offset_unit": self.unit}
        return {**made, "source": self._note(made["note"]["id"], None).range(made["source"]), "offset_unit": self.unit}

    def items(self, made: Object, note_id: str | None = None) -> Object:
        """What `items_object` made: links of this note, or else backlinks or mentions, each of which tells the note that it stands in."""
        items = [self.link(one, note_id or one["note"]["id"]) for one in made["items"]]
        return {**made, "items": items, "offset_unit": self.unit}

    def path(self, made: Object) -> Object:
        """What `path_object` made."""
        return {**made, "steps": [self.link(step, step["source"]["id"]) for step in made["steps"]], "offset_unit": self.unit}

    def link(self, made: Object, note_id: str) -> Object:
        """What `link_object`, `backlink_object` or `mention_object` made: the link or mention, and its sentence, stand in that note."""
        if self.unit == "codepoint":
            return made
        note = self._note(note_id, None)
        span = note.range(made["span"]) if made["span"] else None
        if not made.get("sentence"):
            return {**made, "span": span}
        sentence = made["sentence"]
        marks = [self._plain(sentence["text"]).range(mark) for mark in sentence["highlights"]]
        return {**made, "span": span, "sentence": {**note.range(sentence), "highlights": marks}}

    def note(self, made: Object) -> Object:
        """What `note_object` made, with its links where they were asked for."""
        if self.unit == "codepoint":
            return made
        ruler = self._note(made["id"], made["revision"])
        links = {"links": [self.link(link, made["id"]) for link in made["links"]]} if "links" in made else {}
        return {**made, "blocks": [ruler.range(block) for block in made["blocks"]], **links, "offset_unit": self.unit}

    def passage(self, made: Object, note_id: str) -> Object:
        """What `passage_object` made, or another object with a `source` in that note."""
        if self.unit == "codepoint" or not made["source"]:
            return made
        return {**made, "source": self._note(note_id, None).range(made["source"])}

    def _hit(self, hit: Object) -> Object:
        note, snippet = self._note(hit["note"]["id"], hit["note"]["revision"]), hit["snippet"]
        marks = [self._plain(snippet["text"]).range(mark) for mark in snippet["highlights"]]
        passage = {**hit["passage"], "source": note.range(hit["passage"]["source"])}
        return {**hit, "passage": passage, "snippet": {**snippet, "highlights": marks, "source": note.range(snippet["source"])}}

    def _plain(self, text: str) -> Ruler:
        return Ruler(self.unit, text, text.encode() if self.unit == "byte" else b"")


def measure(unit: str, snapshot: Snapshot, root: Path) -> Measure:
    """Objects of this generation of a vault in a unit. UsageError: there is no such unit."""
    known = next((one for one in UNITS if one == unit), None)
    if known is None:
        raise UsageError(f"unknown unit {unit!r}: the units are {', '.join(UNITS)}")
    rulers: dict[str, Ruler] = {}

    def note(note_id: str, revision: str | None) -> Ruler:
        row = snapshot.note(note_id)
        if row is None or revision not in (None, row.revision):
            raise IndexUnusableError("a note changed while it was quoted: ask again")
        if note_id not in rulers:
            text = snapshot.text(row.number)
            rulers[note_id] = Ruler(known, text, _bytes(snapshot, row, root, text) if known == "byte" else b"")
        return rulers[note_id]

    return Measure(known, note)


def _bytes(snapshot: Snapshot, row: NoteRow, root: Path, text: str) -> bytes:
    """The bytes of the note's file as they were read; where the file has changed since, its text in its encoding."""
    try:
        data = read_inside(root, row.file, MAX_BYTES)
    except OSError:
        data = b""
    if revision_of(data) == row.revision:
        return data
    detail = snapshot.detail(row.number)
    encoding = detail.encoding if detail else "utf-8"
    mark = next((mark for mark, name in MARKS.items() if name == encoding and name != "utf-8"), b"")
    return mark + text.encode(encoding)
