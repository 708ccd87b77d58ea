"""Messages that ask nothing are told so, and are taken for no question about what was said before."""

import pytest
from answer.small import search

from gpukb.answer import ask, make_standalone, read_question
from gpukb.answer.frames import FRAMES

NOTHING_ASKED = [
    ("cheers!", "en"),
    ("OK, thank you very much", "en"),
    ("hello there", "en"),
    ("can you help me?", "en"),
    ("Is it worth it?", "en"),
    ("Thanks, this was really helpful", "en"),
    ("great answer, thank you!", "en"),
    ("what next?", "en"),
    ("привет, кто ты?", "ru"),
    ("спасибо, помогло", "ru"),
    ("и что дальше?", "ru"),
    ("dzięki, pomogło", "pl"),
    ("谢谢，很有帮助", "zh"),
    ("Большое спасибо!", "ru"),
    ("ага, понятно", "ru"),
    ("Добрый день", "ru"),
    ("а это дорого?", "ru"),
    ("Dziękuję bardzo", "pl"),
    ("tak", "pl"),
    ("dzień dobry", "pl"),
    ("czy to jest łatwe?", "pl"),
    ("非常感谢！", "zh"),
    ("好的，明白了", "zh"),
    ("这个贵吗？", "zh"),
]


@pytest.mark.parametrize(("message", "lang"), NOTHING_ASKED)
def test_a_message_without_a_subject_is_asked_what_it_is_about_in_its_own_language(message, lang):
    answer = ask(search, message)
    assert (answer.status, answer.markdown, answer.nearest) == ("abstained", FRAMES[lang].unclear, ())


@pytest.mark.parametrize(
    "message", ["спасибо, а что такое NVLink?", "help with NVLink", "да, NVLink", "好的，什么是 NVLink？", "test the KV cache"]
)
def test_a_message_that_names_something_is_a_question_however_it_begins(message):
    asked = read_question(message)
    assert (asked.talk, asked.bare) == (False, False)


@pytest.mark.parametrize(
    ("message", "before"), [("thanks", "What is NVLink?"), ("да", "Что такое NVLink?"), ("好的，谢谢", "什么是 NVLink？")]
)
def test_thanks_in_a_chat_ask_nothing_of_what_was_asked_before(message, before):
    assert make_standalone(message, [before]) == message


def test_thanks_between_two_questions_do_not_hide_what_the_first_was_about():
    assert make_standalone("how fast is it?", ["What is NVLink?", "thanks!"]) == "how fast is it (NVLink)?"


def test_a_note_may_be_called_like_a_word_that_asks_nothing():
    vault = {"Wiki/Ping.md": "# Ping\n\n## Definition\n\nPing is a program that asks a machine whether it is there.\n"}
    assert "asks a machine" in ask(lambda question: search(question, vault), "ping").markdown
    assert ask(lambda question: search(question, vault), "hello").status == "abstained"
