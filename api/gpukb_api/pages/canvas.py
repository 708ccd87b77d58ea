"""A canvas → what a page can show of it without drawing: its cards by group, and its edges as "A → B"."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from gpukb.markdown import Arrow, Board, Drawn, board
from gpukb.objects import Object
from gpukb.plain import plain_text
from gpukb_api.render import MAX_RENDERED, Source, render
from gpukb_api.vault_links import VaultLinks

if TYPE_CHECKING:
    from gpukb.index import NoteRow, Snapshot

MAX_SECONDS: Final = 10.0  # of laying out texts, like one note; the rest is shown as it stands
NAME_CHARS: Final = 80  # of a text that names a card at an edge
SIGNS: Final = {(True, False): "→", (False, True): "←", (True, True): "↔", (False, False): "—"}
WEB: Final = ("http://", "https://")


def canvas_page(snapshot: Snapshot, note: NoteRow) -> Object | None:
    """The groups with their cards and the edges of a canvas; None for a note, or a canvas too large to read."""
    text = snapshot.text(note.number) if note.kind == "canvas" else ""
    if note.kind != "canvas" or len(text) > MAX_RENDERED:
        return None
    return _Reader(snapshot, note).page(board(text))


class _Reader:
    def __init__(self, snapshot: Snapshot, note: NoteRow) -> None:
        self._links, self._path = VaultLinks(snapshot), note.path
        self._end = time.monotonic() + MAX_SECONDS

    def page(self, drawn: Board) -> Object:
        groups = [{"label": "", "cards": self._cards(drawn.cards)}] if drawn.cards else []
        groups += [{"label": " ".join(group.said.split()), "cards": self._cards(cards)} for group, cards in drawn.groups]
        by_id = {node.id: node for node in (*drawn.cards, *(one for group, cards in drawn.groups for one in (group, *cards)))}
        return {"groups": groups, "edges": [self._edge(arrow, by_id) for arrow in drawn.arrows], "cut": drawn.cut}

    def _cards(self, cards: Iterable[Drawn]) -> list[Object]:
        return [self._text(card) if card.kind == "text" else self._name(card) for card in cards if card.said.strip()]

    def _text(self, card: Drawn) -> Object:
        made = render(Source(card.said, self._path), self._links) if time.monotonic() < self._end else None
        if made is None or made.too_much:
            return {"html": None, "name": card.said, "url": None, "lang": None}
        return {"html": Markup(made.html), "name": "", "url": None, "lang": None}

    def _edge(self, arrow: Arrow, nodes: dict[str, Drawn]) -> Object:
        ends = {"source": self._name(nodes[arrow.source]), "target": self._name(nodes[arrow.target])}
        return {**ends, "sign": SIGNS[arrow.forward, arrow.backward], "label": arrow.label}

    def _name(self, card: Drawn) -> Object:
        """A card as one line: a note's title or a file's name with its address, the first words of a text."""
        name, url, lang = " ".join(card.said.split()), None, None
        if card.kind == "text":
            name = " ".join(plain_text(card.said[: 4 * NAME_CHARS]).text.split())
        if card.kind == "file":
            target = self._links.find(f"{card.said}{card.subpath}", self._path, markdown=False)
            name, url, lang = (target.title, target.url, target.lang) if target else (card.said, None, None)
            name += " › ".join(("", *filter(None, card.subpath.split("#")))).rstrip()
        if card.kind == "link" and card.said.startswith(WEB):
            url = card.said
        short = name if len(name) <= NAME_CHARS or card.kind != "text" else f"{name[:NAME_CHARS].rstrip()}…"
        return {"html": None, "name": short, "url": url, "lang": lang, "web": card.kind == "link"}
