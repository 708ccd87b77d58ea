"""A text → overlapping pieces of so many tokens, counted by e5's tokeniser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.baselines.document import Document


def pieces(documents: Sequence[Document], size: int, overlap: int = 0) -> list[tuple[int, str]]:
    """The pieces of all documents with the place of each one's document, cut between lines where one fits, else between characters."""
    from gpukb.encoders.e5 import E5

    tokenize = E5().load().tokenize
    found: list[tuple[int, str]] = []
    for place, document in enumerate(documents):
        lines = document.text.splitlines(keepends=True) or [""]
        lengths = [len(tokens) for tokens in tokenize([line or " " for line in lines])]
        found += [(place, text) for text in _packed(lines, lengths, size, overlap)]
    return found


def _packed(lines: Sequence[str], lengths: Sequence[int], size: int, overlap: int) -> Iterator[str]:
    start = 0
    while start < len(lines):
        end, total = start, 0
        while end < len(lines) and (end == start or total + lengths[end] <= size):
            total += lengths[end]
            end += 1
        yield "".join(lines[start:end])
        if end >= len(lines):
            return
        back, repeated = end, 0
        while back - 1 > start and repeated + lengths[back - 1] <= overlap:
            back -= 1
            repeated += lengths[back]
        start = back
