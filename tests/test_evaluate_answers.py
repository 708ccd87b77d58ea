from dataclasses import replace

import pytest
from answer.small import VAULT, search

from gpukb.answer import extract, prepare
from gpukb.evaluate import Question
from gpukb.evaluate_answers import auroc, evaluate_answers, tells
from gpukb.note import note_id

QUESTIONS = (
    Question("1", "Сколько ГБ/с даёт NVLink на H100?", {"Вики/NVLink.md": 1}, ("900 ГБ/с",)),
    Question("2", "Почему растёт KV-кэш?", {"Вики/KV-кэш.md": 1}, ("каждый токен",)),
    Question("3", "Как испечь бисквит?", {}, (), answerable=False),
)
IDS = {path: path for path in VAULT}
TEXTS = {note_id(path): text for path, text in VAULT.items()}


def asked(question, excluded):
    kept = {path: note for path, note in VAULT.items() if path not in excluded}
    prepared = prepare(lambda text: search(text, kept), question.text)
    return prepared, extract(prepared)


def test_right_sentences_exact_quotes_and_honest_refusals_are_counted():
    measures = evaluate_answers(QUESTIONS, asked, IDS, TEXTS.__getitem__)
    assert measures["sentence_hit@1"] == measures["sentence_hit@3"] == measures["citation_exact"] == measures["answered"] == 1
    assert measures["removed_auroc"] == measures["abstain_recall"] == measures["abstain_precision"] == 1


def test_a_wrong_answer_string_is_no_hit():
    wrong = Question("1", "Сколько ГБ/с даёт NVLink на H100?", {"Вики/NVLink.md": 1}, ("1800 ГБ/с",))
    assert evaluate_answers([wrong], asked, IDS, TEXTS.__getitem__)["sentence_hit@3"] == 0


def test_each_group_counts_its_own_questions():
    questions = [replace(QUESTIONS[0], groups=("ru",)), replace(QUESTIONS[1], groups=("ru",), answers=("нет такого",))]
    measures = evaluate_answers([*questions, replace(QUESTIONS[2], groups=("cakes",))], asked, IDS, TEXTS.__getitem__)
    assert measures["groups"]["ru"] == {"note_cited": 1.0, "fact_told": 0.5, "abstained": 0.0}
    assert measures["groups"]["cakes"]["unanswerable_refused"] == measures["unanswerable_refused"] == 1.0
    assert (measures["note_cited"], measures["fact_told"]) == (1.0, 0.5)


def test_a_fact_is_found_behind_the_markup_of_its_quote():
    vault = {"Wiki/H100.md": "# H100\n\n## Definition\n\nThe H100 has **80 [[GB]]** of [memory](memory.md).\n"}
    answer = extract(prepare(lambda text: search(text, vault), "What is H100?"))
    assert tells(answer, ["80 GB of memory"])
    assert not tells(answer, ["96 GB"])


@pytest.mark.parametrize(
    ("higher", "lower", "area"), [([2, 3], [0, 1], 1), ([0, 1], [2, 3], 0), ([1], [1], 0.5), ([], [1], 0.5), ([1, 3], [2], 0.5)]
)
def test_the_area_is_how_often_the_first_kind_is_above(higher, lower, area):
    assert auroc(higher, lower) == area
