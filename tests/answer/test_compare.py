"""Questions that compare two things, over a vault about boats with the real search and words alone."""

import pytest
from answer.library import write_library

from gpukb import KnowledgeBase
from gpukb.answer.question import read_question
from gpukb.answer.sides import sides_of


@pytest.fixture(scope="module")
def boats(tmp_path_factory):
    folder = tmp_path_factory.mktemp("boats")
    with KnowledgeBase.open(write_library(folder / "vault"), index=folder / "index", vectors=False) as kb:
        yield kb


TWO = [
    ("How is a canoe different from a kayak?", ("canoe", "kayak")),
    ("Which is safer, a ferry or a raft?", ("ferry", "raft")),
    ("canoe or kayak?", ("canoe", "kayak")),
    ("Is a sail faster than an oar?", ("sail", "oar")),
    ("compare canoes with rafts", ("canoes", "rafts")),
    ("Чем байдарка отличается от каноэ?", ("байдарка", "каноэ")),
    ("что выбрать: плот или паром", ("плот", "паром")),
    ("паром дешевле, чем мост?", ("паром", "мост")),
    ("Jaka jest różnica między kanu a kajakiem?", ("kanu", "kajakiem")),
    ("co jest lepsze: kanu czy kajak", ("kanu", "kajak")),
    ("独木舟和皮划艇哪个好？", ("独木舟", "皮划艇")),
    ("帆船比渡轮快吗？", ("帆船", "渡轮")),
]


@pytest.mark.parametrize(("question", "sides"), TWO)
def test_the_two_things_of_a_comparison_are_told_apart(question, sides):
    told = sides_of(read_question(question))
    assert (told.first, told.second) == sides


@pytest.mark.parametrize(
    "question",
    [
        "What is a canoe?",
        "How many seats does a kayak have?",
        "what is a raft and when does it sink",
        "Что такое паром?",
        "fsdp的s是shared还是sharded",
    ],
)
def test_a_question_about_one_thing_compares_nothing(question):
    assert sides_of(read_question(question)) is None


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the difference between a canoe and a kayak?", "Unlike a kayak it is open above"),
        ("canoe vs kayak", "Unlike a kayak it is open above"),
        ("Kayak or canoe?", "Unlike a kayak it is open above"),
        ("чем отличается каноэ от байдарки", "В отличие от байдарки каноэ открыто"),
        ("В чём разница между байдаркой и каноэ?", "В отличие от байдарки каноэ открыто"),
        ("独木舟和皮划艇有什么区别？", "与皮划艇相比，独木舟上面敞开"),
        ("皮划艇还是独木舟？", "与皮划艇相比，独木舟上面敞开"),
        ("Czym różni się kanu od kajaka?", "ładunek kładzie się do środka łatwiej niż do kajaka"),
        ("kajak czy kanu?", "ładunek kładzie się do środka łatwiej niż do kajaka"),
    ],
)
def test_a_sentence_that_compares_both_answers_in_the_askers_language(boats, question, said):
    answer = boats.ask(question)
    assert answer.status == "grounded"
    assert said in answer.markdown
    assert "rent one" not in answer.markdown, "a third thing, of one of them"


def test_what_leaves_one_thing_unnamed_is_introduced_by_what_that_is(boats):
    answer = boats.ask("What is the difference between a canoe and a kayak?")
    assert answer.markdown.startswith("A canoe is an open boat")


def test_a_note_of_both_goes_first_with_what_it_says_in_short(boats):
    answer = boats.ask("How do sail and oar differ?")
    assert answer.markdown.startswith("Sail and oar are the two old ways")
    assert "whereas the oar asks for rest" in answer.markdown


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("What is the difference between a raft and a ferry?", "A raft is a flat float", "A ferry is a ship"),
        ("Чем паром отличается от байдарки?", "Паром — это судно", "Байдарка — это закрытая лодка"),
    ],
)
def test_where_nothing_compares_them_each_is_told_what_it_is(boats, question, first, second):
    answer = boats.ask(question)
    assert first in answer.markdown
    assert second in answer.markdown
    assert len(answer.sentences) == 2


def test_a_name_of_several_words_is_one_thing(boats):
    said = boats.ask("What is the difference between a square sail and a fore sail?").markdown
    assert "unlike a square sail it can tack" in said
    assert "A square sail hangs across the boat." in said


def test_in_what_they_are_compared_must_be_said_or_the_answer_is_weak(boats):
    assert boats.ask("What is the difference between a canoe and a kayak in price?").status != "grounded"


def test_a_thing_that_no_note_knows_is_compared_with_nothing(boats):
    assert boats.ask("What is the difference between a canoe and a Zeppelin?").status != "grounded"
