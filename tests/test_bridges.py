"""A name in the question finds the notes of its concept in every language."""

import pytest

from gpukb import KnowledgeBase
from gpukb.analyzer import Analyzer
from gpukb.bridges import bridged
from gpukb.candidates import read_words
from gpukb.query import Filters, question_query

NOTES = {
    "Вики/Накопление градиентов.md": "---\nlang: ru\n---\n# Накопление градиентов\n\nГрадиенты складывают несколько шагов подряд.\n",
    "百科/梯度累积.md": '---\nlang: zh\ntranslation_of: "[[Вики/Накопление градиентов]]"\n---\n# 梯度累积\n\n省的是显存，不是时间。\n',
    "百科/梯度.md": "---\nlang: zh\n---\n# 梯度\n\n梯度是导数。\n",
    "Вики/Градиент.md": "---\nlang: ru\naliases: [градиенты]\n---\n# Градиент\n\nГрадиент — это производная.\n",
}


@pytest.fixture
def kb(tmp_path):
    vault = tmp_path / "vault"
    for path, text in NOTES.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text, "utf-8")
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as kb:
        yield kb


def bridges(kb, question, exclude=()):
    analyzer = Analyzer()
    with kb.snapshot() as snapshot:
        found = bridged(snapshot, analyzer, read_words(analyzer, question_query(question)), exclude)
        return {snapshot.note(number).path for number in found}


def test_a_name_in_any_form_leads_to_its_translations_and_the_longer_name_wins(kb):
    assert bridges(kb, "Сколько длится накопление градиентов?") == {"Вики/Накопление градиентов.md", "百科/梯度累积.md"}
    assert bridges(kb, "Что даёт градиент?") == {"Вики/Градиент.md"}


def test_a_note_left_out_leads_nowhere(kb):
    assert bridges(kb, "Сколько длится накопление градиентов?", ["Вики/Накопление градиентов.md"]) == {"Вики/Градиент.md"}


def test_half_a_name_names_nothing(kb):
    assert bridges(kb, "Сколько длится накопление опыта?") == set()


def test_a_definition_asked_in_one_language_is_answered_from_another_that_the_filter_leaves(kb):
    answer = kb.ask("Что такое накопление градиентов?", filters=Filters(lang=("zh",)), extractive=True)
    assert [citation.note.path for citation in answer.citations][:1] == ["百科/梯度累积.md"]
