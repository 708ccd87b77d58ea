from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpukb.cli import run

DOCUMENTS = {"d1": "Cats sleep most of the day.", "d2": "Trains leave at noon.", "d3": "Bread rises in the oven."}
QUESTIONS = {"q1": ("When do trains leave?", "d2"), "q2": ("Who sleeps most of the day?", "d1")}


@pytest.fixture
def dataset(tmp_path: Path) -> str:
    folder = tmp_path / "tiny"
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text("".join(json.dumps({"_id": id, "text": text}) + "\n" for id, text in DOCUMENTS.items()))
    (folder / "queries.jsonl").write_text("".join(json.dumps({"_id": id, "text": text}) + "\n" for id, (text, _) in QUESTIONS.items()))
    (folder / "qrels" / "dev.tsv").write_text("".join(f"{id}\t{gold}\t1\n" for id, (_, gold) in QUESTIONS.items()))
    return str(folder)


def test_a_set_is_measured_without_a_vault(dataset, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["eval", dataset, "--mode", "lexical", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["dataset"], found["split"], found["mode"], found["queries"]) == ("tiny", "dev", "lexical", 2)
    assert found["ndcg@10"] == 1.0
    assert {"mrr@10", "recall@1", "recall@5", "recall@10", "p50_ms", "p95_ms", "index_s"} <= found.keys()


def test_answers_are_measured_with_their_gold_notes_and_without(dataset, capsys):
    assert run(["eval", dataset, "--no-vectors", "--answers", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["citation_exact"] == found["sentence_hit@1"] == found["abstain_recall"] == 1.0
    assert {"answered", "abstained", "sentence_hit@3", "removed_auroc", "abstain_precision"} <= found.keys()


def test_a_bar_that_is_missed_is_exit_code_1_and_told(dataset, capsys):
    assert run(["eval", dataset, "--mode", "lexical", "--min", "recall@1=0.5"]) == 0
    assert run(["eval", dataset, "--mode", "lexical", "--min", "p50_ms=100000"]) == 1
    assert "p50_ms is" in capsys.readouterr().err


def test_a_run_is_compared_with_an_earlier_one(dataset, tmp_path, capsys):
    assert run(["eval", dataset, "--mode", "lexical", "--json"]) == 0
    (tmp_path / "earlier.json").write_text(capsys.readouterr().out)
    assert run(["eval", dataset, "--mode", "lexical", "--compare", str(tmp_path / "earlier.json")]) == 0
    assert "difference    +0.0000" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--split", "none"], 3), (["--min", "speed"], 2), (["--mode", "magic"], 2), (["--compare", "nowhere.json"], 2)]
)
def test_what_is_asked_wrongly_is_told(dataset, arguments, code):
    assert run(["eval", dataset, "--no-vectors", *arguments]) == code
