"""Questions for one side of a thing, over a vault about boats with the real search and words alone."""

import pytest
from answer.library import write_library

from gpukb import KnowledgeBase
from gpukb.answer.question import read_question

SAUNA = """
# Баня

## Определение

Баня — это дом, где моются паром.

## Грабли

- Угар незаметен: не закрывайте трубу рано.
"""


@pytest.fixture(scope="module")
def boats(tmp_path_factory):
    folder = tmp_path_factory.mktemp("boats")
    with KnowledgeBase.open(write_library(folder / "vault", ru__Баня=SAUNA), index=folder / "index", vectors=False) as kb:
        yield kb


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what are the drawbacks of a canoe?", "Waves fill it from the side."),
        ("What are the main disadvantages of canoes?", "Waves fill it from the side."),
        ("risks of a canoe", "Waves fill it from the side."),
        ("limitations of the kayak", "Getting out after a capsize must be learnt."),
        ("минусы каноэ", "Волна заливает его с борта."),
        ("Какие есть недостатки у каноэ?", "Волна заливает его с борта."),
        ("独木舟有什么缺点？", "海浪会从侧面灌进来。"),
        ("独木舟的风险", "海浪会从侧面灌进来。"),
        ("wady kanu", "Fala zalewa je z boku."),
        ("Jakie są słabe strony kanu?", "Fala zalewa je z boku."),
    ],
)
def test_the_drawbacks_of_a_thing_are_what_its_note_warns_of(boats, question, said):
    answer = boats.ask(question)
    assert answer.status == "grounded"
    assert said in answer.markdown
    assert len(answer.sentences) == 1, "the section, and nothing beside it"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("advantages of a canoe", "loads go in and out quickly"),
        ("преимущества каноэ", "груз легко положить"),
        ("独木舟的优点是什么", "装卸货物更快"),
        ("zalety kanu", "ładunek kładzie się do środka łatwiej"),
        ("canoe specs", "5.5"),
    ],
)
def test_other_sides_have_their_sections_too(boats, question, said):
    assert said in boats.ask(question).markdown


def test_a_heading_means_what_stands_in_its_place_in_the_templates_of_other_languages(boats):
    assert "Угар незаметен" in boats.ask("недостатки бани").markdown


def test_a_side_that_the_askers_language_lacks_is_told_in_another(boats):
    answer = boats.ask("wady kajaka")
    assert "Getting out after a capsize" in answer.markdown
    assert {citation.lang for citation in answer.citations} == {"en"}


@pytest.mark.parametrize(
    "question", ["drawbacks of a Zeppelin", "минусы дирижабля", "what are the risks of a canoe made of paper on Mars?"]
)
def test_what_no_note_is_about_or_what_asks_for_more_is_told_no_section(boats, question):
    answer = boats.ask(question)
    assert "Waves fill it from the side.\n- Wind" not in answer.markdown


def test_the_word_for_a_side_tells_the_language():
    assert [read_question(text).lang for text in ("wady MIG", "zalety RoCE", "NVLink specs", "MPS drawbacks")] == ["pl", "pl", "en", "en"]
