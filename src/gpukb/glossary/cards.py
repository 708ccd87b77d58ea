"""Rows → cards to learn from: a term and its definition, or a term in one language and in another.

Many terms have one name in several languages. A card would show the word that it asks for, so it shows another name in the asking language,
else what the term means.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from gpukb.addresses import note_url
from gpukb.errors import UsageError
from gpukb.glossary.rows import Row, by_concept
from gpukb.glossary.terms import lang_order
from gpukb.lang import is_han, normalize_code, script_of, script_of_lang
from gpukb.names import name_key

HIDDEN = "___"


@dataclass(frozen=True, slots=True)
class Card:
    """What to ask and what to answer. `id` stays the same while the note stays where it is. Without `back` the definition is the answer."""

    id: str
    lang: str
    front: str
    back_lang: str
    back: str
    definition: str
    aliases: tuple[str, ...]
    section: str
    notice: str
    url: str

    @property
    def answers(self) -> tuple[str, ...]:
        """The names that are right: those of the other side where there is one, else the term's own."""
        return (self.back or self.front, *self.aliases)

    @property
    def question(self) -> str:
        """The term to translate, or the definition with the term's names hidden."""
        return self.front if self.back else without_names(self.definition, self.answers)

    def is_right(self, answer: str) -> bool:
        """Whether the answer is one of the names; case, dashes and marks at the ends do not count."""
        key = name_key(answer)
        return bool(key) and key in {name_key(name) for name in self.answers}


def cards_of(rows: Collection[Row], source: str = "", target: str = "") -> list[Card]:
    """The cards of these rows, or those from one language to another, of concepts that have both. UsageError: one language is missing.

    No card shows the word it asks for: a term that has no other name in the asking language and no definition there gets none. Nor does
    one whose definition would be the answer, and that has none.
    """
    if not source and not target:
        return [_card(row) for row in sorted(rows, key=lambda row: lang_order(row.lang)) if row.definition]
    source, target = normalize_code(source), normalize_code(target)
    langs = {row.lang for row in rows}
    for code in (source, target):
        if code not in langs:
            known = ", ".join(sorted(langs, key=lang_order)) or "none"
            raise UsageError(f"there are no terms in {code!r}: the languages are {known}", "no_terms_in", lang=code, known=known)
    return list(_pairs(rows, source, target))


def _pairs(rows: Collection[Row], source: str, target: str) -> Iterator[Card]:
    for group in by_concept(rows):
        front, back = group.get(source), group.get(target)
        if front is not None and back is not None:
            card = _card(front, back) if target != source else _card(front)
            if card.back and _key(card.front) == _key(card.back):
                other = _other_name(front, card) or without_names(front.definition, (*card.answers, front.title))
                card = replace(card, front=other)
            if card.front and (card.back or card.definition):
                yield card


def _other_name(row: Row, card: Card) -> str:
    """The row's first alias in the script of its language that does not tell the answer, or nothing."""
    script = script_of_lang(row.lang)
    own = (name for name in row.aliases if any(script_of(char) == script for char in name))
    return next((name for name in own if not _told(name, card)), "")


def _told(name: str, card: Card) -> bool:
    """Whether this name is one of the answers, or has the first of them in it."""
    return _key(name) in map(_key, card.answers) or f" {name_key(card.back)} " in f" {name_key(name)} "


def _key(name: str) -> str:
    """`AllGather` and `All-gather` are no question and answer."""
    return name_key(name).replace(" ", "")


def _card(row: Row, back: Row | None = None) -> Card:
    said = back or row
    return Card(
        f"{row.id}:{back.lang}" if back else row.id,
        row.lang,
        row.title,
        said.lang,
        back.title if back else "",
        said.definition,
        said.aliases,
        row.section,
        row.notice,
        note_url(row.id, row.title),
    )


def without_names(text: str, names: Collection[str]) -> str:
    """The text with these names hidden, the longest first; parts of longer words stay."""
    wanted = sorted(filter(None, names), key=len, reverse=True)
    if not wanted:
        return text
    alternatives = "|".join(_bounded(name) for name in wanted)
    return re.sub(alternatives, HIDDEN, text, flags=re.IGNORECASE)


def _bounded(name: str) -> str:
    before = "" if is_han(name[0]) else r"(?<!\w)"
    behind = "" if is_han(name[-1]) else r"(?!\w)"
    return f"{before}{re.escape(name)}{behind}"
