"""Whatever a stranger's note holds, reading twice as much of it takes about twice the time, and none is looked at for ever."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable

import pytest
from limits import TooLongError, limited

from gpukb.analyzer import Analyzer
from gpukb.analyzer.normal import normalise
from gpukb.config import VaultConfig
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
SMALL = 20_000  # characters
QUICK = 0.25  # seconds for twice as many: what takes no longer is not compared, since clocks are coarse
GROWTH = 3.2  # linear is 2, the square 4
TRIES = 3  # what takes the square of its text does so each time; a busy machine only now and then
LIMIT = 10.0  # seconds of one reading, after which it is broken off


def parsed(text: str) -> Note:
    return parse_note("a.md", "a.md", text.encode(), CONFIG)


READERS: dict[str, Callable[[str], object]] = {
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

# What grows in another way than by a piece again and again.
GROWN: dict[str, Callable[[int], str]] = {
    "images in images": lambda size: "![" * (size // 6) + "a" + "](b)" * (size // 6),
    "images in images, to places in Russian": lambda size: "![" * (size // 8) + "a" + "](<ж>)" * (size // 8),
    "spaces in an underlined heading": lambda size: "a" + " " * size + "b\n===\n",
    "spaces in the text of a link": lambda size: "[a\nb" + " " * size + "c](a.md)\n",
    "links to each heading": lambda size: "".join(f"# H{number}\n[[#H{number}]]\n" for number in range(size // 18)),
    "paths to a heading": lambda size: "".join(f"# H{number}\n[[#H{number}#X]]\n" for number in range(size // 24)) + "# X\n" * (size // 24),
}


def resolved(text: str) -> object:
    return build_graph([parsed(text)], ["a.md"], CONFIG).edges("a.md")


def seconds(read: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    try:
        with limited(LIMIT):
            read(text)
    except TooLongError:
        return math.inf
    return time.process_time() - started


def grows_with_its_text(read: Callable[[str], object], make: Callable[[int], str]) -> bool:
    if seconds(read, make(2 * SMALL)) <= QUICK:
        return True
    return any(_has_grown_so(read, make) for _ in range(TRIES))


def _has_grown_so(read: Callable[[str], object], make: Callable[[int], str]) -> bool:
    once = max(seconds(read, make(SMALL)) for _ in range(2))
    twice = seconds(read, make(2 * SMALL))  # the first time something may have been loaded
    return twice <= QUICK or twice < GROWTH * once


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("made", MADE)
def test_twice_the_text_takes_about_twice_the_time(made: str, reader: str) -> None:
    head, piece = MADE[made]
    assert grows_with_its_text(READERS[reader], lambda size: head + piece * (size // len(piece)))


@pytest.mark.parametrize("made", GROWN)
def test_twice_the_links_take_about_twice_the_time(made: str) -> None:
    assert grows_with_its_text(resolved, lambda size: GROWN[made](4 * size))


def test_many_files_of_one_name_are_told_apart_once() -> None:
    def resolve(text: str) -> object:
        resolver = Resolver(f"{number}/index.md" for number in range(len(text) // 10))
        return [resolver.resolve("index", f"{number}/a.md" if number % 50 == 0 else "a.md") for number in range(len(text) // 10)]

    assert grows_with_its_text(resolve, lambda size: "x" * size)
