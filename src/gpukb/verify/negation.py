"""Two texts → whether one denies what the other says. Negations are found by the words of each language, with what they stand before."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

# What denies. Longer first; what only looks like a negation is taken out before (see _NOT).
_DENIES: Final = {
    "en": r"\b(?:not|cannot|never|no|none|nor|neither|without|nothing|nobody|nowhere|unable|impossible|unsupported|incompatible|lacks?|"
    r"lacking|hardly|fails? to|avoid(?:s|ed|ing)?)\b|n't\b",
    "ru": r"\b(?:не|нет|ни|нельзя|никогда|никак\w*|ничего|никто|нигде|без|невозможн\w*|неспособ\w*|несовместим\w*|отсутству\w*|"
    r"лишен\w*|избега\w*)\b",
    "pl": r"\b(?:nie|nigdy|żad\w+|bez|brak\w*|nic|nikt|nigdzie|ani|niemożliw\w*|niezgodn\w*|niekompatybiln\w*|nieobsługiw\w*|unika\w*)\b",
    "zh": r"不|没有|没|无法|无需|无须|并非|非(?!常)|未(?!来)|无(?=[^论])|勿|莫|禁止|避免",
}
_NOT: Final = {
    "en": r"\bnot only\b|\bnot just\b|\bnot merely\b|\bno more than\b|\bno less than\b|\bno longer than\b|\bnot to mention\b|"
    r"\bwhether or not\b|\bno\.\s?\d",
    "ru": r"\bне только\b|\bне просто\b|\bне менее\b|\bне более\b|\bне меньше\b|\bне больше\b|"
    r"\bкак ни\b|\bчто ни\b|\bне раз\b|\bтем не менее\b",
    "pl": r"\bnie tylko\b|\bnie mniej\b|\bnie więcej\b|\bniemniej\b|\bco nie\b",
    "zh": r"不仅|不但|不只|不光|不同|不断|不过|不少|不管|不论|无论|不错|不久|差不多|不等|不超过|不少于|不低于|不高于|不大于|不小于|不止|"
    r"未必不|无线|无缝|没收|非线性|无损|无状态|无监督|不变|不可或缺",
}
_CLAUSE_RE: Final = re.compile(
    r"(?<!\d)[,;:。！？；，、](?!\d)|[.!?](?=\s|$)|[,;](?=\s)|\s-\s|[()（）]|"
    r"\b(?:but|while|whereas|so that|because)\b|\b(?:но|хотя|потому что|чтобы|а)\b|\b(?:ale|lecz|natomiast|a)\b|但|而(?!且)|因此|所以"
)
_WORD_RE: Final = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")
AHEAD: Final = 3  # words behind a negation that it may deny
AHEAD_HAN: Final = 4  # characters, likewise
SAME_CLAUSE: Final = 0.75  # share of the claim's words in one clause of the source: then it speaks of that clause


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause, and for each of its negations what stands right behind it."""

    text: str
    denied: tuple[str, ...]


def clauses(text: str, lang: str) -> list[Clause]:
    """The clauses of a text that was made `plain`, in lower case."""
    low = re.sub(_NOT[lang], " ", text.casefold()) if lang in _NOT else text.casefold()
    return [Clause(part.strip(), _denied(part, lang)) for part in _CLAUSE_RE.split(low) if part.strip()]


def _denied(clause: str, lang: str) -> tuple[str, ...]:
    behind = [clause[match.end() :] for match in re.finditer(_DENIES.get(lang, _DENIES["en"]), clause)]
    if lang == "zh":
        return tuple(text.strip()[:AHEAD_HAN] for text in behind)
    return tuple(" ".join(_WORD_RE.findall(text)[:AHEAD]) for text in behind)


def denies(text: str, lang: str) -> bool:
    """Whether anything is denied in a text that was made `plain`."""
    return any(clause.denied for clause in clauses(text, lang))
