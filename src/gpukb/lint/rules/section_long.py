"""A section is too long to be found and cited as one thing.

Search cuts a note at its headings. A section of several screens is cut wherever the space ends, and an answer that cites it points at a
wall of text.

Bad:  a note of 3,000 words without a heading
Good: the same with a heading for each of its thoughts
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lang import is_han
from gpukb.lint.context import Alone
from gpukb.lint.rule import Report, Rule

MAX_WORDS = 1500  # some seven passages of 220 words: three screens
MAX_HAN = 2800  # as many passages of 400 characters
SHORT = 4 * MAX_HAN // 3  # characters below which nothing is counted


def check(context: Alone) -> Iterator[Report]:
    """Each stretch of prose between two headings that is longer than that."""
    for page in context.pages:
        edges = [(page.note.body_start, page.note.body_start)] + [(h.span.start, h.span.end) for h in page.note.headings]
        ends = [start for start, _ in edges[1:]] + [len(page.text)]
        for (start, after), end in zip(edges, ends, strict=True):
            if end - after > SHORT:
                prose = page.prose[after:end].replace("\0", " ")
                words, han = len(prose.split()), sum(map(is_han, prose))
                if words > MAX_WORDS or han > MAX_HAN:
                    size = f"{han:,} characters" if han > MAX_HAN else f"{words:,} words"
                    yield Report(page.note.path, page.span(start, after), f"{size} without a heading")


RULE = Rule("KB059", "section-long", "info", check)
