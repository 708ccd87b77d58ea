"""Whatever a stranger's note holds, reading twice as much of it takes about twice the time. A program, since a test times nothing.

    python tests/growth.py              every reader with every text, a few minutes; 1 when one of them grows like a square
    python tests/growth.py split quote  the pairs whose names hold these words

Seconds are those of the processor. `test_growth.py` has each reader read each text to its end.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fixes.small import mention_fixes, put
from limits import TooLongError, limited
from lint.small import linted

from gpukb.analyzer import Analyzer
from gpukb.analyzer.normal import normalise
from gpukb.config import VaultConfig
from gpukb.export import no_garbage
from gpukb.glossary.cells import parted
from gpukb.glossary.definition import escaped
from gpukb.glossary.lines import read_lines
from gpukb.glossary.table import read_table
from gpukb.graph import Resolver, backlinks, build_graph
from gpukb.lang import detect
from gpukb.markdown import blocks_of, normalize_heading, parse_canvas, parse_note
from gpukb.mentions import MentionFinder
from gpukb.names import asked_name, name_key
from gpukb.note import Note
from gpukb.passages import split
from gpukb.plain import plain_text
from gpukb.sentences import split_sentences

CONFIG = VaultConfig()
ANALYZER = Analyzer()
SMALL = 100_000  # characters
QUICK = 0.4  # seconds for twice as many: what takes no longer is not compared, since clocks are coarse
GROWTH = 3.2  # linear is 2, the square 4
TRIES = 3  # what takes the square of its text does so each time; a busy machine only now and then

Read = Callable[[str], object]
Make = Callable[[int], str]


def parsed(text: str) -> Note:
    """The note of this text."""
    return parse_note("a.md", "a.md", text.encode(), CONFIG)


def resolved(text: str) -> object:
    """Where the links of a note lead."""
    return build_graph([parsed(text)], ["a.md"], CONFIG).edges("a.md")


def of_one_name(text: str) -> object:
    """Links among as many files of one name as the text has lines."""
    count = text.count("\n")
    resolver = Resolver(f"{number}/index.md" for number in range(count))
    return [resolver.resolve("index", f"{number}/a.md" if number % 50 == 0 else "a.md") for number in range(count)]


def lint(text: str) -> object:
    """What the linter finds in a note of this text."""
    with tempfile.TemporaryDirectory() as folder:
        put(Path(folder), {"n.md": text})
        return linted(Path(folder))


def fix_mentions(text: str) -> object:
    """The links that a note of this text gets."""
    with tempfile.TemporaryDirectory() as folder:
        put(Path(folder), {"Tensor core.md": "# Tensor core\n", "n.md": text})
        return mention_fixes(Path(folder))


READERS: dict[str, Read] = {
    "plain_text": plain_text,
    "split_sentences": split_sentences,
    "parse_note": parsed,
    "parse_canvas": lambda text: parse_canvas(
        "a.canvas", "a.canvas", json.dumps({"nodes": [{"id": "1", "type": "text", "text": text}]}).encode(), CONFIG
    ),
    "blocks_of": lambda text: blocks_of(text, 0),
    "split": lambda text: split(parsed(text), CONFIG),
    "normalise": normalise,
    "tokens": lambda text: ANALYZER.tokens(text, "ru"),
    "name_key": name_key,
    "asked_name": asked_name,
    "detect": detect,
    "normalize_heading": normalize_heading,
    "backlinks": lambda text: backlinks(build_graph([parsed(text)], ["b.png"], CONFIG), "b.png"),
    "glossary lines": lambda text: read_lines(text, {}),
    "glossary table": lambda text: read_table(f"term,definition\n{text},{text}\n".replace('"', ""), ","),
    "glossary cells": lambda text: parted(text),
    "glossary markup": lambda text: plain_text(escaped(text)),
    "mentions": lambda text: MentionFinder({"b.md": ["KV cache", "a a b", "缓存显存"]}, CONFIG).find(parsed(text)),
}
# A beginning, and what comes after it again and again.
MADE = {
    "links after a stray bracket": ("see [0, 1) and ", "[a](b.md) "),
    "brackets": ("", "["),
    "double brackets": ("", "[[a|"),
    "comments": ("", "<!--"),
    "scripts": ("", "<script>"),
    "emphasis": ("# ", "*a "),
    "backticks": ("", "` `` ``` "),
    "dollars": ("", "$a "),
    "quotes in a quote": ("> a. b\n", ">"),
    "spaces": ("- a", " "),
    "cells": ("| a |\n|---|\n", "| a "),
    "rules": ("", "- - "),
    "addresses": ("", "www.!"),
    "broken frontmatter": ("---\nx: [", "private :\n"),
    "stops": ("", "a. "),
    "parts of a word": ("", "a-1_"),
    "combining marks": ("a", "\u0301"),
    "Chinese": ("", "缓存。"),
    "line ends": ("a", " \n"),
    "tags and ids": ("", "#a ^a\n"),
    "tags behind quote marks": ("", "x>#a "),
    "blocks of formulas": ("", "$$\n\na $$ b\n"),
    "formulas in one line": ("", "$x$ $$ %% a"),
    "links at once": ("", "[[b.png]]"),
    "links to one note in one paragraph": ("", "The cache [[b.png]] is hot. "),
    "links to one note in one sentence": ("", "the cache [[b.png]] and "),
}
# The same for names that are to become links.
NAMED = {
    "one link that does not hold": ("## z\n\n*Tensor core*x\n\n", "## s\n\nSome text about Tensor core and more words in the line.\n\n"),
    "links that do not hold": ("", f"## s\n\n*Tensor core*x {'and more ' * 20}\n\n"),
    "a long quote": ("", "> Tensor core\n"),
    "a long callout": ("> [!note]\n", "> Tensor core=x\n"),
    "quotations in one line": ("", '"a Tensor core b" '),
    "open brackets in one line": ("", "[[ Tensor core "),
    "comments in one line": ("", "%%a Tensor core b%% "),
    "names in one line": ("", "Tensor core=x "),
    "references": ("[a]: /a\n\n", "[Tensor core][a] "),
    "footnotes": ("", "[^1]: Tensor core\n"),
}
# What grows in another way than by a piece again and again, and who reads it.
GROWN: dict[str, tuple[Read, Make]] = {
    "images in images": (resolved, lambda size: "![" * (size // 6) + "a" + "](b)" * (size // 6)),
    "images in images, to places in Russian": (resolved, lambda size: "![" * (size // 8) + "a" + "](<ж>)" * (size // 8)),
    "spaces in an underlined heading": (resolved, lambda size: "a" + " " * size + "b\n===\n"),
    "spaces in the text of a link": (resolved, lambda size: "[a\nb" + " " * size + "c](a.md)\n"),
    "links to each heading": (resolved, lambda size: "".join(f"# H{number}\n[[#H{number}]]\n" for number in range(size // 18))),
    "paths to a heading": (
        resolved,
        lambda size: "".join(f"# H{number}\n[[#H{number}#X]]\n" for number in range(size // 24)) + "# X\n" * (size // 24),
    ),
    "embeds of the next heading": (lint, lambda size: "".join(f"## h{number}\n\n![[#h{number + 1}]]\n\n" for number in range(size // 20))),
    "links to every heading": (lint, lambda size: "".join(f"## h{number}\n\n[[#h{number}]]\n\n" for number in range(size // 20))),
    "links to a heading that is everywhere": (lint, lambda size: "## h\n\n[[#h]]\n\n" * (size // 14)),
    "many files of one name": (of_one_name, lambda size: "\n" * (size // 10)),
}


def again_and_again(head: str, piece: str) -> Make:
    """What makes texts of a beginning and a piece that is repeated."""
    return lambda size: head + piece * (size // len(piece))


def pairs() -> Iterator[tuple[str, Read, Make]]:
    """Every reader with every text, by name."""
    for made, pieces in MADE.items():
        for reader, read in READERS.items():
            yield f"{reader}: {made}", read, again_and_again(*pieces)
    for made, pieces in NAMED.items():
        yield f"{fix_mentions.__name__}: {made}", fix_mentions, again_and_again(*pieces)
    for made, (read, make) in GROWN.items():
        yield f"{read.__name__}: {made}", read, make


@dataclass(frozen=True, slots=True)
class Growth:
    """CPU seconds for a text and for one of twice its size."""

    once: float
    twice: float

    @property
    def ratio(self) -> float:
        """How many times as long the longer one takes."""
        return self.twice / max(self.once, 1e-9) if math.isfinite(self.twice) else math.inf

    @property
    def is_square(self) -> bool:
        """Whether it grows like a square, as far as can be told."""
        return self.twice > QUICK and self.ratio >= GROWTH


def growth(read: Read, make: Make) -> Growth:
    """What reading costs: of what is slow, the best of some tries."""
    seconds(read, make(100))  # what is loaded once is no text's fault
    seen = [Growth(seconds(read, make(SMALL)), seconds(read, make(2 * SMALL)))]
    while seen[-1].is_square and len(seen) < TRIES:
        seen.append(Growth(seconds(read, make(SMALL)), seconds(read, make(2 * SMALL))))
    return min(seen, key=lambda one: one.ratio)


def seconds(read: Read, text: str) -> float:
    """CPU seconds of one reading, without looks for garbage: what those cost hangs on all else that is alive."""
    try:
        with no_garbage(), limited():
            started = time.process_time()
            read(text)
            return time.process_time() - started
    except TooLongError:
        return math.inf


def main(words: list[str]) -> int:
    """Print what is slow enough to be compared; 1 when something grows like a square."""
    seen = 0
    squares = []
    for name, read, make in pairs():
        if not all(word in name for word in words):
            continue
        seen += 1
        found = growth(read, make)
        if found.twice > QUICK:
            print(f"{found.once:6.2f} s {found.twice:6.2f} s  ×{found.ratio:.1f}  {name}", flush=True)
        if found.is_square:
            squares.append(name)
    print(f"{seen} readings of {SMALL:,} and {2 * SMALL:,} characters; like a square: {', '.join(squares) or 'none'}")
    return 1 if squares else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
