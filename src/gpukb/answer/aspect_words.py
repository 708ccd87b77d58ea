"""The sides of a thing that are asked for by name: by which words in each language, and under which headings they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Aspect:
    """A side of a thing: by which words it is asked for in each language, and the headings under which it stands, the best first."""

    asked: Mapping[str, str]
    headings: tuple[str, ...]


# Headings that mean one side of a thing, in lower case.
_PITFALLS: Final = (
    "pitfalls|gotchas|caveats|drawbacks|disadvantages|downsides|cons|подводные камни|недостатки|минусы|"
    "常见陷阱|陷阱|缺点|注意事项|pułapki|wady"
)
_LIMITS: Final = "limits|limitations|restrictions|constraints|ограничения|пределы|局限|限制|局限性|ograniczenia|limity"
_RISKS: Final = "risks|dangers|риски|опасности|风险|ryzyka|ryzyko|zagrożenia"
_WHY: Final = (
    "advantages|benefits|strengths|pros|why it matters|преимущества|достоинства|плюсы|почему важно|зачем|"
    "优点|优势|好处|为何重要|zalety|korzyści|dlaczego to ważne"
)
_NEEDS: Final = "requirements|prerequisites|what you need|требования|условия|что нужно|要求|前提条件|前提|wymagania|wymogi"
_NUMBERS: Final = "numbers|figures|specifications|specs|числа|цифры|характеристики|数据|参数|规格|liczby|parametry|dane"
_EN: Final = r"\b(?:main |biggest |key |typical |common |known |major |possible )?"
_RU: Final = r"\b(?:основны\w+ |главны\w+ |типичны\w+ |возможны\w+ )?"
_PL: Final = r"\b(?:główne |największe |typowe |możliwe )?"

ASPECTS: Final[tuple[Aspect, ...]] = (
    Aspect(
        {
            "en": _EN + r"(?:risks?|dangers?)\b",
            "ru": _RU + r"(?:риск\w*|опасност\w+)\b",
            "pl": _PL + r"(?:ryzyk\w*|zagrożeni\w+)\b",
            "zh": r"(?:主要)?(?:风险|危险)",
        },
        (_RISKS, _PITFALLS, _LIMITS),
    ),
    Aspect(
        {
            "en": _EN + r"(?:limits?|limitations?|restrictions?|constraints?)\b",
            "ru": _RU + r"(?:ограничени\w+|предел\w*)\b",
            "pl": _PL + r"(?:ograniczeni\w+|limity)\b",
            "zh": r"(?:主要)?(?:局限性?|限制)",
        },
        (_LIMITS, _PITFALLS, _RISKS),
    ),
    Aspect(
        {
            "en": _EN
            + r"(?:drawbacks?|disadvantages?|downsides?|cons|weakness(?:es)?|shortcomings?|pitfalls?|gotchas?|caveats?|problems?|flaws?)\b",
            "ru": _RU + r"(?:минус\w*|недостат\w+|подводны\w+ камн\w+|слаб\w+ (?:мест|сторон)\w*|проблем\w*|изъян\w*)\b|\bчем плох\w*\b",
            "pl": _PL + r"(?:wad(?:y|a|ę|ach)?|minus\w*|pu[łl]apk\w+|słab\w+ (?:stron\w+|punkt\w*)|problem\w*)\b",
            "zh": r"(?:主要)?(?:缺点|缺陷|不足|劣势|弊端|短板|坑|陷阱|问题|坏处)",
        },
        (_PITFALLS, _LIMITS, _RISKS),
    ),
    Aspect(
        {
            "en": _EN + r"(?:advantages?|benefits?|pros|upsides?|strengths?|merits?|importance)\b"
            r"|\bwhy (?:does|do|is|are) (?=.+ (?:matter|important)$)|(?<=\s)(?:matter|important)$",
            "ru": _RU + r"(?:плюс\w*|преимуществ\w*|достоинств\w*|сильн\w+ сторон\w*|польз[аыу]|выгод\w+)\b"
            r"|\bчем (?:хорош|важ|полез)\w*\b|\b(?:почему|зачем) (?:так )?важ\w+\b",
            "pl": _PL + r"(?:zalet\w*|plusy|korzyś\w+|atut\w*|mocn\w+ stron\w+)\b|\bdlaczego (?=.+ jest ważn)|\bjest ważn\w+$",
            "zh": r"(?:主要)?(?:优点|优势|好处|长处|益处|重要性|价值)|为(?:什么|何)(?:很)?重要",
        },
        (_WHY,),
    ),
    Aspect(
        {
            "en": _EN + r"(?:requirements?|prerequisites?)\b|\bwhat (?:do (?:i|we|you)|is|are) need(?:ed)?(?: for| to)?\b",
            "ru": r"\b(?:требовани\w+|предпосылк\w+)\b|\bчто (?:нужно|требуется|понадобится)(?: для)?\b",
            "pl": r"\b(?:wymaga\w+|wymog\w+)\b|\bco (?:jest )?potrzebne(?: do)?\b|\bczego potrzeba(?: do)?\b",
            "zh": r"(?:前提条件|要求|前提|条件)|需要(?:准备)?什么",
        },
        (_NEEDS,),
    ),
    Aspect(
        {
            "en": _EN + r"(?:specs?|specifications?|numbers|figures|characteristics|parameters)\b",
            "ru": r"\b(?:характеристик\w*|цифр\w*|параметр\w*)\b",
            "pl": r"\b(?:parametr\w*|liczby|dane techniczne|specyfikacj\w+)\b",
            "zh": r"(?:参数|规格|数据|指标)",
        },
        (_NUMBERS,),
    ),
)


def aspect_language(text: str) -> str | None:
    """The language of the word for a side of a thing: `wady MIG` is Polish."""
    low = text.casefold()
    return next((lang for lang in ASPECTS[0].asked if any(re.search(aspect.asked[lang], low) for aspect in ASPECTS)), None)
