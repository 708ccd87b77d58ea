from __future__ import annotations

import pytest

from gpukb import KnowledgeBase, candidates
from gpukb.candidates import read_words, trimmed
from gpukb.query import question_query

RARE = ("warp", "tensor", "switch")


@pytest.fixture
def vault(tmp_path):
    for number in range(60):
        rare = RARE[number % 3] if number % 4 == 0 else "nothing"
        (tmp_path / f"{number}.md").write_text(f"Every note says memory and {rare} number{number}.\n", "utf-8")
    with KnowledgeBase.open(tmp_path, index=tmp_path / ".index", vectors=False) as kb:
        yield kb


def expressions(kb, text):
    with kb.snapshot() as snapshot:
        return trimmed(snapshot, read_words(kb._analyzer, question_query(text)))


def paths(kb, text):
    return [hit.note.path for hit in kb.search(question_query(text), limit=3).hits]


def test_words_that_stand_nowhere_are_not_asked_for(vault):
    assert "warp" in expressions(vault, "warp zebra")[0]
    assert "zebra" not in expressions(vault, "warp zebra")[0]
    assert expressions(vault, "zebra") == ("", "")


def test_in_a_large_vault_rare_words_find_and_all_words_score(vault, monkeypatch):
    before = [paths(vault, f"memory of {word}") for word in RARE]
    assert expressions(vault, "memory of warp")[1] == ""
    monkeypatch.setattr(candidates, "LARGE", 1)
    whole, rare = expressions(vault, "memory of warp")
    assert "memori" in whole
    assert "memori" not in rare
    assert "warp" in rare
    assert [paths(vault, f"memory of {word}") for word in RARE] == before


def test_where_rare_words_find_too_little_common_ones_find_too(vault, monkeypatch):
    before = paths(vault, "memory number17")
    monkeypatch.setattr(candidates, "LARGE", 1)
    assert paths(vault, "memory number17") == before
    assert len(before) == 3


def test_a_query_of_common_words_alone_finds_by_them(vault, monkeypatch):
    monkeypatch.setattr(candidates, "LARGE", 1)
    assert expressions(vault, "memory")[1] == ""
    assert len(paths(vault, "memory")) == 3
