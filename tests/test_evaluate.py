import json
import math

import pytest

from gpukb.errors import UsageError, VaultError
from gpukb.evaluate import compare, failures, load, ndcg, recall, reciprocal_rank, run

NOTES = {
    "a1": ("NVLink", "NVLink joins the memories of GPUs."),
    "b/2": ("Кэш", "\ufeffKV-кэш хранит ключи и значения внимания."),
    "c?3": ("", "Raki pieką się w piecu."),
}
QUESTIONS = [("q1", "what joins GPU memories", "a1"), ("q2", "где хранятся ключи и значения", "b/2")]


@pytest.fixture
def dataset(tmp_path):
    folder = tmp_path / "tiny"
    (folder / "qrels").mkdir(parents=True)
    rows = [{"_id": id, "title": title, "text": text} for id, (title, text) in NOTES.items()]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (folder / "queries.jsonl").write_text("\n".join(json.dumps({"_id": id, "text": text}) for id, text, _ in QUESTIONS), "utf-8")
    (folder / "qrels" / "dev.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(f"{q}\t{gold}\t1\n" for q, _, gold in QUESTIONS))
    return folder


def test_a_set_of_two_questions_is_answered_through_the_product(dataset):
    result = run(dataset, mode="lexical")
    assert result.summary["dataset"] == "tiny"
    assert result.summary["queries"] == 2
    assert result.summary["ndcg@10"] == 1.0
    assert set(result.per_query) == {"q1", "q2"}


def test_documents_become_notes_without_byte_order_marks(dataset):
    with load(dataset).vault() as (vault, ids):
        assert sorted(ids.values()) == ["a1", "b/2", "c?3"]
        assert all("\ufeff" not in (vault / path).read_text("utf-8") for path in ids)


def test_a_set_without_notes_asks_the_vault_beside_it_and_only_its_own_split(dataset, tmp_path):
    (dataset / "corpus.jsonl").unlink()
    rows = [{"_id": "q1", "text": "Кэш?", "lang": "ru", "groups": ["en", "across"]}, {"_id": "q2", "text": "Raki?", "split": "test"}]
    (dataset / "queries.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    with pytest.raises(VaultError, match="name the vault"):
        load(dataset)
    data = load(dataset, vault=lambda: tmp_path)
    assert [(q.id, q.groups, q.filters.lang) for q in data.questions] == [("q1", ("en", "across"), ("ru",))]
    with data.vault() as (notes, ids):
        assert (notes, ids["any.md"]) == (tmp_path, "any.md")


def test_a_missing_split_names_the_file(dataset):
    with pytest.raises(VaultError, match=r"qrels.test\.tsv is missing"):
        load(dataset, "test")


def test_measures_have_their_textbook_values():
    assert ndcg(["x", "g"], {"g": 1}) == pytest.approx(1 / math.log2(3))
    assert reciprocal_rank(["x", "g"], {"g": 1}) == 0.5
    assert recall(["g", "x"], {"g": 1, "h": 1}, 5) == 0.5


def test_equal_runs_differ_by_nothing_and_losses_are_listed():
    runs = {f"q{i}": 1.0 for i in range(20)}
    assert compare(runs, runs)["interval"] == [0.0, 0.0]
    worse = compare({**runs, "q3": 0.0}, runs)
    assert worse["losses"] == [{"query": "q3", "difference": -1.0}]
    assert worse["difference"] == -0.05


def test_a_bar_that_is_missed_is_said_and_a_bar_that_is_unknown_is_an_error():
    assert failures({"ndcg@10": 0.9}, ["ndcg@10=0.8"]) == []
    assert failures({"ndcg@10": 0.9}, ["ndcg@10=0.95"]) == ["ndcg@10 is 0.9, below 0.95"]
    with pytest.raises(UsageError, match="METRIC=NUMBER"):
        failures({"ndcg@10": 0.9}, ["map=0.5"])
