"""Whatever a stranger's note holds, reading twice as much of it takes about twice the time, and none is looked at for ever."""

from __future__ import annotations

import json
import math
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from gpukb.analyzer import Analyzer
from gpukb.analyzer.normal import normalise
from gpukb.config import VaultConfig
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
}


class _TooLongError(Exception):
    pass


@contextmanager
def limited() -> Iterator[None]:
    """Break off what would run for ever: a regular expression looks for signals while it works."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds(read: Callable[[str], object], head: str, piece: str, size: int) -> float:
    text = head + piece * (size // len(piece))
    started = time.process_time()
    try:
        with limited():
            read(text)
    except _TooLongError:
        return math.inf
    return time.process_time() - started


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("made", MADE)
def test_twice_the_text_takes_about_twice_the_time(made: str, reader: str) -> None:
    head, piece = MADE[made]
    twice = seconds(READERS[reader], head, piece, 2 * SMALL)
    if twice > QUICK:
        once = max(seconds(READERS[reader], head, piece, SMALL) for _ in range(2))
        twice = min(twice, seconds(READERS[reader], head, piece, 2 * SMALL))
        assert twice < GROWTH * once
