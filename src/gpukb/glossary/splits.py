"""A name and its foreign name printed without a space between (`Микробатчmicro-batch`) → the two.

Script, a repeated beginning, and an abbreviation's letters tell where the second begins. What they leave open a person settles: a splits
file has a line for each such name, the two halves with a tab between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from gpukb.errors import UsageError
from gpukb.glossary.names import is_abbreviation
from gpukb.lang import script_of

GLUED = 0.5  # of a file's names can be cut before all of them are taken for two glued together
SHORTEST_ECHO = 3  # letters of a name that its foreign name repeats whole; fewer happen by chance
SHORTEST_PREFIX = 2  # letters that `Opex` and `operational expenditure` begin with alike, at least
SMALL_WORDS = frozenset(
    {"a", "an", "and", "as", "at", "for", "in", "of", "on", "or", "the", "to", "with"}
)  # that abbreviations may leave out
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Split:
    """A name and its foreign name. `sure`: nothing else is likely."""

    term: str
    foreign: str
    sure: bool = True


def read_splits(text: str) -> dict[str, Split]:
    """The splits of a file by the glued text. A line is `term<TAB>foreign name`; nothing behind the tab: it is one name.

    UsageError: a line has no tab.
    """
    found: dict[str, Split] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        term, tab, foreign = line.partition("\t")
        if not tab or not term.strip():
            raise UsageError(f"line {number} of the splits is no `term<TAB>foreign name`: {line.strip()!r}")
        split = Split(term.strip(), foreign.strip())
        found[split.term + split.foreign] = split
    return found


def are_glued(names: Iterable[str], settled: Mapping[str, Split]) -> bool:
    """Whether the names of a file are two each: most can be cut."""
    cut = [name in settled or split_name(name) is not None for name in names]
    return bool(cut) and sum(cut) >= GLUED * len(cut)


def split_name(text: str) -> Split | None:
    """The two names in the text; None when nothing tells them apart."""
    return next((found for rule in RULES if (found := rule(text)) is not None), None)


# NVLinknvlink, Offloadoffloading, ZeROzero redundancy optimizer: the second begins with all of the first.
def _repeated(text: str) -> Split | None:
    low = text.lower()
    if len(low) != len(text):
        return None
    return _only(text, (at for at in _places(text) if at >= SHORTEST_ECHO and low.startswith(low[:at], at)))


# Точка переломаcrossover point, KV缓存KV cache: behind the cut stands one script, and another before it.
def _other_script(text: str) -> Split | None:
    def parts(at: int) -> bool:
        before, behind = _script_near(text, at - 1, -1), _script_near(text, at, 1)
        rest = _scripts(text[at:])
        return before != behind and None not in (before, behind) and len(rest) == 1 and bool(_scripts(text[:at]) - rest)

    found = [at for at in _places(text) if parts(at)]
    return _only(text, found if len(found) == 1 else (at for at in found if _opens_with_word_of(text[:at], text[at:])))


def _opens_with_word_of(term: str, foreign: str) -> bool:
    """Whether the first word of the second name stands in the first: 3D-параллелизм3d parallelism could be cut on either side of its 3."""
    opening = _WORD.match(foreign)
    return opening is not None and opening[0].casefold() in map(str.casefold, _WORD.findall(term))


# Формат FP8fp8 format: the last word of the first opens the second.
def _echoed(text: str) -> Split | None:
    low = text.lower()

    def echoes(at: int) -> bool:
        word = re.search(r"[\w-]+$", low[:at])
        behind = re.match(r"[\w-]+", low[at:])
        return word is not None and behind is not None and len(word[0]) >= SHORTEST_ECHO and word[0] == behind[0]

    return _only(text, (at for at in _places(text) if echoes(at)), sure=False) if len(low) == len(text) else None


# GPUgraphics processing unit: the first letters of the second's words spell the first.
def _initials(text: str, *, sure: bool) -> Split | None:
    def spells(at: int) -> bool:
        short, long = text[:at], text[at:]
        if " " in short or not is_abbreviation(short) or not (sure or (_is_high(short[-1]) and long[0].islower())):
            return False
        letters = "".join(_WORD.findall(short)).casefold()
        words = [word.casefold() for word in _WORD.findall(long)]
        first = ("".join(word[0] for word in words), "".join(word[0] for word in words if word not in SMALL_WORDS))
        return letters in first if sure else letters[0] == words[0][0] and _in_order(letters, "".join(words))

    return _only(text, (at for at in _places(text) if spells(at)), sure=sure)


# Circuit breakerfault breaker: both end alike.
def _last_word(text: str) -> Split | None:
    low = text.lower()
    last = re.search(r"[\w-]+$", low)
    if last is None or len(last[0]) < SHORTEST_ECHO or len(low) != len(text):
        return None
    return _only(text, (at for at in _places(text) if re.search(rf"(?<![\w-]){re.escape(last[0])}$", low[:at])), sure=False)


# Capexcapital expenditure: both begin alike, and no other place begins so for as long.
def _prefix(text: str) -> Split | None:
    low = text.lower()
    if len(low) != len(text) or not text[:1].isupper():
        return None
    alike = {at: _common(low, low[at:]) for at in _places(text) if text[at].islower()}
    longest = max(alike.values(), default=0)
    if longest < SHORTEST_PREFIX:
        return None
    return _only(text, (at for at, length in alike.items() if length == longest), sure=False)


RULES: tuple[Callable[[str], Split | None], ...] = (
    _repeated,
    _other_script,
    partial(_initials, sure=True),
    _echoed,
    partial(_initials, sure=False),
    _last_word,
    _prefix,
)


def _only(text: str, places: Iterable[int], *, sure: bool = True) -> Split | None:
    found = list(places)
    return Split(text[: found[0]], text[found[0] :], sure) if len(found) == 1 else None


def _places(text: str) -> Iterator[int]:
    """Where the text could be cut: between two letters or digits, or behind a bracket."""
    return (at for at in range(1, len(text)) if text[at].isalnum() and (text[at - 1].isalnum() or text[at - 1] in ")）»”"))


def _script_near(text: str, at: int, step: int) -> str | None:
    """The script at this place; a digit has that of the letter beside it."""
    while 0 <= at < len(text) and (text[at].isdigit() or text[at] in ")）»”"):
        at += step
    return script_of(text[at]) if 0 <= at < len(text) else None


def _scripts(text: str) -> set[str]:
    return {script for char in text if (script := script_of(char)) is not None}


def _is_high(char: str) -> bool:
    return char.isupper() or char.isdigit()


def _in_order(letters: str, text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def _common(one: str, other: str) -> int:
    return next((at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), len(other))
