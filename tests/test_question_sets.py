"""The question sets of bench/ are honest: what they call the answer stands in the notes that they call right."""

from collections import Counter
from pathlib import Path

import pytest

from gpukb.evaluate import load
from gpukb.plain import plain_text

ROOT = Path(__file__).parents[1]
VAULT = ROOT / "vault"
SETS = ("vault", "vault-fresh", "gpu-glossary", "gpu-glossary-zh", "itmo-notes-ru")


def questions(name):
    folder = ROOT / "bench/sets" / name
    splits = sorted(path.stem for path in (folder / "qrels").iterdir())
    return [question for split in splits for question in load(folder, split, lambda: VAULT).questions]


@pytest.mark.parametrize("name", ["vault", "vault-fresh"])
def test_each_answer_string_stands_in_a_right_note(name):
    for question in (question for question in questions(name) if question.answerable):
        texts = [(VAULT / path).read_text("utf-8") for path in question.gold]
        read = [" ".join(form.split()) for text in texts for form in (text, plain_text(text).text)]
        assert question.answers
        for answer in question.answers:
            assert any(answer in text for text in read), (question.id, answer)


def test_no_question_is_asked_twice_and_no_half_shares_one_with_the_other():
    asked = Counter(question.text for name in SETS for question in questions(name))
    assert [text for text, count in asked.items() if count > 1] == []


@pytest.mark.parametrize(("group", "least"), [("ru", 25), ("en", 25), ("zh", 25), ("pl", 25), ("across", 40)])
def test_a_hundred_questions_in_four_languages_a_third_of_them_across(group, least):
    asked = [question for name in SETS for question in questions(name) if question.answerable]
    assert len(asked) >= 100
    assert sum(group in question.groups for question in asked) >= least


def test_sixty_things_are_asked_that_no_note_says():
    asked = [question for question in questions("vault") if not question.answerable]
    assert Counter(question.groups for question in asked) == {("ru",): 15, ("en",): 15, ("zh",): 15, ("pl",): 15}
