"""A hundred planted falsehoods and a hundred true paraphrases in four languages, over short sentences of our own."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from gpukb.analyzer import Analyzer
from gpukb.encoders import load
from gpukb.verify import Cited, verify
from gpukb.verify.meaning import near_by

ROWS = [json.loads(line) for line in (Path(__file__).parent / "claims.jsonl").read_text("utf-8").splitlines()]
ANALYZER = Analyzer()


def words(text, lang):
    return frozenset(token.text for token in ANALYZER.tokens(text, lang))


@pytest.fixture(scope="module")
def near():
    return near_by([load("e5"), load("use")])


def verdict(row, which, near):
    evidence = {"1.1": Cited(row["text"], row["lang"], row["around"]), "2.1": Cited("Сервер стоит в подвале.", "ru")}
    marker = "3.7" if row[which].get("fault") == "marker" else "1.1"
    return verify(row[which]["claim"], row[which]["lang"], [marker], evidence, words, near)


def test_the_set_is_whole():
    assert Counter(row["lang"] for row in ROWS) == {"ru": 25, "en": 25, "zh": 25, "pl": 25}
    assert {row["false"]["fault"] for row in ROWS} == {"number", "unit", "version", "name", "negation", "marker"}


def test_planted_falsehoods_are_caught(near):
    passed = [row["false"]["claim"] for row in ROWS if verdict(row, "false", near).supported]
    assert len(passed) <= 5, passed


def test_true_paraphrases_pass(near):
    dropped = [(row["true"]["claim"], said.reason) for row in ROWS if not (said := verdict(row, "true", near)).supported]
    assert len(dropped) <= 10, dropped


def test_a_quote_is_always_supported():
    for row in ROWS:
        said = verify(row["text"], row["lang"], ["1.1"], {"1.1": Cited(row["text"], row["lang"], row["around"])}, words)
        assert said.supported, (row["text"], said)
