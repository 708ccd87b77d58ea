"""Every spelling that the full-text table holds, with its tokens, and quickly the few that a given word may be a misspelling of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LETTER_BITS = 64  # letters share bits when they are so many code points apart: then a word passes that need not
FEW = 5_000  # words that are compared letter by letter sooner than numpy is loaded
_ROUNDING = 1e-9


class Vocabulary:
    """Spellings in the order of the table, each with the tokens that spell it. Made once a generation."""

    def __init__(self, tokens: Mapping[str, list[str]]) -> None:
        self._tokens = tokens

    def __getitem__(self, spelling: str) -> list[str]:
        return self._tokens[spelling]

    def read_as(self, reading: Callable[[str], str]) -> Vocabulary:
        """The same tokens under another spelling of theirs: how they sound."""
        read: dict[str, list[str]] = {}
        for spelling, tokens in self._tokens.items():
            read.setdefault(reading(spelling), []).extend(tokens)
        return Vocabulary(read)

    def near(self, spelling: str, alike: float) -> list[str]:
        """All spellings that edits of 1 − `alike` of the longer word's letters can lead to, and few others, in order.

        One edit changes a word's length by one and the set of its letters by two at most: that is compared for all words at once.
        """
        if len(self._spellings) <= FEW:
            return self._spellings
        import numpy as np

        letters = _letters([spelling])
        places: list[int] = []
        for length, (words, sets) in self._by_length.items():
            edits = int((1 - alike) * max(length, len(spelling)) + _ROUNDING)
            if abs(length - len(spelling)) <= edits:
                places += words[np.bitwise_count(sets ^ letters) <= 2 * edits].tolist()
        return [self._spellings[place] for place in sorted(places)]

    @cached_property
    def _spellings(self) -> list[str]:
        return [spelling for spelling in self._tokens if spelling]

    @cached_property
    def _by_length(self) -> dict[int, tuple[NDArray[np.int64], NDArray[np.uint64]]]:
        """The places of the words of each length, and the sets of their letters."""
        import numpy as np

        words = self._spellings
        letters = _letters(words) if words else np.empty(0, np.uint64)
        lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
        at = {int(length): np.flatnonzero(lengths == length) for length in np.unique(lengths)}
        return {length: (places, letters[places]) for length, places in at.items()}


def _letters(words: Sequence[str]) -> Any:  # Any: an array of numpy, which is imported where it is needed
    """The set of each word's letters as bits."""
    import numpy as np

    lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
    codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    bits = np.uint64(1) << (codes % LETTER_BITS).astype(np.uint64)
    return np.bitwise_or.reduceat(bits, np.cumsum(lengths) - lengths)
