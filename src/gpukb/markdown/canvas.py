"""The JSON of a canvas in, its cards out; or all that is drawn on it, in the order in which it is read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from gpukb.markdown.decode import sound
from gpukb.note import Problem, nfc


@dataclass(frozen=True, slots=True)
class Card:
    """A card that can hold links: a file with a place in it (`#heading`), or text."""

    id: str
    file: str | None
    subpath: str
    text: str


def cards(source: str) -> tuple[list[Card], tuple[Problem, ...]]:
    """The file and text cards. Edges, groups and web cards hold no links; what is no canvas is a problem."""
    if not source.strip():
        return [], ()
    try:
        canvas = json.loads(source)
    except json.JSONDecodeError as error:
        return [], (Problem(error.lineno, f"canvas is not valid JSON: {error.msg}"),)
    except (ValueError, RecursionError):
        return [], (Problem(1, "canvas is not valid JSON"),)
    nodes = canvas.get("nodes", []) if isinstance(canvas, dict) else None
    if not isinstance(nodes, list):
        return [], (Problem(1, "canvas has no list of nodes"),)
    return [card for node in nodes if isinstance(node, dict) and (card := _card(node)) is not None], ()


Kind = Literal["text", "file", "link", "group"]
KINDS: tuple[Kind, ...] = ("text", "file", "link", "group")
MOST = {"text": "text", "file": "file", "link": "url", "group": "label"}  # the key that says most of a node
MAX_DRAWN = 2000  # nodes and edges; a canvas that a person made has some hundreds


@dataclass(frozen=True, slots=True)
class Drawn:
    """A node of a canvas: its text, file, address or label, and the heading or block of the file. `place` is left, top, right, bottom."""

    id: str
    kind: Kind
    said: str
    subpath: str
    place: tuple[float, float, float, float]

    def holds(self, other: Drawn) -> bool:
        """Whether the middle of the other lies within this one."""
        left, top, right, bottom = self.place
        x, y = (other.place[0] + other.place[2]) / 2, (other.place[1] + other.place[3]) / 2
        return left <= x <= right and top <= y <= bottom


@dataclass(frozen=True, slots=True)
class Arrow:
    """An edge between two nodes, by their ids; which of its ends have a point."""

    source: str
    target: str
    label: str
    forward: bool
    backward: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A canvas to read: the cards outside of all groups, each group with its cards, the edges; whether there is more than is shown."""

    cards: tuple[Drawn, ...]
    groups: tuple[tuple[Drawn, tuple[Drawn, ...]], ...]
    arrows: tuple[Arrow, ...]
    cut: bool = False


def board(source: str) -> Board:
    """What is drawn, from the top down and from left to right. A card belongs to the smallest group around it."""
    try:
        canvas = json.loads(source) if source.strip() else {}
    except (ValueError, RecursionError):
        canvas = {}
    nodes, edges = (_listed(canvas, key) for key in ("nodes", "edges"))
    drawn = sorted(map(_drawn, nodes[:MAX_DRAWN]), key=lambda node: (node.place[1], node.place[0]))
    groups = [node for node in drawn if node.kind == "group"]
    inside: dict[Drawn | None, list[Drawn]] = {}
    for card in (node for node in drawn if node.kind != "group"):
        around = min((group for group in groups if group.holds(card)), key=_area, default=None)
        inside.setdefault(around, []).append(card)
    known = {node.id for node in drawn if node.id}
    arrows = (arrow for arrow in map(_arrow, edges[:MAX_DRAWN]) if {arrow.source, arrow.target} <= known)
    filled = tuple((group, tuple(inside.get(group, ()))) for group in groups)
    return Board(tuple(inside.get(None, ())), filled, tuple(arrows), max(len(nodes), len(edges)) > MAX_DRAWN)


def _listed(canvas: object, key: str) -> list[dict[str, object]]:
    found = canvas.get(key) if isinstance(canvas, dict) else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _drawn(node: dict[str, object]) -> Drawn:
    kind: Kind = next((kind for kind in KINDS if node.get("type") == kind), "text")
    left, top, width, height = (_number(node.get(key)) for key in ("x", "y", "width", "height"))
    said = _text(node, MOST[kind])
    return Drawn(
        _text(node, "id"), kind, nfc(said) if kind == "file" else said, _text(node, "subpath"), (left, top, left + width, top + height)
    )


def _arrow(edge: dict[str, object]) -> Arrow:
    forward, backward = edge.get("toEnd", "arrow") == "arrow", edge.get("fromEnd", "none") == "arrow"
    return Arrow(_text(edge, "fromNode"), _text(edge, "toNode"), " ".join(_text(edge, "label").split()), forward, backward)


def _area(node: Drawn) -> float:
    left, top, right, bottom = node.place
    return (right - left) * (bottom - top)


def _number(value: Any) -> float:  # Any: JSON
    return float(value) if isinstance(value, int | float) and abs(value) < 1e9 else 0.0


def _card(node: dict[str, object]) -> Card | None:
    kind, name = node.get("type"), _text(node, "id")
    if kind == "file" and _text(node, "file"):
        return Card(name, nfc(_text(node, "file")), _text(node, "subpath"), "")
    if kind == "text":
        return Card(name, None, "", _text(node, "text"))
    return None


def _text(node: dict[str, object], key: str) -> str:
    value = node.get(key)
    return sound(value) if isinstance(value, str) else ""
