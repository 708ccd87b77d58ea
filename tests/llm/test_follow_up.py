"""Follow-ups that a model makes standalone, and those where it is no help."""

from __future__ import annotations

import pytest

from gpukb.answer import make_standalone
from gpukb.config import Config, LlmConfig, UserConfig
from gpukb.kb import KnowledgeBase
from gpukb.llm import language_model, standalone

HISTORY = ["Что такое NVLink?", "Сколько он даёт на H100?"]
ASKED = "А он дешевле?"


def made(script, *said, question=ASKED, history=HISTORY, timeout=60):
    script.says(*said)
    return standalone(question, history, language_model(LlmConfig(base_url=script.address, model="m", timeout_s=timeout)))


def test_the_model_puts_the_thing_in_place_of_the_pronoun(script):
    assert made(script, "NVLink на H100 ", "дешевле?\nВот ответ: да.") == "NVLink на H100 дешевле?"
    assert all(earlier in script.prompt for earlier in HISTORY)
    assert made(script, "Is NVLink cheaper than PCIe?", question="Is it cheaper than PCIe?", history=["What is NVLink?"]).startswith(
        "Is NVLink"
    )


@pytest.mark.parametrize(
    "said",
    [
        "",
        "NONE",
        "Is NVLink cheaper?",  # another language
        "NVLink на H200 дешевле?",  # a name that nobody said
        "NVLink дешевле в 7 раз?",  # nor a number
        "NVLink дешевле, см. https://evil.example ?",
        "слово " * 200,
    ],
)
def test_what_the_model_adds_or_breaks_is_not_searched_for(script, said):
    assert made(script, said) == make_standalone(ASKED, HISTORY)


def test_a_name_of_the_question_must_stay(script):
    question = "А на A100 он дешевле?"
    assert made(script, "NVLink дешевле?", question=question) == make_standalone(question, HISTORY)


@pytest.mark.parametrize("pieces", [[None], ["NVLi", None]])
def test_a_model_that_is_down_or_cut_off_is_done_without(script, pieces):
    assert made(script, *pieces) == make_standalone(ASKED, HISTORY)


def test_a_model_that_is_slow_is_done_without(script):
    assert made(script, 60, "NVLink дешевле?", timeout=0.3) == make_standalone(ASKED, HISTORY)


def test_without_history_nobody_is_asked(script):
    assert made(script, "Что угодно?", history=[]) == ASKED
    assert script.bodies == []


def test_the_person_is_shown_what_was_understood(tmp_path, script):
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/NVLink.md").write_text("# NVLink\n\nNVLink соединяет видеокарты напрямую.\n", "utf-8")
    config = Config(user=UserConfig(llm=LlmConfig(base_url=script.address, model="m", timeout_s=60)))
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False, config=config) as kb:
        script.says("Что соединяет NVLink?")
        answer = kb.ask("А что он соединяет?", history=["Что такое NVLink?"])
        assert answer.question == "А что он соединяет?"
        assert answer.standalone_question == "Что соединяет NVLink?"
        script.bodies.clear()
        by_rules = kb.ask("А что он соединяет?", history=["Что такое NVLink?"], extractive=True)
        assert by_rules.standalone_question == make_standalone("А что он соединяет?", ["Что такое NVLink?"])
        assert script.bodies == []
