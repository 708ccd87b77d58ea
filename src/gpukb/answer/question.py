"""A question → its language, what kind of thing it asks for, and the names and numbers an answer cannot do without."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from gpukb.answer.aspect_words import aspect_language
from gpukb.answer.quantities import MONEY, quantity_asked
from gpukb.answer.question_words import COUNTED, KINDS, NOT_A_NAME, NOW, VAGUE, WANTS_LIST, WORKS, Kind
from gpukb.answer.small_talk import talk_language
from gpukb.function_words import FUNCTION_WORDS, QUESTION_WORDS
from gpukb.lang import UNKNOWN, detect_query

OTHER_SCRIPTS: Final = frozenset(["ru", "zh", "uk", "be", "bg", "ja", "ko"])  # languages whose own names are not in Latin letters
LANGUAGES: Final = tuple(KINDS)  # the languages that we have words for; others are answered in English frames
MAX_SUBJECT_WORDS: Final = 5  # "graphics processing unit memory bandwidth" is a name; what is longer is a sentence
MAX_SUBJECT_HAN: Final = 14

_END_MARKS: Final = " \t\n?？!！.。…:："
_NUMBER_RE: Final = re.compile(r"(?<![A-Za-z0-9.])\d+(?:[.,]\d+)*(?![A-Za-z0-9])")
# H100, A100-80GB, v1.2.3, NVLink, vLLM, FP8, IEEE: a Latin word with a digit or with a capital past its first letter.
_CODE_RE: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]*(?:[.+#-][A-Za-z0-9]+)*(?![A-Za-z0-9])")
_LETTER: Final = "A-Za-z\u00c0-\u024f\u0400-\u04ff"
# Letters that digits follow are half of a code: MI300X.
_PROPER_RE: Final = re.compile(rf"(?<![{_LETTER}0-9’'-])[{_LETTER}][{_LETTER}’'-]++(?![0-9])")
_BILLIONS_RE: Final = re.compile(r"(?<![A-Za-z0-9.,])\d+(?:[.,]\d+)?[Bb](?![A-Za-z0-9])")  # 8B, 1.5b: models by their parameters
_ASKING: Final = frozenset[str]().union(*FUNCTION_WORDS.values(), *QUESTION_WORDS.values(), VAGUE)
_POSSESSIVE_RE: Final = re.compile(r"['’]s?$")


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart. `subject` is what a definition is asked of; `names` and `numbers` stand as written.

    `wants_list`: steps or several things are asked for, so that a list, a table or code may be the answer. `bare`: it does not say what it
    is about ("Why?"); `talk`: nor does it ask ("thanks"); `now`: it asks for the hour, the date or the weather, which no
    note knows; `counted`: what "how many" counts; `quantity`: the quantity asked for, by its name in `quantities`.
    """

    text: str
    lang: str
    kind: Kind
    subject: str | None
    names: tuple[str, ...]
    numbers: tuple[str, ...]
    wants_list: bool = False
    bare: bool = False
    talk: bool = False
    now: bool = False
    counted: str = ""
    quantity: str = ""


def read_question(text: str, lang: str | None = None) -> Question:
    """The question taken apart; `lang` where it is known, else what the text tells."""
    text = " ".join(text.split())
    talk = talk_language(text)
    code = lang or talk or _language(text)
    kind, subject = _kind(text, code)
    numbers = tuple(dict.fromkeys(m.group() for m in _NUMBER_RE.finditer(text)))
    works = re.search(WORKS.get(code, WORKS["en"]), text.casefold())
    several = (kind == "how" and not works) or bool(re.search(WANTS_LIST.get(code, WANTS_LIST["en"]), text.casefold()))
    names = _names(text, code)
    low = text.strip(_END_MARKS).casefold()
    bare = talk is not None or (not (names or numbers or subject) and _is_bare(low, code))
    counted = re.search(COUNTED[code], low) if kind == "how_many" and code in COUNTED else None
    return Question(
        text,
        code,
        kind,
        subject,
        names,
        numbers,
        several,
        bare,
        talk is not None,
        bool(re.search(NOW.get(code, NOW["en"]), low)),
        counted["thing"] if counted else "",
        MONEY if kind == "price" else quantity_asked(low, code) if kind == "how_many" else "",
    )


def _is_bare(low: str, lang: str) -> bool:
    """Whether there is no word but those that any question may hold."""
    if lang == "zh":
        return not re.sub("|".join(sorted(map(re.escape, _empty(lang)), key=len, reverse=True)), "", re.sub(r"\W", "", low))
    words = re.findall(r"[^\W_]+", low)
    return bool(words) and all(word in _empty(lang) for word in words)


@cache
def _empty(lang: str) -> frozenset[str]:
    return FUNCTION_WORDS.get(lang, frozenset()) | QUESTION_WORDS.get(lang, frozenset()) | VAGUE


def _language(text: str) -> str:
    """The language of the question: by its letters and words, else by how it asks, else `und`."""
    code = detect_query(text, default=UNKNOWN)
    low = text.strip(_END_MARKS).casefold()
    if code != UNKNOWN:
        return code
    asks = next((lang for lang in LANGUAGES if any(p.search(low) for _, patterns in _patterns(lang) for p in patterns)), None)
    return asks or aspect_language(low) or UNKNOWN


def _kind(text: str, lang: str) -> tuple[Kind, str | None]:
    bare = text.strip(_END_MARKS)
    low = bare.casefold()
    for kind, patterns in _patterns(lang):
        for pattern in patterns:
            found = pattern.search(low)
            if not found:
                continue
            subject = found.groupdict().get("subject")
            if kind == "definition":
                if not subject or not _is_name(subject, lang):
                    continue
                # Case folding may change lengths (`ß`); then the folded words must do.
                subject = bare[found.start("subject") : found.end("subject")] if len(low) == len(bare) else subject
            if kind == "how_many" and quantity_asked(low, lang) == MONEY:
                return "price", None
            return kind, subject.strip(_END_MARKS + "«»\"“”'`") if subject else None
    return "other", None


@cache
def _patterns(lang: str) -> tuple[tuple[Kind, tuple[re.Pattern[str], ...]], ...]:
    return tuple((kind, tuple(map(re.compile, patterns))) for kind, patterns in KINDS.get(lang, KINDS["en"]).items())


def _is_name(subject: str, lang: str) -> bool:
    forbidden = NOT_A_NAME.get(lang, NOT_A_NAME["en"])
    return (
        len(subject.split()) <= MAX_SUBJECT_WORDS
        and not re.search(forbidden, subject)
        and (lang != "zh" or len(subject) <= MAX_SUBJECT_HAN * 2)
    )


def _names(text: str, lang: str) -> tuple[str, ...]:
    """What the question names: codes, and capitalised words past the first of a sentence, one name each word.

    Among Cyrillic or Han a Latin word is a name wherever it stands and however it is typed.
    """
    found = [m.group() for m in _CODE_RE.finditer(text) if _is_code(m.group())]
    found += _BILLIONS_RE.findall(text)
    for match in _PROPER_RE.finditer(text):
        word = _POSSESSIVE_RE.sub("", match.group())
        before = text[: match.start()].rstrip(" «“\"'(¿¡")
        inside = before and before[-1] not in ".!?:"
        foreign = word.isascii() and lang in OTHER_SCRIPTS and word.casefold() not in _ASKING
        if len(word) > 1 and (foreign or (word[:1].isupper() and inside)):
            found.append(word)
    return tuple(dict.fromkeys(_POSSESSIVE_RE.sub("", name) for name in found))


def _is_code(word: str) -> bool:
    return any(c.isdigit() for c in word) or any(c.isupper() for c in word[1:])
