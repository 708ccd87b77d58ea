"""Whether a sentence holds the kind of thing that is asked for."""

import pytest
from answer.small import search

from gpukb.answer import extract, prepare
from gpukb.answer.clues import clue_in, has_clue
from gpukb.answer.question import read_question


@pytest.mark.parametrize(
    ("asked", "told", "silent", "lang"),
    [
        ("Как часто пересматривать цену?", "Цену пересматривают раз в полгода.", "Цену пересматривают.", "ru"),
        ("How often is the price reviewed?", "The price is reviewed every month.", "The price is reviewed.", "en"),
        ("Jak często sprawdzać cenę?", "Cenę sprawdza się raz na kwartał.", "Cenę sprawdza się.", "pl"),
        ("多久检查一次价格？", "价格每月检查。", "价格要检查。", "zh"),
    ],
)
def test_how_often_is_told_without_a_number(asked, told, silent, lang):
    question = read_question(asked)
    assert clue_in(question, told, lang) > clue_in(question, silent, lang) == 0


def test_the_size_of_the_model_asked_about_is_no_answer_to_how_much():
    question = read_question("How much memory does an 8B model need?")
    assert clue_in(question, "An 8B model needs memory.", "en") == 0
    assert clue_in(question, "An 8B model needs 16 GB.", "en") == 1


@pytest.mark.parametrize(
    ("condition", "date", "said"),
    [
        ("When does a draft not help?", "When was the draft published?", "A draft does not help if the batch is large."),
        ("Когда черновик не помогает?", "Когда появился черновик?", "Черновик не помогает, если батч велик."),
        ("Kiedy szkic nie pomaga?", "Kiedy powstał szkic?", "Szkic nie pomaga, gdy batch jest duży."),
        ("草稿什么时候不会有用？", "草稿什么时候发布？", "批次大时草稿不会有用。"),
    ],
)
def test_when_may_ask_for_a_condition_as_well_as_for_a_date(condition, date, said):
    vault = {"Wiki/Draft.md": f"# {said.split()[0]}\n\n## Facts\n\n{said}\n"}
    assert said in extract(prepare(lambda text: search(text, vault), condition)).markdown
    assert extract(prepare(lambda text: search(text, vault), date)).status == "abstained"


def test_which_version_is_told_by_a_version_and_not_by_any_number():
    asked = read_question("what is the latest version of Kueue")
    assert has_clue(asked, "Kueue 0.14 is the latest.", "en")
    assert not has_clue(asked, "Kueue queues the latest 40 jobs (2026-11).", "en")


def test_the_month_in_which_a_note_was_checked_is_no_date():
    asked = read_question("when was vLLM released")
    assert has_clue(asked, "vLLM was released in 2023 (2026-11).", "en")
    assert not has_clue(asked, "vLLM holds a share of 0.92 (2026-11).", "en")
