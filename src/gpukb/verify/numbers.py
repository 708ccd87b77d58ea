"""A text → the numbers in it, whatever way they are written: 1,800 and 1800 and 1.8 тыс. are one; each with its unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from gpukb.lang import is_han
from gpukb.verify.units import scale_at, unit_at

# Digits in groups by comma, space or apostrophe; a decimal point or comma. A letter right before makes a code of it (H100).
_NUMBER_RE: Final = re.compile(
    r"(?<![A-Za-zА-Яа-я0-9_.,])(?<![A-Za-z]-)(?P<digits>\d{1,3}(?:[ ,']\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*)"
)
_THOUSANDS_RE: Final = re.compile(r"\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?")
_COMMAS_RE: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_MONEY: Final = "$€₽¥"
_DECIMAL_COMMA: Final = frozenset({"ru", "pl"})

# Number words, with all endings; "one" is left out, since it counts nothing in "one of".
_WORDS: Final = {
    "en": {
        "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
        "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30,
        "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "twice": 2, "thrice": 3,
    },
    "ru": {
        "два": 2, "две": 2, "двух": 2, "двум": 2, "двумя": 2, "три": 3, "трех": 3, "трем": 3, "тремя": 3, "четыре": 4, "четырех": 4,
        "четырем": 4, "четырьмя": 4, "пять": 5, "пяти": 5, "пятью": 5, "шесть": 6, "шести": 6, "семь": 7, "семи": 7, "восемь": 8,
        "восьми": 8, "восемью": 8, "девять": 9, "девяти": 9, "десять": 10, "десяти": 10, "двенадцать": 12, "двенадцати": 12,
        "пятнадцать": 15, "пятнадцати": 15, "шестнадцать": 16, "шестнадцати": 16, "двадцать": 20, "двадцати": 20, "тридцать": 30,
        "тридцати": 30, "сорок": 40, "пятьдесят": 50, "шестьдесят": 60, "сто": 100, "ста": 100, "вдвое": 2, "втрое": 3,
        "вчетверо": 4, "дважды": 2,
    },
    "pl": {
        "dwa": 2, "dwie": 2, "dwóch": 2, "dwoma": 2, "dwu": 2, "trzy": 3, "trzech": 3, "cztery": 4, "czterech": 4, "pięć": 5,
        "pięciu": 5, "sześć": 6, "sześciu": 6, "siedem": 7, "siedmiu": 7, "osiem": 8, "ośmiu": 8, "dziewięć": 9, "dziewięciu": 9,
        "dziesięć": 10, "dziesięciu": 10, "dwanaście": 12, "dwunastu": 12, "piętnaście": 15, "piętnastu": 15, "szesnaście": 16,
        "szesnastu": 16, "dwadzieścia": 20, "trzydzieści": 30, "czterdzieści": 40, "pięćdziesiąt": 50, "sześćdziesiąt": 60,
        "sto": 100, "dwukrotnie": 2, "trzykrotnie": 3, "dwukrotny": 2,
    },
}  # fmt: skip
_WORD_RE: Final = re.compile(r"[^\W\d_]+")
# Before a measure word; 一 alone counts nothing in 一个.
_HAN_RE: Final = re.compile(
    "(?<![第一二两三四五六七八九十百])([一二两三四五六七八九十百]*[二两三四五六七八九十百])(?=[个种倍台张块条层级次步路类年月天份卡套组位项秒分小时周人根])"
)
_HAN: Final = {"一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a text: its readings (1,800 may be 1.8 in Polish), its unit or none, and its range."""

    readings: tuple[Decimal, ...]
    written: str
    unit: str | None
    start: int
    end: int

    def same(self, other: Number) -> bool:
        """Whether one reading is shared. 0.10 and 0.1 are one number with a unit, and two versions without."""
        if not set(self.readings) & set(other.readings):
            return False
        versions = "." in self.written and "." in other.written and not self.unit and not other.unit
        return not versions or self.written == other.written or len(self.readings) > 1


def numbers_in(text: str, lang: str) -> list[Number]:
    """The numbers of a text that was made `plain`, in order; those written out as words too."""
    found = [number for match in _NUMBER_RE.finditer(text) if (number := _read(text, match, lang))]
    return sorted([*found, *_in_words(text, lang)], key=lambda number: number.start)


def missing(claim: Sequence[Number], source: Sequence[Number], units_around: frozenset[str]) -> tuple[Number, str] | None:
    """The first number of the claim that the source does not hold, and what is wrong with it. `units_around` stand in headers."""
    for number in claim:
        alike = [other for other in source if number.same(other)]
        if not alike:
            return number, "number not in source"
        if number.unit and not any(_unit_fits(number.unit, other.unit, units_around) for other in alike):
            return number, "unit not in source"
    return None


def _unit_fits(unit: str, other: str | None, around: frozenset[str]) -> bool:
    return unit == other or (other is None and (unit in around or unit == "times"))


def _read(text: str, match: re.Match[str], lang: str) -> Number | None:
    digits, start, at = match["digits"], match.start("digits"), match.end()
    readings = _values(digits, lang)
    if not readings:
        return None  # 1.2.3 is a version: see `names`
    scale = scale_at(text, at)
    plain_unit = unit_at(text, at)
    if scale and not (plain_unit and is_han(text[at : plain_unit[1]].strip()[0])):  # 千瓦 is a unit, 千 a scale
        after = unit_at(text, scale[1])
        readings = (*(value * scale[0] for value in readings), *(readings if plain_unit else ()))
        unit, at = (after[0], after[1]) if after else (None, scale[1])
    else:
        unit, at = plain_unit or (None, at)
    money = text[start - 1 : start]
    return Number(readings, digits.replace(",", "."), money if money and money in _MONEY else unit, start, at)


def _values(digits: str, lang: str) -> tuple[Decimal, ...]:
    if _THOUSANDS_RE.fullmatch(digits):
        return (Decimal(re.sub("[ ']", "", digits).replace(",", ".")),)
    if _COMMAS_RE.fullmatch(digits):
        whole = Decimal(digits.replace(",", ""))
        decimal = lang in _DECIMAL_COMMA and digits.count(",") == 1 and "." not in digits
        return (whole, Decimal(digits.replace(",", "."))) if decimal else (whole,)
    if digits.count(",") + digits.count(".") > 1:
        return ()
    return (Decimal(digits.replace(",", ".")),)


def _in_words(text: str, lang: str) -> list[Number]:
    if lang == "zh":
        return [_number(_han(match[1]), text, match) for match in _HAN_RE.finditer(text)]
    words = _WORDS.get(lang, {})
    return [_number(words[low], text, match) for match in _WORD_RE.finditer(text) if (low := match.group().casefold()) in words]


def _han(written: str) -> int:
    """三 is 3, 十二 is 12, 二十 is 20, 一百二十 is 120."""
    hundreds, hundred, rest = written.rpartition("百")
    tens, ten, ones = (rest or written if not hundred else rest).rpartition("十")
    value = 100 * _HAN.get(hundreds, 1) if hundred else 0
    return value + (10 * _HAN.get(tens, 1) if ten else 0) + _HAN.get(ones, 0)


def _number(value: int, text: str, match: re.Match[str]) -> Number:
    unit = unit_at(text, match.end()) if value < 100 else None
    return Number((Decimal(value),), str(value), unit[0] if unit else None, match.start(), unit[1] if unit else match.end())
