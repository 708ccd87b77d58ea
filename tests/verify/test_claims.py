"""Planted falsehoods and true paraphrases in four languages, over short sentences of our own: twice a hundred of each.

The second hundred, `more_claims.jsonl`, was written before the verifier knew of opposites: of its falsehoods 70 were caught then (70 of the
76 that say no opposite), of its truths 98 passed.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from gpukb.analyzer import Analyzer
from gpukb.encoders import load
from gpukb.verify import Cited, verify
from gpukb.verify.meaning import near_by

HERE = Path(__file__).parent
SETS = {name: [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()] for name in ("claims", "more_claims")}
FAULTS = {"number", "unit", "version", "name", "negation", "marker"}
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


@pytest.fixture(params=SETS)
def rows(request):
    return SETS[request.param]


def test_the_sets_are_whole():
    for rows in SETS.values():
        assert Counter(row["lang"] for row in rows) == {"ru": 25, "en": 25, "zh": 25, "pl": 25}
    assert {row["false"]["fault"] for row in SETS["claims"]} == FAULTS
    assert {row["false"]["fault"] for row in SETS["more_claims"]} == FAULTS | {"opposite", "addition"}
    texts = [row["text"] for rows in SETS.values() for row in rows]
    assert len(set(texts)) == len(texts)


def test_planted_falsehoods_are_caught(rows, near):
    passed = [row["false"]["claim"] for row in rows if verdict(row, "false", near).supported]
    assert len(passed) <= 5, passed


def test_true_paraphrases_pass(rows, near):
    dropped = [(row["true"]["claim"], said.reason) for row in rows if not (said := verdict(row, "true", near)).supported]
    assert len(dropped) <= 10, dropped


def test_a_quote_is_always_supported(rows):
    for row in rows:
        said = verify(row["text"], row["lang"], ["1.1"], {"1.1": Cited(row["text"], row["lang"], row["around"])}, words)
        assert said.supported, (row["text"], said)
