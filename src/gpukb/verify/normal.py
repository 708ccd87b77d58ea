"""Text as written → the text in which facts are looked for: one spelling of signs and spaces, no markup, no escapes."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_DASHES_RE: Final = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63]")
_HIDDEN_RE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_MARKS_RE: Final = re.compile(r"\*\*|__|==|~~|`|\\(?=[^\w\s])|(?<!\w)[*_]|[*_](?!\w)")
_POWERS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_POWER_RE: Final = re.compile("(?<=[0-9A-Za-z])[⁰¹²³⁴⁵⁶⁷⁸⁹]+")


def plain(text: str) -> str:
    """The text in one spelling: NFKC, plain dashes and quotes, `ё` as `е`, no emphasis; powers as `^`."""
    text = _POWER_RE.sub(lambda power: "^" + power.group().translate(_POWERS), text)
    text = _HIDDEN_RE.sub("", unicodedata.normalize("NFKC", text))
    text = _DASHES_RE.sub("-", text).replace("’", "'").replace("ё", "е").replace("Ё", "Е")
    return re.sub(r"\s+", " ", _MARKS_RE.sub("", text)).strip()
