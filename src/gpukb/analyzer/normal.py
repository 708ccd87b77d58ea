"""Text as written → the text that is compared, with a way back to the places in the original.

NFKC; dashes, quotes and the times sign unified; `ё` read as `е`; marks that would glue words together taken out. Case is kept: the shapes
of words need it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

# One character for one. Trade marks and powers would be glued to their words by NFKC (`NVIDIA™` → `NVIDIATM`, `10⁶` → `106`).
_ONE_FOR_ONE: Final = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\uff07`´", "'"),
    **dict.fromkeys("№™®©℠ªº⁰¹²³⁴⁵⁶⁷⁸⁹", " "),
    "ё": "е",
    "Ё": "Е",
}
_ONE_RE: Final = re.compile(f"[{''.join(_ONE_FOR_ONE)}]")
_TIMES_RE: Final = re.compile(r"(?<=\d)[×✕✖хХ∗](?=[0-9A-Za-z])")  # 8×H100, also with the Cyrillic letter; elsewhere × parts words
_HIDDEN: Final = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # soft hyphen, zero-width space and joiners, word joiner, BOM
_HIDDEN_RE: Final = re.compile(f"[{_HIDDEN}]")
_RUN_RE: Final = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")  # a combining mark may follow an ASCII letter
_CLUSTER_RE: Final = re.compile(
    r"[\u1100-\u11ff]+|.[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\uff9e\uff9f]*", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Normal:
    """The compared text. `places[i]` is where its character `i` starts in the original; None where nothing moved."""

    text: str
    places: Sequence[int] | None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original text that a range of the compared text came from."""
        if self.places is None:
            return start, end
        first, last = self.places[start], self.places[end - 1]
        stop = end
        while stop < len(self.places) - 1 and self.places[stop] == last:  # a ligature's letters come from one character
            stop += 1
        return first, self.places[stop]


def normalise(text: str) -> Normal:
    """The text as it is compared, with the way back."""
    if text.isascii():
        return Normal(text.replace("`", "'") if "`" in text else text, None)
    text = _one_for_one(text)
    if unicodedata.is_normalized("NFKC", text) and not _HIDDEN_RE.search(text):
        return Normal(_TIMES_RE.sub("x", text), None)
    composed, places = _compose(text)
    return Normal(_TIMES_RE.sub("x", _one_for_one(composed)), places)


def _one_for_one(text: str) -> str:
    return _ONE_RE.sub(lambda match: _ONE_FOR_ONE[match.group()], text)


def _compose(text: str) -> tuple[str, list[int]]:
    """NFKC piece by piece, so that each character knows where it came from."""
    pieces: list[str] = []
    places: list[int] = []
    done = 0
    for run in _RUN_RE.finditer(text):
        if unicodedata.is_normalized("NFKC", run.group()) and not _HIDDEN_RE.search(run.group()):
            continue
        pieces.append(text[done : run.start()])
        places.extend(range(done, run.start()))
        for cluster in _CLUSTER_RE.finditer(text, run.start(), run.end()):
            new = _HIDDEN_RE.sub("", unicodedata.normalize("NFKC", cluster.group()))
            pieces.append(new)
            same = len(new) == len(cluster.group())
            places.extend(range(cluster.start(), cluster.end()) if same else [cluster.start()] * len(new))
        done = run.end()
    pieces.append(text[done:])
    places.extend(range(done, len(text) + 1))
    return "".join(pieces), places
