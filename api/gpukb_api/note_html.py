"""A note of the index → its rendered text, with a cited passage marked if there is one. Pages that do not change are kept."""

from __future__ import annotations

import re
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

from gpukb_api.render import Rendered, Source, render
from gpukb_api.vault_links import VaultLinks, anchors_of

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

KEPT = 64  # rendered notes: a few MB, and what one reader goes back and forth between
LINE = re.compile(r"\r\n?|\n")


class NotePages:
    """Renders notes and keeps the newest results; many requests may use it at once."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[object, ...], Rendered] = OrderedDict()
        self._lock = Lock()

    def html(self, snapshot: Snapshot, note: NoteRow, span: tuple[int, int] | None = None) -> Rendered:
        """The note as HTML; `span` is a range of its whole text to mark."""
        key = (note.id, note.revision, snapshot.generation, span)
        with self._lock:
            held = self._held.get(key)
        if held is not None:
            return held
        made = _render(snapshot, note, span)
        with self._lock:
            self._held[key] = made
            while len(self._held) > KEPT:
                self._held.popitem(last=False)
        return made


def _render(snapshot: Snapshot, note: NoteRow, span: tuple[int, int] | None) -> Rendered:
    detail = snapshot.detail(note.number)
    if detail is None or note.kind != "note":  # a canvas has no text of its own
        return Rendered("")
    text = snapshot.text(note.number)
    start = detail.body_start
    first_line = len(LINE.findall(text, 0, start)) + 1
    anchors = {heading.span.line - first_line: anchor for heading, anchor in zip(detail.headings, anchors_of(detail), strict=True)}
    inside = (span[0] - start, span[1] - start) if span and span[0] >= start else None
    return render(Source(text[start:], note.path, note.title, anchors), VaultLinks(snapshot), inside)
