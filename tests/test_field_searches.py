"""The reports from the field that end in a search, an answer or a watch: `tests/cases/field_reports.jsonl`, 06 to 09, and 03's search."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from gpukb import KnowledgeBase

REPORTS = {
    report["id"]: report["input"]["files"]
    for report in map(json.loads, (Path(__file__).parent / "cases" / "field_reports.jsonl").read_text("utf-8").splitlines())
}


@pytest.fixture
def kb(request, tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    for path, text in REPORTS[request.param].items():
        (vault / path).write_text(text, "utf-8")
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as opened:
        yield opened


def found(kb, query):
    return [hit.note.path for hit in kb.search(query, mode="lexical").hits]


def wait_for(true, seconds=60.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.02)


@pytest.mark.parametrize("kb", ["field-03"], indirect=True)
def test_a_note_with_broken_front_matter_is_found(kb):
    assert set(found(kb, "INT4")) == {"bad.md", "good.md"}
    assert kb.status().problem_notes == 1


@pytest.mark.parametrize("kb", ["field-06"], indirect=True)
@pytest.mark.parametrize("query", ["显存", "碎片", "显存碎片"])
def test_chinese_words_inside_a_sentence_are_found(kb, query):
    assert found(kb, query)[0] == "z.md"


@pytest.mark.parametrize("kb", ["field-07"], indirect=True)
@pytest.mark.parametrize("query", ["питание", "ПИТАНИЕ", "шина", "ШИНЫ", "łącze", "ŁĄCZE", "питания"])
def test_letter_case_outside_ascii_hides_nothing(kb, query):
    assert found(kb, query) == ["r.md"]


@pytest.mark.parametrize("kb", ["field-08"], indirect=True)
def test_an_atomic_save_is_a_change_and_no_deletion(kb):
    kb.start()
    note = kb.vault / "n.md"
    wait_for(lambda: kb.status().notes == 1)
    for number in range(10):
        aside = kb.vault / "n.md.tmp"
        aside.write_text(f"версия 2, сохранение {number}\n", "utf-8")
        aside.replace(note)
    wait_for(lambda: found(kb, "сохранение 9") == ["n.md"])
    note.rename(kb.vault / "n.md~")
    note.write_text("версия 2\n", "utf-8")
    wait_for(lambda: found(kb, "сохранение") == [])
    assert found(kb, "версия") == ["n.md"]
    assert kb.status().notes == 1


@pytest.mark.parametrize("kb", ["field-09"], indirect=True)
def test_renamed_and_deleted_notes_leave_no_trace_in_answers(kb):
    question = "Где лежит пароль от BMC?"
    (kb.vault / "old.md").rename(kb.vault / "new.md")
    kb.sync()
    answer = kb.ask(question)
    assert {citation.note.path for citation in answer.citations} == {"new.md"}
    (kb.vault / "new.md").unlink()
    kb.sync()
    gone = kb.ask(question)
    assert gone.citations == ()
    assert "BMC" not in "".join(note.title + note.path for note in gone.nearest)
    assert found(kb, "пароль") == []
    assert kb.check_citation(answer.citations[0].id).state == "gone"
    assert found(kb, "сейф") == ["k.md"]
