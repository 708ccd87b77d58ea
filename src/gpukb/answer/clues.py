"""Does a sentence hold the kind of thing that is asked for? A number for "how many", a date for "when", a cause for "why"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal

from gpukb.answer.quantities import ANY, QUANTITIES, Table
from gpukb.answer.question import Question
from gpukb.answer.question_words import CONDITION, Kind

_MONTHS: Final = {
    "ru": r"январ|феврал|март[аеу]?\b|апрел|\bма[йяе]\b|июн|июл|август|сентябр|октябр|ноябр|декабр",
    "en": r"january|february|march|april|\bmay\b|june|july|august|september|october|november|december",
    "pl": r"styczn|luteg|\blut|marc|kwie[ct]|\bmaj|czerw|lipc|lipiec|sierp|wrze[sś]|paździer|listopad|grud",
    "zh": r"[0-9一二三四五六七八九十〇零]+\s?[年月日号]",
}
_WHEN: Final = {
    "ru": r"\bвек[аеу]?\b|\bгод[ауыо]?[вм]?\b|\bлет\b|вчера|сегодня|завтра|\bдн[яюе][ймх]?|полдень|полноч|утр[оа]м?|вечер|ноч[иь]|"
    r"недел|месяц|понедельник|вторник|сред[ау]\b|четверг|пятниц|суббот|воскресень|\bчас[аоу]?[вм]?\b|минут",
    "en": r"\bcentur|\byears?\b|\bdecade|\btoday\b|yesterday|tomorrow|\bago\b|\bdays?\b|noon|midnight|morning|evening|\bnight|"
    r"\bweeks?\b|\bmonths?\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\bhours?\b|minutes?\b|o['’]clock",
    "pl": r"\bwiek|\brok[ui]?\b|\blat\b|\blata\b|\bdni[auo]?|wczoraj|dzisiaj|dziś|jutro|południe|północ|rano|wieczor|\bnoc|"
    r"tydzień|tygodni|miesiąc|poniedziałek|wtorek|środ[aęy]|czwart(?:ek|ku)|piąt(?:ek|ku)|sobot|niedziel|godzin|minut",
    "zh": r"世纪|年代|时期|朝|之前|之后|昨天|今天|明天|中午|午夜|早上|晚上|星期|周[一二三四五六日]|小时|分钟|点钟",
}
_NUMBERS: Final = {
    "ru": r"\b(?:дв[аеу]|двух|тр[иеё]\w*|четыр\w+|пят[ьи]\w*|шест[ьи]\w*|сем[ьи]\b|восемь|восьм\w+|девят\w+|десят\w+|"
    r"сто\b|сот\w*|тысяч\w*|миллион\w*|миллиард\w*|половин\w+|несколько|много|множеств\w*|ни один\w*|"
    r"треть\w*|четверт\w+|дважды|трижды|вдвое|втрое|процент\w*)",
    "en": r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|"
    r"sixty|hundred|thousand|million|billion|half|third|quarter|dozens?|twice|double|several|percent|none|many|few)\b",
    "pl": r"\b(?:dw[aóiu]\w*|trz\w+|czter\w+|pię[ćc]\w*|sze[śs][ćc]\w*|siedem\w*|osiem\w*|dziewi\w+|dziesi\w+|"
    r"kilka|wiele|żaden|sto\b|tysi\w+|milion\w*|miliard\w*|połow\w+|dwukrotnie|procent\w*)",
    "zh": r"[一二三四五六七八九十百千万亿两半]+[个名次位年天人条种层台张块倍分点米吨元公里岁届支英尺码]"
    r"|百分之|一半|没有|多年|[一二三四五六七八九]成|[十百千万亿]",
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
_MAKES: Final = {
    "ru": r"созда|разраб|изобр|основа[лнт]|придум|автор|предлож|написа|представил",
    "en": r"creat|develop|invent|\bfound(?:ed|er)|design|author|propos|introduc|\bbuilt|\bmade\b|wrote|written|founded",
    "pl": r"stworz|tworz[yąc]|opracow|wynala|założ|wymyśl|autor|zapropon|zaprojekt|napisa",
    "zh": r"创[建造立始办]|开发|发明|提出|作者|设计|研发|推出|编写|团队",
}
_IF: Final = {
    "ru": r"\bесли\b|\bкогда\b|\bпри\b|\bпока\b|\bкак только\b",
    "en": r"\bif\b|\bwhen\b|\bwhile\b|\bonce\b|\bunless\b|\bas long as\b|\bas soon as\b",
    "pl": r"\bjeśli\b|\bgdy\b|\bkiedy\b|\bprzy\b|\bdopóki\b",
    "zh": r"时|如果|当|一旦|只有|除非|若",
}
_YEAR_RE: Final = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)|\d\s?(?:BP|BC|BCE|AD|CE)\b|\bAD \d")
_AS_OF_RE: Final = re.compile(r"[(（]\d{4}-\d\d[)）]")  # when a note's writer looked, not when something happened
_DIGIT_RE: Final = re.compile(r"(?<![A-Za-zА-Яа-яё])\d+(?:[.,]\d+)*")  # the 100 of H100 counts nothing
_CAPITAL: Final = "A-ZА-ЯЁĄĆĘŁŃÓŚŹŻ"
# A capitalised word past the sentence's first, or capitals too long for an abbreviation; `·` and `《` stand in Chinese names.
_NAME_RE: Final = re.compile(rf"(?<=[^.!?\s]\s)[«“\"(]?([{_CAPITAL}][^\W\d_{_CAPITAL}]+|[{_CAPITAL}]{{5,}})\b|[·•《]")
_HAN_NAME_RE: Final = re.compile(r"[·•《]|[公司队学会党军院校者家王皇帝人们]|[A-Z][a-z]+")
_PLACE_RE: Final = re.compile(rf"(?<=[^.!?\s]\s)[{_CAPITAL}][\w’'-]+|[省市县区州国洲岛山河湖海街]")
_TABLES: Final[Mapping[Kind, Mapping[str, str]]] = {"why": _CAUSE, "comparison": _CONTRAST, "definition": _DEFINES}
SPELT: Final = 0.5  # of a number in words beside one in digits: "one pass over several tokens" counts little
SAID: Final = 0.4  # of a quantity told in words that have no number: "always", "until"; it counts only beside all that is asked
NEEDED: Final[frozenset[Kind]] = frozenset(["who", "when", "price", "how_many"])  # kinds that nothing without the clue can answer


# Words of the headings under which answers of this kind stand, whatever the language.
_HEADINGS: Final[Mapping[Kind, str]] = {
    "definition": r"определени|definition|定义|definicj|что такое|what is|是什么|co to jest",
    "how_many": r"числ|цифр|numbers|figures|数据|数字|liczb|характеристик|specification|规格|parametr",
    "why": r"почему|зачем|причин|why|reason|purpose|rationale|为何|为什么|原因|dlaczego|po co|przyczyn|cel\b",
    "comparison": r"сравнени|отличи|различи|comparison|differences?|versus|\bvs\b|对比|比较|区别|porównani|różnic",
    "how": r"шаги|порядок|инструкци|установк|настройк|как\b|steps|how|usage|setup|install|步骤|方法|如何|kroki|jak\b|instrukcj",
}


def under_heading_for(question: Question, heading_path: Sequence[str]) -> bool:
    """Whether the last heading says that answers of this kind stand under it."""
    pattern = _HEADINGS.get(question.kind)
    return bool(pattern and heading_path and _compiled(pattern).search(heading_path[-1].casefold()))


def clue_in(question: Question, text: str, lang: str, columns: str = "") -> float:
    """How far the sentence holds what this kind of question asks for, 0…1; 1 for kinds that ask for nothing in particular.

    `columns` are the names of a row's columns: there a unit may stand.
    """
    if not has_clue(question, text, lang, columns):
        return SAID if _says(question, "said", text, lang) else 0.0
    return SPELT if question.kind == "how_many" and not _counts(question, text) else 1.0


def has_clue(question: Question, text: str, lang: str, columns: str = "") -> bool:
    """Whether the sentence holds what this kind of question asks for; true for kinds that ask for nothing in particular."""
    kind = question.kind
    if kind in ("who", "name"):
        return _names_someone(question, text, lang) and (not _asks_maker(question) or bool(_table(_MAKES, lang).search(text.casefold())))
    if kind == "where":
        return bool(_PLACE_RE.search(text))
    text = _AS_OF_RE.sub("", text) if kind in NEEDED else text
    low = text.casefold()
    if kind == "when":
        dated = _YEAR_RE.search(text) or _table(_MONTHS, lang).search(low) or _table(_WHEN, lang).search(low)
        return bool(dated or (_asks(CONDITION, question) and _table(_IF, lang).search(low)))
    if _says(question, "told", text, lang):
        return True
    if question.quantity and not _stands_in(QUANTITIES[question.quantity].unit, f"{columns} {text}", lang):
        return False
    if kind in ("price", "how_many"):
        return _counts(question, text) or bool(_table(_NUMBERS, lang).search(low))
    table = _TABLES.get(kind)
    return table is None or bool(_table(table, lang).search(low))


def is_in_words(question: Question, text: str, lang: str) -> bool:
    """Whether the text says something of the quantity asked for, be it no number: "the H200 is expensive"."""
    return _says(question, "worded", text.casefold(), lang)


def _says(question: Question, column: Literal["told", "said", "worded"], text: str, lang: str) -> bool:
    """Whether the text holds what this column has for the quantity asked for."""
    return bool(question.quantity) and _stands_in(getattr(QUANTITIES[question.quantity], column), text, lang)


def _stands_in(table: Table, text: str, lang: str) -> bool:
    """Whether a pattern of this language, or of all, is found."""
    return any(pattern and _compiled(pattern).search(text) for pattern in (table.get(ANY), table.get(lang, table.get("en"))))


def _asks_maker(question: Question) -> bool:
    """Whether it is asked who made something: then a name is no answer unless something is said to be made."""
    return question.kind == "who" and _asks(_MAKES, question)


def _asks(words: Mapping[str, str], question: Question) -> bool:
    return bool(_table(words, question.lang).search(question.text.casefold()))


def _counts(question: Question, text: str) -> bool:
    """Whether a number in digits stands here that is not the question's own."""
    own = {*question.numbers, *(name.rstrip("Bb") for name in question.names if name[0].isdigit())}
    return any(number not in own for number in _DIGIT_RE.findall(text))


def _names_someone(question: Question, text: str, lang: str) -> bool:
    """Whether a name stands here that is not the question's own."""
    if lang == "zh":
        return bool(_HAN_NAME_RE.search(text))
    return any(match[1] is None or match[1] not in question.names for match in _NAME_RE.finditer(text))


def _table(words: Mapping[str, str], lang: str) -> re.Pattern[str]:
    return _compiled(words.get(lang, words["en"]))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
