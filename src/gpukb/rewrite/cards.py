"""The JSON of a canvas and what its links shall be, the edits of the JSON out. Its form, order and escapes stay."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from gpukb.config import VaultConfig
from gpukb.markdown.canvas import cards
from gpukb.markdown.lines import Lines
from gpukb.markdown.links import body_links
from gpukb.markdown.markup import Markup, read_markup
from gpukb.markdown.relations import Relations
from gpukb.note import Link
from gpukb.rewrite.edits import Edit, RewriteError
from gpukb.rewrite.written import Wanted

EditInText = Callable[[str, Markup, Link, Wanted], Edit]

_SPACE = re.compile(r"[ \t\r\n]*")
_CHARACTER = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL)
_JSON = json.JSONDecoder(strict=True)
_RELATIONS = Relations(VaultConfig())  # only the places of links are looked at here, not what they mean


@dataclass(frozen=True, slots=True)
class _Place:
    """The range of a JSON value in the text."""

    start: int
    end: int


def card_edits(text: str, wishes: Mapping[int, Wanted], edit_in_text: EditInText) -> list[Edit]:
    """The edits of a canvas. Links are counted as the parser counts them: by card, a file card's one link or those of a text card."""
    edits: list[Edit] = []
    number = 0
    for node in _nodes(text):
        found, _ = cards(f'{{"nodes":[{text[node.start : node.end]}]}}')
        if not found:
            continue
        card, values = found[0], dict(_members(text, node))
        if card.file is not None:
            edits += _file_edits(text, values, wishes.get(number))
            number += 1
        if "[" in card.text:
            markup = read_markup(card.text, 0)
            for link in body_links(card.text, 0, markup, Lines(card.text), (), _RELATIONS).links:
                if number in wishes:
                    edits.append(_within(text, values["text"], edit_in_text(card.text, markup, link, wishes[number])))
                number += 1
    return edits


def _file_edits(text: str, values: dict[str, _Place], wanted: Wanted | None) -> Iterator[Edit]:
    if wanted is not None and wanted.target is not None:
        yield _inside(text, values["file"], wanted.target)
    if wanted is not None and wanted.anchor is not None:
        if "subpath" not in values:
            raise RewriteError("a file card without a place in its file cannot be given one")
        yield _inside(text, values["subpath"], f"#{wanted.anchor}" if wanted.anchor else "")


def _inside(text: str, place: _Place, value: str) -> Edit:
    return Edit(place.start + 1, place.end - 1, _as_json(value, text[place.start : place.end]))


def _within(text: str, place: _Place, edit: Edit) -> Edit:
    """An edit of a card's text as an edit of the JSON string it is written as."""
    literal = text[place.start : place.end]
    ends = [place.start + 1, *(place.start + found.end() for found in _CHARACTER.finditer(literal, 1, len(literal) - 1))]
    return Edit(ends[edit.start], ends[edit.end], _as_json(edit.new, literal))


def _as_json(value: str, like: str) -> str:
    """The value as JSON writes it, with the habits of another literal: letters as escapes or not, slashes escaped or not."""
    written = json.dumps(value, ensure_ascii=like.isascii() and "\\u" in like)[1:-1]
    return written.replace("/", "\\/") if "\\/" in like else written


def _nodes(text: str) -> Iterator[_Place]:
    """The elements of the `nodes` list; none for what is no canvas."""
    try:
        start = _skip(text, 0)
        nodes = dict(_members(text, _Place(start, len(text)))).get("nodes") if text.startswith("{", start) else None
        if nodes is None or text[nodes.start] != "[":
            return
        places = list(_elements(text, nodes.start + 1))
    except (ValueError, RecursionError):
        return
    yield from places


def _elements(text: str, at: int) -> Iterator[_Place]:
    at = _skip(text, at)
    while at < len(text) and text[at] != "]":
        _, end = _JSON.raw_decode(text, at)
        yield _Place(at, end)
        at = _skip(text, end)
        at = _skip(text, at + 1) if text.startswith(",", at) else at


def _members(text: str, place: _Place) -> Iterator[tuple[str, _Place]]:
    """The keys of an object with the places of their values; of a repeated key the last one counts, as in `json`."""
    at = _skip(text, place.start + 1)
    while at < place.end and text[at] != "}":
        key, at = _JSON.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
        _, end = _JSON.raw_decode(text, at)
        yield str(key), _Place(at, end)
        at = _skip(text, end)
        at = _skip(text, at + 1) if text.startswith(",", at) else at


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
