"""Baselines are honest rivals: each finds what its kind of search can find, and only that."""

import pytest
from bench.baselines import ALL, qmd, snowball, unicode61
from bench.baselines.chunks import _packed
from bench.baselines.document import Document, documents
from bench.baselines.rrf import by_score, fused

from gpukb.evaluate import load

DOCUMENTS = [
    Document("c", "c.md", "Cats", "A cat sleeps most of the day.", "en"),
    Document("t", "t.md", "Поезда", "Поезд уходит в полдень.", "ru"),
    Document("z", "z.md", "显存", "显存带宽决定速度。", "zh"),
]


def test_plain_words_miss_an_inflection_and_stems_find_it():
    assert unicode61.rank(DOCUMENTS, ["поезда уходят"]) == [["t"]]  # the title holds the very form
    assert unicode61.rank(DOCUMENTS, ["поездом уходили"]) == [[]]
    assert snowball.rank(DOCUMENTS, ["поездом уходили"]) == [["t"]]


def test_plain_words_see_one_word_in_a_chinese_sentence_and_pairs_see_many():
    assert unicode61.rank(DOCUMENTS, ["带宽"]) == [[]]
    assert snowball.rank(DOCUMENTS, ["带宽"]) == [["z"]]


def test_ranks_are_added_by_their_reciprocals():
    scores = fused([["a", "b"], ["b"]])
    assert scores["b"] == pytest.approx(1 / 62 + 1 / 61)
    assert by_score(scores) == ["b", "a"]


def test_pieces_overlap_and_none_is_lost():
    lines = [str(number) for number in range(10)]
    packed = list(_packed(lines, [1] * 10, size=4, overlap=1))
    assert packed == ["0123", "3456", "6789"]
    assert list(_packed(["long"], [99], size=4, overlap=1)) == ["long"]


def test_every_baseline_has_a_name_and_says_what_it_leaves_out():
    assert len({baseline.NAME for baseline in ALL}) == len(ALL) == 7
    assert all(baseline.NOTE and baseline.__doc__ for baseline in ALL)
    assert "Not rebuilt" in (qmd.__doc__ or "")


def test_a_document_carries_its_names_and_no_front_matter(tmp_path):
    (tmp_path / "a.md").write_text("---\ntitle: NVLink\naliases: [link]\n---\nJoins cards.\n", "utf-8")
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "vault").mkdir()
    (tmp_path / "set" / "qrels").mkdir()
    (tmp_path / "set" / "vault" / "a.md").write_text((tmp_path / "a.md").read_text("utf-8"), "utf-8")
    (tmp_path / "set" / "queries.jsonl").write_text('{"_id": "q", "text": "joins"}\n', "utf-8")
    (tmp_path / "set" / "qrels" / "dev.tsv").write_text("q\ta.md\t1\n", "utf-8")
    with load(tmp_path / "set").vault() as (vault, ids):
        found = documents(vault, ids)
    assert [(one.id, one.title, one.text.strip()) for one in found] == [("a.md", "NVLink · link", "Joins cards.")]
