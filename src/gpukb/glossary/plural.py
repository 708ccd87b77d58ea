"""A number and a language → the number with its noun in the right form. The rules are CLDR's for whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

Form = Literal["one", "few", "many", "other"]
EAST_SLAVIC: Final = ("ru", "uk", "be")
TERMS: Final[Mapping[str, Mapping[Form, str]]] = {
    "ru": {"one": "{} термин", "few": "{} термина", "many": "{} терминов"},
    "en": {"one": "{} term", "other": "{} terms"},
    "zh": {"other": "{} 个术语"},
    "pl": {"one": "{} termin", "few": "{} terminy", "many": "{} terminów"},
}


def plural_form(number: int, lang: str) -> Form:
    """Which form of a noun stands beside the number."""
    return _RULES.get(lang, _other)(number)


def terms_counted(number: int, lang: str) -> str:
    """`21 термин`, `24 термина`, `1 term`, `5 terminów`; in English for a language without words here."""
    words, lang = (TERMS[lang], lang) if lang in TERMS else (TERMS["en"], "en")
    return words[plural_form(number, lang)].format(number)


def _few(number: int) -> bool:
    return number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)


def _east_slavic(number: int) -> Form:
    return "one" if number % 10 == 1 and number % 100 != 11 else "few" if _few(number) else "many"


def _polish(number: int) -> Form:
    return "one" if number == 1 else "few" if _few(number) else "many"


def _chinese(_: int) -> Form:
    return "other"


def _other(number: int) -> Form:
    return "one" if number == 1 else "other"


_RULES: Final[Mapping[str, Callable[[int], Form]]] = {**dict.fromkeys(EAST_SLAVIC, _east_slavic), "pl": _polish, "zh": _chinese}
