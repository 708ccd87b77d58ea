"""Cards → an Anki package. A card keeps its identity, so that importing a newer package updates it and loses no one's progress."""

from __future__ import annotations

import hashlib
import html
import time
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from gpukb.glossary.cards import Card

if TYPE_CHECKING:
    import genanki

MODEL_ID: Final = 1_796_000_711  # for ever; another number would be another kind of note in everyone's collection
MODEL_NAME: Final = "gpukb term"
FIELDS: Final = ("Term", "Translation", "Definition", "Also", "Section", "Notice", "Id")
FRONT: Final = '<div class="term">{{Term}}</div>{{#Section}}<div class="section">{{Section}}</div>{{/Section}}'
BACK: Final = """{{FrontSide}}<hr id="answer">
{{#Translation}}<div class="term">{{Translation}}</div>{{/Translation}}
<div class="definition">{{Definition}}</div>
{{#Also}}<div class="also">{{Also}}</div>{{/Also}}
{{#Notice}}<div class="notice">{{Notice}}</div>{{/Notice}}"""
STYLE: Final = """.card { font-family: system-ui, sans-serif; font-size: 18px; line-height: 1.45; text-align: center; }
.term { font-size: 26px; font-weight: 600; } .section, .also, .notice { color: #767676; font-size: 14px; margin-top: .6em; }
.definition { text-align: left; margin: .8em auto; max-width: 36em; }"""


def as_anki(cards: Collection[Card], name: str, now: float | None = None) -> bytes:
    """The package: a deck for each section, in decks for each language or pair of languages, in one called `name`."""
    import genanki  # only those who learn with Anki need it

    model = genanki.Model(
        MODEL_ID,
        MODEL_NAME,
        fields=[{"name": field} for field in FIELDS],
        templates=[{"name": MODEL_NAME, "qfmt": FRONT, "afmt": BACK}],
        css=STYLE,
    )
    decks: dict[str, genanki.Deck] = {}
    for card in cards:
        title = deck_name(name, card)
        deck = decks.setdefault(title, genanki.Deck(_deck_id(title), title))
        deck.add_note(
            genanki.Note(model, fields=_fields(card), guid=genanki.guid_for("gpukb", card.id), tags=["gpukb"], sort_field=card.front)
        )
    with TemporaryDirectory() as folder:
        file = Path(folder) / "cards.apkg"
        genanki.Package(list(decks.values())).write_to_file(str(file), timestamp=time.time() if now is None else now)
        return file.read_bytes()


def deck_name(name: str, card: Card) -> str:
    """The card's deck. Anki parts decks and those inside them by `::`."""
    langs = f"{card.lang} → {card.back_lang}" if card.back else card.lang
    return "::".join(" ".join(part.replace("::", ": ").split()) for part in (name, langs, card.section) if part.strip())


def _deck_id(title: str) -> int:
    """A number that the same deck always has; Anki wants one above 2^30."""
    return (1 << 30) + int.from_bytes(hashlib.sha256(title.encode()).digest()[:4], "big") % (1 << 30)


def _fields(card: Card) -> list[str]:
    return [
        _said(card.front, card.lang),
        _said(card.back, card.back_lang),
        _said(card.definition, card.back_lang),
        _said(" · ".join(card.aliases), card.back_lang),
        _said(card.section, card.lang),
        _said(card.notice, card.lang),
        _field(card.id),
    ]


def _said(text: str, lang: str) -> str:
    """The text in its language: which shapes Chinese characters take depends on it."""
    return f'<span lang="{_field(lang)}">{_field(text)}</span>' if text else ""


def _field(text: str) -> str:
    """The text as Anki shows it: no HTML, no `[sound:…]`, no `[latex]`, no field of a template."""
    shown = html.escape(text).replace("[", "&#91;").replace("{{", "&#123;&#123;")
    return shown.replace("\n", "<br>")
