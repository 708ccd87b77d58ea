"""Text or a language tag → an ISO 639-1 code, or `und` where the text does not say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from gpukb.function_words import FUNCTION_WORDS, OTHER_LATIN, QUESTION_WORDS

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

UNKNOWN: Final = "und"
PROSE_CHARS = 4000  # letters beyond this change no verdict on any note of the three test vaults
SCAN_CHARS = 16_000  # a note may open with a long fence; prose is looked for no further than this

# One range of code points a script: the first that holds a letter names it.
SCRIPTS: Final[Mapping[str, str]] = {
    "latin": "A-Za-zªºÀ-ÖØ-öø-\u024f\u1e00-\u1eff",
    "cyrillic": "\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f",
    "han": "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af",
    "kana": "\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f",
    "hangul": "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af",
    "greek": "\u0370-\u03ff\u1f00-\u1fff",
    "hebrew": "\u0590-\u05ff",
    "arabic": "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff",
    "devanagari": "\u0900-\u097f",
    "thai": "\u0e00-\u0e7f",
    "georgian": "\u10a0-\u10ff",
    "armenian": "\u0530-\u058f",
}
_SCRIPT_RES: Final = {name: re.compile(f"[{ranges}]") for name, ranges in SCRIPTS.items()}
_ONE_LANGUAGE: Final = {
    "hangul": "ko",
    "greek": "el",
    "hebrew": "he",
    "arabic": "ar",
    "devanagari": "hi",
    "thai": "th",
    "georgian": "ka",
    "armenian": "hy",
}
# A Chinese character says about as much as three Latin letters, so a note full of English terms still counts as Chinese.
_LETTER_WEIGHT: Final = {"han": 3.0, "kana": 2.0, "hangul": 2.0}
FOREIGN_SHARE = 0.25  # notes on GPUs carry up to two thirds of Latin terms; an English note with a Russian name stays far below
QUERY_SHARE = 0.12  # a question is short: "Что такое NVIDIA Collective Communication Library" has .16 of Cyrillic

# Of the 69 stretches of the corpora that are half Latin and yet Russian or Chinese, none has whole sentences so full of function words.
SENTENCE_WORDS = 4
FUNCTION_SHARE = 0.2  # of a sentence's words; English and Polish prose has some 0.4
_SENTENCE_RE: Final = re.compile(r"[^.!?。！？\n]+")

# Letters of the other Cyrillic languages; Russian has none of them, and the language with most of its own is meant.
_CYRILLIC_LETTERS: Final = {
    "uk": "єїґі",
    "be": "ўі",
    "sr": "љњћђџј",
    "mk": "ѓќѕ",
    "kk": "әғқңұһі",
}
CYRILLIC_LETTERS_SHARE = 0.004  # ї, є, ґ together are some 1.5 % of Ukrainian text

_LATIN_WORDS: Final = {code: FUNCTION_WORDS[code] | QUESTION_WORDS[code] for code in ("en", "pl")} | dict(OTHER_LATIN)
_VOTERS: Final = {word: [code for code, own in _LATIN_WORDS.items() if word in own] for word in set().union(*_LATIN_WORDS.values())}
_POLISH_RE: Final = re.compile("[ąćęłńśźż]", re.IGNORECASE)
POLISH_LETTERS_SHARE = 0.01  # Polish text has about 7 % of these letters; one Polish name in an English note has less than this
MODEL_LETTERS = 40  # py3langid guesses on shorter texts ("jak dziala paged attention" → en)
MODEL_SURE = 0.9
_MODEL_LANGUAGES: Final = [
    "en",
    "pl",
    "de",
    "fr",
    "es",
    "it",
    "pt",
    "nl",
    "cs",
    "sk",
    "sv",
    "da",
    "no",
    "fi",
    "hu",
    "ro",
    "tr",
    "vi",
    "lt",
    "lv",
    "et",
    "hr",
]

_NOT_PROSE: Final = re.compile(
    r"""^[ ]{0,3}(`{3,}|~{3,}).*?(?:^[ ]{0,3}\1[`~]*[ \t]*$|\Z)   # a fence
      | `[^`\n]*` | \$\$.*?\$\$ | <[^<>\n]{1,200}> | %%.*?%%
      | \]\([^)\]\n]{0,500}\) | (?:https?://|www\.)\S+
      | \[\[[^\[\]|\n]{0,200}\\?\| """,  # the target of [[target|text]]; none holds what it opens with, so `[[[[…`, `<<<<…` are read once
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_WORD_RE: Final = re.compile(rf"[{SCRIPTS['latin']}{SCRIPTS['cyrillic']}]+")


def normalize_code(tag: str) -> str:
    """The ISO 639-1 code of a language tag such as `zh-Hans` or `RU`, or `und`."""
    head = re.split(r"[-_.@]", tag.strip().casefold(), maxsplit=1)[0]
    head = _NAMES.get(head, head)
    return head if re.fullmatch("[a-z]{2}", head) else UNKNOWN


# What people write in a `lang` property besides two-letter codes.
_NAMES: Final = {
    "rus": "ru",
    "russian": "ru",
    "русский": "ru",
    "eng": "en",
    "english": "en",
    "zho": "zh",
    "chi": "zh",
    "cmn": "zh",
    "chinese": "zh",
    "中文": "zh",
    "cn": "zh",
    "pol": "pl",
    "polish": "pl",
    "polski": "pl",
    "jpn": "ja",
    "kor": "ko",
    "deu": "de",
    "ger": "de",
    "fra": "fr",
    "fre": "fr",
    "spa": "es",
    "ukr": "uk",
}


@lru_cache(maxsize=8192)
def script_of(char: str) -> str | None:
    """The name of the script a letter belongs to (a key of `SCRIPTS`), or None for digits, marks and the rest."""
    return next((name for name, pattern in _SCRIPT_RES.items() if pattern.match(char)), None)


def script_of_lang(code: str) -> str:
    """The name of the script that a language is written in; Latin for those that are not known."""
    if code in ("ru", "bg", *_CYRILLIC_LETTERS):
        return "cyrillic"
    return {"zh": "han", "ja": "kana", **{lang: script for script, lang in _ONE_LANGUAGE.items()}}.get(code, "latin")


def is_han(char: str) -> bool:
    """Whether this is a Chinese character: written without spaces, so text may be cut beside it."""
    return char > "\u2e7f" and bool(_SCRIPT_RES["han"].match(char))


def script_shares(text: str) -> dict[str, float]:
    """Each script's share of the letters, Han and the like weighted by what one character says; empty without letters."""
    if text.isascii():
        return {"latin": 1.0} if any(map(str.isalpha, text)) else {}
    counts = dict.fromkeys(SCRIPTS, 0.0)
    for char, times in Counter(text).items():  # a text has a hundred different characters, seldom a thousand
        name = script_of(char)
        if name is not None:
            counts[name] += times * _LETTER_WEIGHT.get(name, 1.0)
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items() if count}


def detect(text: str) -> str:
    """The language that most of the text's prose is written in, or `und`."""
    prose = _NOT_PROSE.sub(" ", text[:SCAN_CHARS])[:PROSE_CHARS]
    shares = script_shares(prose)
    if not shares:  # nothing but code and addresses
        return UNKNOWN
    code = _by_script(prose, shares, FOREIGN_SHARE)
    if code is None or (shares.get("latin", 0) > 0.5 and _is_latin_prose(prose)):
        code = _latin(prose, shares)
    if code == UNKNOWN:  # one Russian word among product names
        return _by_script(prose, shares, QUERY_SHARE) or UNKNOWN
    return code


def _is_latin_prose(prose: str) -> bool:
    """Whether most of a mixed text is whole sentences in Latin letters, and not names and terms among another script's words."""
    latin = other = 0.0
    for sentence in _SENTENCE_RE.findall(prose):
        shares = script_shares(sentence)
        letters = sum(map(str.isalpha, sentence))
        words = [word for word in _WORD_RE.findall(sentence.casefold()) if len(word) > 1]  # a formula has an "a" too
        votes = _votes(" ".join(words))
        if shares.get("latin", 0) < 1 - QUERY_SHARE:
            other += letters * (_LETTER_WEIGHT["han"] if shares.get("han", 0) > shares.get("cyrillic", 0) else 1.0)
        elif votes and len(words) >= SENTENCE_WORDS and votes[0][1] >= FUNCTION_SHARE * len(words):
            latin += letters
    return latin > other


def detect_query(text: str, default: str = "en") -> str:
    """The language a short question is asked in; `default` where it is only a name or a term that every language spells alike."""
    shares = script_shares(text)
    votes = _votes(text.casefold())
    english = votes and votes[0][0] == "en" and votes[0][1] >= 2 and not _POLISH_RE.search(text)  # "do" is a word of both
    if english and shares.get("latin", 0) > 0.5:  # "how does кэш work"
        return "en"
    code = _by_script(text, shares, QUERY_SHARE) or _latin(text, shares)
    return default if code == UNKNOWN else code


def _by_script(text: str, shares: Mapping[str, float], least: float) -> str | None:
    foreign = {name: share for name, share in shares.items() if name != "latin" and share >= least}
    if not foreign:
        return None
    script = max(foreign, key=lambda name: foreign[name])
    if script in ("han", "kana"):
        return "ja" if shares.get("kana", 0) > 0.1 * shares.get("han", 0) else "zh"
    return _cyrillic(text.casefold()) if script == "cyrillic" else _ONE_LANGUAGE[script]


def _cyrillic(text: str) -> str:
    letters = len(_SCRIPT_RES["cyrillic"].findall(text))
    found = {code: sum(map(text.count, own)) for code, own in _CYRILLIC_LETTERS.items()}
    best = max(found, key=lambda code: found[code])
    if found[best] >= max(1, CYRILLIC_LETTERS_SHARE * letters):
        return best
    # Bulgarian has no letter of its own, but also no ы, э, ё, and ъ as a vowel.
    if letters > 200 and text.count("ъ") > 0.01 * letters and not re.search("[ыэё]", text):
        return "bg"
    return "ru"


def _latin(text: str, shares: Mapping[str, float]) -> str:
    if "latin" not in shares:
        return UNKNOWN
    low = text.casefold()
    letters = len(_SCRIPT_RES["latin"].findall(low))
    votes = _votes(low)
    if len(_POLISH_RE.findall(low)) >= max(1, POLISH_LETTERS_SHARE * letters) and (not votes or votes[0][0] in ("pl", "en")):
        return "pl"
    if votes and (len(votes) == 1 or votes[0][1] > votes[1][1]) and _is_borne_out(votes[0][0], low):
        return votes[0][0]
    return _by_model(text) if letters >= MODEL_LETTERS else UNKNOWN


def _is_borne_out(code: str, low: str) -> bool:
    """Whether one word is enough, or a second one says the same: "comment" and "per" are English words as well."""
    return code in FUNCTION_WORDS or len(_LATIN_WORDS[code].intersection(_WORD_RE.findall(low))) > 1


def _votes(low: str) -> list[tuple[str, int]]:
    counts = dict.fromkeys(_LATIN_WORDS, 0)
    for word, times in Counter(_WORD_RE.findall(low)).items():
        for code in _VOTERS.get(word, ()):
            counts[code] += times
    return sorted((vote for vote in counts.items() if vote[1]), key=lambda vote: -vote[1])


def _by_model(text: str) -> str:
    code, sure = _model().classify(text)
    return str(code) if sure >= MODEL_SURE else UNKNOWN


@cache
def _model() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # a third of a second and 5 MB that most vaults never need

    model = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    model.set_languages(_MODEL_LANGUAGES)
    return model
