from __future__ import annotations

import pytest

from gpukb import KnowledgeBase
from gpukb.candidates import read_words, trimmed
from gpukb.index import word_sums
from gpukb.query import question_query

RARE = ("warp", "tensor", "switch")


@pytest.fixture
def vault(tmp_path):
    for number in range(60):
        rare = RARE[number % 3] if number % 4 == 0 else "nothing"
        (tmp_path / f"{number}.md").write_text(f"Every note says memory and {rare} number{number}.\n", "utf-8")
    with KnowledgeBase.open(tmp_path, index=tmp_path / ".index", vectors=False) as kb:
        yield kb


def expression(kb, text):
    with kb.snapshot() as snapshot:
        return trimmed(snapshot, read_words(kb._analyzer, question_query(text)))


def scored(kb, text):
    return [(hit.note.path, hit.score) for hit in kb.search(question_query(text)).hits]


def test_words_that_stand_nowhere_are_not_asked_for(vault):
    assert "warp" in expression(vault, "warp zebra")
    assert "zebra" not in expression(vault, "warp zebra")
    assert expression(vault, "zebra") == ""


@pytest.mark.parametrize("text", ["memory of warp", "memory of tensor", "memory number17", "memory", "zebra"])
def test_a_large_vault_is_searched_as_a_small_one(vault, monkeypatch, text):
    before = scored(vault, text)
    monkeypatch.setattr(word_sums, "LARGE", 1)
    assert scored(vault, text) == before
