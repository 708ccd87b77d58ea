"""The JSON of a canvas in, its cards out."""

from __future__ import annotations

import json
from dataclasses import dataclass

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
