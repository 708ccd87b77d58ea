"""A text → the names in it that an answer must not invent: codes (H100, v1.2.3, vLLM, example.com) and capitalised words."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from gpukb.lang import is_han

_ADDRESS_RE: Final = re.compile(
    r"(?:https?://|www\.)[^\s<>`）)]+|(?<![\w@./-])[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|ru|pl|cn|dev|ai|example|test|info|me|co)\b[^\s<>`）)]*"
)
_CODE_RE: Final = re.compile(
    r"(?<![A-Za-z0-9])v?\d+(?:\.\d+){2,}(?![0-9])|(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[.+#_/-]+[A-Za-z0-9]+)*(?:\+\+|#)?(?![A-Za-z0-9])"
)
_PART_RE: Final = re.compile(r"[A-Za-z0-9]+(?:\.\d+)*")
_WORD_RE: Final = re.compile(r"(?<![\w'-])[^\W\d_]+(?:['-][^\W\d_]+)*")
_SPACELESS_RE: Final = re.compile(r"[\s_\-./]")
_START_RE: Final = re.compile(r"(?:^|[.!?:;]\s|\n)[\s\"'«„“(\[]*$")
_GIVEN: Final = frozenset({"I", "OK", "US", "AI"})
# The two characters before the word for a company, a school, a person: 浪潮公司 names 浪潮.
_HAN_NAME_RE: Final = re.compile("([一-鿿]{2})(?=公司|集团|大学|研究院|研究所|实验室|银行|教授|博士|先生|女士|工程师)")
_HAN_COMMON: Final = frozenset(
    ("我们", "这家", "该家", "一家", "那家", "两家", "多家", "本国", "外国", "母子", "有限", "股份", "科技", "任何", "其他", "云计")
)
SHORT: Final = 2  # a Latin word of fewer letters names nothing
_MEASURE_RE: Final = re.compile(r"\d+(?:\.\d+)?(?:[KMGTP]i?(?:B|bit|bps|b|Bps|ps)|[kmKMBT]|ms|us|ns|s|x|X|W|kW|[MG]Hz|TFLOPS|nm|U)?")
_CYRILLIC: Final = (
    "а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ы:y э:e ю:yu я:ya"
)
_TRANSLIT: Final = {ord(pair[0]): pair[2:] for pair in _CYRILLIC.split()} | {ord("ъ"): "", ord("ь"): ""}


def addresses(text: str) -> tuple[str, ...]:
    """The addresses of the web in a text, as written, without end marks."""
    return tuple(match.group().rstrip(".,;:!?*'\"") for match in _ADDRESS_RE.finditer(text))


def codes(text: str) -> tuple[str, ...]:
    """What is spelt like a code: a Latin word with a digit or a capital past its first letter, or a version."""
    found = []
    for match in _CODE_RE.finditer(_ADDRESS_RE.sub(" ", text)):
        word = match.group()
        if not _MEASURE_RE.fullmatch(word) and _is_code(word):
            found.append(word)
    return tuple(dict.fromkeys(found))


def _is_code(word: str) -> bool:
    digits = any(c.isdigit() for c in word)
    letters = any(c.isalpha() for c in word)
    inner = any(c.isupper() for part in re.split(r"[^A-Za-z0-9]+", word) for c in part[1:])
    return (digits and letters) or inner or word.count(".") > 1


def lacks_code(code: str, source: str) -> bool:
    """Whether neither the code nor all its parts stand in the source, spaces and hyphens aside: `KV-cache` stands in "KV cache"."""
    flat = _flat(source)
    if _stands(_flat(code), flat):
        return False
    parts = [part for part in _PART_RE.findall(code) if not part.isdigit() or len(part) > 1] or [code]
    known = {singular(part) for part in _PART_RE.findall(source)}
    return not all(singular(part) in known or _glued(part, known) for part in parts)


def _flat(text: str) -> str:
    return " ".join(_SPACELESS_RE.sub("", word) for word in re.split(r"\s+", text.casefold())) if text else ""


def _stands(code: str, source: str) -> bool:
    bare = re.escape(code.removeprefix("v") if re.fullmatch(r"v\d.*", code) else code)
    return re.search(rf"(?<![a-z0-9])v?{bare}s?(?![a-z0-9])", source) is not None


def singular(word: str) -> str:
    """The word without case and the plural's ending: `GPUs` is `gpu`."""
    low = word.casefold()
    return low[:-1] if len(word) > SHORT and word.endswith("s") and word[:-1].isupper() else low


def _glued(part: str, known: Collection[str]) -> bool:
    """`FP8` where the source has "FP 8", `A100` in "A100SXM"; a number never stands for another."""
    pieces = re.findall(r"[a-z]+|\d+", part.casefold())
    return len(pieces) > 1 and all(piece in known for piece in pieces)


def proper(text: str, lang: str) -> tuple[str, ...]:
    """The capitalised words past the first of a sentence; in a text of another script every Latin word with a capital.

    In Chinese also what a company, a school or a person is called.
    """
    found = [match[1] for match in _HAN_NAME_RE.finditer(text) if match[1] not in _HAN_COMMON] if lang == "zh" else []
    for match in _WORD_RE.finditer(_ADDRESS_RE.sub(" ", text)):
        word = match.group()
        if len(word) <= SHORT or not word[0].isupper() or word in _GIVEN:
            continue
        foreign = lang in ("ru", "zh") and word[0].isascii()
        if foreign or not _START_RE.search(text[: match.start()]):
            found.append(word)
    return tuple(dict.fromkeys(found))


def opening(text: str) -> str | None:
    """The capitalised word that a sentence opens with: a name perhaps."""
    match = _WORD_RE.search(text)
    word = match.group() if match and _START_RE.search(text[: match.start()]) else ""
    return word if len(word) > SHORT and word[0].isupper() and not is_han(word[0]) else None


def latin(word: str) -> str:
    """A Cyrillic name in Latin letters, near enough to be compared: `Эйнштейн` → `einshtein`."""
    return word.casefold().translate(_TRANSLIT)
