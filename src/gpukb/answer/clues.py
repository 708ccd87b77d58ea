"""Does a sentence hold the kind of thing that is asked for? A number for "how many", a date for "when", a cause for "why"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from gpukb.answer.question import Kind, Question

_MONTHS: Final = {
    "ru": r"январ|феврал|март[аеу]?\b|апрел|\bма[йяе]\b|июн|июл|август|сентябр|октябр|ноябр|декабр",
    "en": r"january|february|march|april|\bmay\b|june|july|august|september|october|november|december",
    "pl": r"styczn|luteg|\blut|marc|kwie[ct]|\bmaj|czerw|lipc|lipiec|sierp|wrze[sś]|paździer|listopad|grud",
    "zh": r"[0-9一二三四五六七八九十〇零]+\s?[年月日号]",
}
_WHEN: Final = {
    "ru": r"\bвек[аеу]?\b|\bгод[ауыо]?[вм]?\b|\bлет\b|вчера|сегодня|\bдн[яюе][ймх]?",
    "en": r"\bcentur|\byears?\b|\bdecade|\btoday\b|\bago\b|\bdays?\b",
    "pl": r"\bwiek|\brok[ui]?\b|\blat\b|\blata\b|\bdni[auo]?",
    "zh": r"世纪|年代|时期|朝|之前|之后",
}
_NUMBERS: Final = {
    "ru": r"\b(?:один|одн[аоу]|дв[аеу]|двух|тр[иеё]\w*|четыр\w+|пят[ьи]\w*|шест[ьи]\w*|сем[ьи]\b|восемь|восьм\w+|девят\w+|десят\w+|"
    r"сто\b|сот\w*|тысяч\w*|миллион\w*|миллиард\w*|половин\w+|треть\w*|четверт\w+|дважды|трижды|вдвое|втрое|процент\w*)",
    "en": r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|"
    r"sixty|hundred|thousand|million|billion|half|third|quarter|dozens?|twice|double|several|percent)\b",
    "pl": r"\b(?:jed(?:en|na|no)|dw[aóiu]\w*|trz\w+|czter\w+|pię[ćc]\w*|sze[śs][ćc]\w*|siedem\w*|osiem\w*|dziewi\w+|dziesi\w+|"
    r"sto\b|tysi\w+|milion\w*|miliard\w*|połow\w+|dwukrotnie|procent\w*)",
    "zh": r"[一二三四五六七八九十百千万亿两半]+[个名次位年天人条种层台张块倍分点米吨元公里岁届支英尺码]|百分之|一半|[十百千万亿]",
}
_CAUSE: Final = {
    "ru": r"потому|поскольку|так как|из-за|благодаря|чтобы|поэтому|в результате|причин|вследствие|иначе|позволяет|"
    r"приводит|ведь|объясня|следовательно",
    "en": r"because|\bsince\b|due to|so that|as a result|in order to|therefore|\bcaused?\b|\breason|otherwise|"
    r"\bthus\b|\bhence\b|allow|leads? to|\bso\b",
    "pl": r"ponieważ|\bbo\b|gdyż|dlatego|z powodu|\baby\b|\bżeby\b|dzięki|przyczyn|w wyniku|inaczej|pozwala|prowadzi",
    "zh": r"因为|由于|因此|所以|以便|导致|原因|从而|否则|为了|使得",
}
_CONTRAST: Final = {
    "ru": r"отлич|в то время как|тогда как|\bчем\b|зато|напротив|по сравнению|разниц|вместо|\bа не\b|меньше|больше|быстрее|медленнее",
    "en": r"differ|whereas|while|\bthan\b|\bunlike\b|instead|in contrast|compared|\bbut\b|rather|less|more|faster|slower",
    "pl": r"różni|natomiast|podczas gdy|\bniż\b|zamiast|w przeciwieństwie|w porównaniu|mniej|więcej|szybci|wolniej",
    "zh": r"不同|区别|而|相比|比较|不是|更|则|反之",
}
_DEFINES: Final = {
    "ru": r"\s[—–-]\s|\bявля|\bназыва|\bэто\b|представля",
    "en": r"\b(?:is|are|means|refers to|stands for|denotes)\b",
    "pl": r"\bto\b|\bjest\b|\bsą\b|oznacza|\s[—–-]\s|nazyw",
    "zh": r"是|指|称为|即",
}
_YEAR_RE: Final = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)")
_DIGIT_RE: Final = re.compile(r"\d+(?:[.,]\d+)*")
_NAME_RE: Final = re.compile(r"(?<=[^.!?\s]\s)[A-ZА-ЯЁĄĆĘŁŃÓŚŹŻ][\w’'-]+|[·•]|《")
_PLACE_RE: Final = re.compile(r"(?<=[^.!?\s]\s)[A-ZА-ЯЁĄĆĘŁŃÓŚŹŻ][\w’'-]+|[省市县区州国洲岛山河湖海街]")
_TABLES: Final[Mapping[Kind, Mapping[str, str]]] = {"why": _CAUSE, "comparison": _CONTRAST, "definition": _DEFINES}


def has_clue(question: Question, text: str, lang: str) -> bool:
    """Whether the sentence holds what this kind of question asks for; true for kinds that ask for nothing in particular."""
    kind = question.kind
    if kind in ("who", "name"):
        return bool(_NAME_RE.search(text)) or lang == "zh"
    if kind == "where":
        return bool(_PLACE_RE.search(text))
    if kind == "when":
        return bool(_YEAR_RE.search(text) or _table(_MONTHS, lang).search(text.casefold()) or _table(_WHEN, lang).search(text.casefold()))
    if kind == "how_many":
        asked = set(question.numbers)
        return any(number not in asked for number in _DIGIT_RE.findall(text)) or bool(_table(_NUMBERS, lang).search(text.casefold()))
    table = _TABLES.get(kind)
    return table is None or bool(_table(table, lang).search(text.casefold()))


def _table(words: Mapping[str, str], lang: str) -> re.Pattern[str]:
    return _compiled(words.get(lang, words["en"]))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
