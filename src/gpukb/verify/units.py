"""Unit and scale words as people write them in four languages → one name each. GB and ГБ are one unit, GiB and Gbit are others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final


def _bytes_and_bits() -> dict[str, str]:
    """Spellings, with case: `GB` is not `Gb`."""
    made: dict[str, str] = {}
    for latin, letters in (("K", "KkКк"), ("M", "MМ"), ("G", "GГ"), ("T", "TТ"), ("P", "PП")):
        for letter in letters:
            made |= {f"{letter}{byte}": f"{latin}B" for byte in ("B", "Б")}
            made |= {f"{letter}i{byte}": f"{latin}iB" for byte in ("B", "Б")}
            made |= {f"{letter}и{byte}": f"{latin}iB" for byte in ("B", "Б")}
            made |= {f"{letter}{bit}": f"{latin}bit" for bit in ("b", "б", "bit", "бит")}
            made |= {f"{letter}{bit}ps": f"{latin}bit/s" for bit in ("b", "bit")}
            made[f"{letter}Bps"] = f"{latin}B/s"
    return made


# With case.
_EXACT: Final[Mapping[str, str]] = {
    **_bytes_and_bits(), "B": "B", "Б": "B", "W": "W", "Вт": "W", "kW": "kW", "KW": "kW", "кВт": "kW", "MW": "MW", "МВт": "MW", "mW": "mW",
    "V": "V", "В": "V", "A": "A", "C": "°C", "°C": "°C", "К": "K", "K": "K", "nm": "nm", "нм": "nm", "mm": "mm", "мм": "mm", "cm": "cm",
    "см": "cm", "m": "m", "м": "m", "km": "km", "км": "km", "kg": "kg", "кг": "kg", "s": "s", "с": "s", "h": "h", "ч": "h", "g": "g",
    "г": "g", "U": "U", "x": "times", "х": "times", "×": "times",
}  # fmt: skip
# Without case. A `*` stands for any ending.
_WORDS: Final[Mapping[str, str]] = {
    "%": "%", "percent": "%", "per cent": "%", "процент*": "%", "procent*": "%", "百分点": "%", "pp": "%",
    "byte*": "B", "байт*": "B", "bajt*": "B", "字节": "B", "bit": "bit", "bits": "bit", "бит": "bit", "бита": "bit", "бит*": "bit",
    "bity": "bit", "bitów": "bit", "位": "bit", "比特": "bit", "kilobyte*": "KB", "megabyte*": "MB", "gigabyte*": "GB", "terabyte*": "TB",
    "килобайт*": "KB", "мегабайт*": "MB", "гигабайт*": "GB", "терабайт*": "TB", "gigabajt*": "GB", "terabajt*": "TB", "megabajt*": "MB",
    "гигабит*": "Gbit", "gigabit*": "Gbit",
    "gbps": "Gbit/s", "mbps": "Mbit/s", "tbps": "Tbit/s",
    "hz": "Hz", "гц": "Hz", "赫兹": "Hz", "khz": "kHz", "кгц": "kHz", "mhz": "MHz", "мгц": "MHz", "ghz": "GHz", "ггц": "GHz",
    "flops": "FLOPS", "gflops": "GFLOPS", "tflops": "TFLOPS", "тфлопс": "TFLOPS", "терафлопс": "TFLOPS", "teraflops": "TFLOPS",
    "pflops": "PFLOPS", "пфлопс": "PFLOPS", "петафлопс": "PFLOPS",
    "ns": "ns", "нс": "ns", "纳秒": "ns", "nanosecond*": "ns", "наносекунд*": "ns", "nanosekund*": "ns",
    "us": "us", "μs": "us", "мкс": "us", "微秒": "us", "microsecond*": "us", "микросекунд*": "us", "mikrosekund*": "us",
    "ms": "ms", "мс": "ms", "毫秒": "ms", "millisecond*": "ms", "миллисекунд*": "ms", "milisekund*": "ms",
    "sec": "s", "second": "s", "seconds": "s", "сек": "s", "секунд*": "s", "sekund*": "s", "秒": "s",
    "min": "min", "minute": "min", "minutes": "min", "мин": "min", "минут*": "min", "minut*": "min", "分钟": "min",
    "hour": "h", "hours": "h", "час": "h", "часа": "h", "часов": "h", "часам": "h", "godzin*": "h", "小时": "h",
    "day": "day", "days": "day", "день": "day", "дня": "day", "дней": "day", "сутки": "day", "суток": "day", "dni": "day", "dzień": "day",
    "天": "day", "week": "week", "weeks": "week", "недел*": "week", "tydzień": "week", "tygodni*": "week", "周": "week",
    "month": "month", "months": "month", "месяц*": "month", "miesiąc*": "month", "miesięcy": "month", "个月": "month",
    "year": "year", "years": "year", "год": "year", "года": "year", "лет": "year", "году": "year", "lat": "year", "lata": "year",
    "rok": "year", "roku": "year", "年": "year",
    "watt": "W", "watts": "W", "ватт*": "W", "wat*": "W", "瓦": "W", "瓦特": "W", "kilowatt*": "kW", "киловатт*": "kW", "kilowat*": "kW",
    "千瓦": "kW", "volt*": "V", "вольт*": "V", "degree*": "°C", "градус*": "°C", "stopni*": "°C", "摄氏度": "°C",
    "$": "$", "usd": "$", "dollar*": "$", "доллар*": "$", "dolar*": "$", "美元": "$", "€": "€", "euro": "€", "евро": "€", "欧元": "€",
    "₽": "₽", "руб": "₽", "рубл*": "₽", "zł": "zł", "złot*": "zł", "pln": "zł", "元": "¥", "¥": "¥",
    "times": "times", "раз": "times", "раза": "times", "razy": "times", "倍": "times", "fold": "times", "-fold": "times",
}  # fmt: skip
_SCALES: Final[Mapping[str, int]] = {
    "thousand*": 3, "тыс": 3, "тысяч*": 3, "tys": 3, "tysiąc*": 3, "tysięc*": 3, "千": 3,
    "million*": 6, "млн": 6, "миллион*": 6, "mln": 6, "milion*": 6, "百万": 6,
    "billion*": 9, "bn": 9, "млрд": 9, "миллиард*": 9, "mld": 9, "miliard*": 9, "十亿": 9,
    "trillion*": 12, "трлн": 12, "триллион*": 12, "bilion*": 12, "万": 4, "亿": 8, "万亿": 12,
}  # fmt: skip
_GLUED: Final[Mapping[str, int]] = {"K": 3, "k": 3, "К": 3, "к": 3, "M": 6, "М": 6, "B": 9, "Б": 9, "T": 12}  # 7B, 128K: right behind it
PER: Final = re.compile(r"\s?(?:/\s?|(?:per|в|na|每)\s?)(?:s|sec|second|с|сек|секунду|sekundę|s|秒)(?![\w])|/[sс](?!\w)")
_HEAD: Final = re.compile(r"-?(°?[A-Za-zµμ]+|[А-Яа-я]+|[a-ząćęłńóśźż]+|[$€₽¥%×°]C?|[一-鿿]{1,3})")


def _table(words: Mapping[str, object]) -> tuple[dict[str, object], list[tuple[str, object]]]:
    whole = {word: name for word, name in words.items() if not word.endswith("*")}
    stems = sorted(((word[:-1], name) for word, name in words.items() if word.endswith("*")), key=lambda pair: -len(pair[0]))
    return whole, stems


_UNIT_WHOLE, _UNIT_STEMS = _table(_WORDS)
_SCALE_WHOLE, _SCALE_STEMS = _table(_SCALES)


def unit_at(text: str, at: int) -> tuple[str, int] | None:
    """The unit that begins here (behind at most a space) and where it ends."""
    word, end = _word(text, at)
    name: object = None
    if word:
        name = _EXACT.get(word) or _known(word, _UNIT_WHOLE, _UNIT_STEMS)
        if name is None and "\u4e00" <= word[0] <= "\u9fff":
            for length in (2, 1):
                if word[:length] in _UNIT_WHOLE:
                    name, end = _UNIT_WHOLE[word[:length]], end - len(word) + length
                    break
    if not isinstance(name, str):
        return None
    per = PER.match(text, end)
    if per and name[-2:] != "/s":
        return f"{name}/s", per.end()
    return name, end


def scale_at(text: str, at: int) -> tuple[Decimal, int] | None:
    """What the word that begins here multiplies its number with, and where it ends."""
    word, end = _word(text, at)
    power: object = None
    if word and end == at + len(word) and word in _GLUED:
        power = _GLUED[word]
    elif word:
        power = _known(word, _SCALE_WHOLE, _SCALE_STEMS)
        if power is None and "\u4e00" <= word[0] <= "\u9fff":
            for length in (2, 1):
                if word[:length] in _SCALE_WHOLE:
                    power, end = _SCALE_WHOLE[word[:length]], end - len(word) + length
                    break
    if not isinstance(power, int):
        return None
    return Decimal(10) ** power, end + (text[end : end + 1] == "." and not word[:1].isupper())


def _word(text: str, at: int) -> tuple[str, int]:
    start = at + (text[at : at + 1] == " ")
    found = _HEAD.match(text, start)
    if not found:
        return "", at
    word = found[1]
    end = found.end()
    while end < len(text) and text[end].isalpha() and not "\u4e00" <= text[end] <= "\u9fff" and not "\u4e00" <= word[0] <= "\u9fff":
        word, end = word + text[end], end + 1
    return word, end


def _known(word: str, whole: Mapping[str, object], stems: list[tuple[str, object]]) -> object:
    low = word.casefold()
    return whole.get(low) or next((name for stem, name in stems if low.startswith(stem) and len(low) - len(stem) <= 4), None)
