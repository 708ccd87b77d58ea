"""Which language answers where the asker's own notes are near, and a note that only another language has says it."""

from dataclasses import replace

import pytest
from answer.small import search

from gpukb.answer import ask
from gpukb.answer.elsewhere import is_told_elsewhere, lacking
from gpukb.answer.evidence import Evidence, Strength
from gpukb.answer.pieces import pieces_of
from gpukb.answer.question import read_question
from gpukb.answer.rank import Ranked

NEAR = "# LoRA\n\n## Numbers\n\nQLoRA needs little memory: a model of 65 billion parameters is tuned on a card with 48 GB.\n"
TELLS = "# LoRA или полное дообучение: что выбрать\n\n## Цифры\n\nQLoRA для модели 8B занимает 6 ГБ памяти карты.\n"
CARDS = "# Cards\n\n## Numbers\n\nAn 8B model in bf16 needs a card with 24 GB.\n"
VAULT = {"Wiki/LoRA.md": NEAR, "Wiki/Cards.md": CARDS, "Ответы/LoRA.md": TELLS}
QUESTION = "How much memory does QLoRA need for an 8B model?"


def source(path, **changes):
    return next(replace(one, **changes) for one in search("QLoRA", VAULT).sources if one.note.path == path)


def judged(path, outcome="enough", *, nearness=1.0, agreement=1.2, **changes):
    piece = pieces_of(source(path, **changes))[0]
    return (Ranked(piece, 1.0, {"nearness": nearness}),), Evidence(outcome, 0.8, Strength(agreement=agreement), "same")


FOUND = replace(search(QUESTION, VAULT), vectors=True)


def told(question=QUESTION, here=None, there=None):
    here = here or judged("Wiki/LoRA.md", nearness=0.9)
    return is_told_elsewhere(read_question(question), FOUND, here, there or judged("Ответы/LoRA.md", nearness=1.1))


def test_a_note_with_all_names_and_numbers_answers_where_none_here_holds_them():
    assert told()


@pytest.mark.parametrize(
    "question",
    [
        "How much memory does QLoRA need?",  # what is named stands here too
        "How much memory does QLoRA need for a 13B model?",  # or there neither
    ],
)
def test_a_note_that_holds_no_more_of_the_names_does_not(question):
    assert not told(question)


def test_nor_does_one_that_is_no_nearer_or_not_sure():
    assert not told(there=judged("Ответы/LoRA.md", nearness=0.95))
    assert not told(there=judged("Ответы/LoRA.md", "weak", nearness=1.1))
    assert not told(there=judged("Ответы/LoRA.md", "none", nearness=1.1))


@pytest.mark.parametrize(
    ("title", "agreement", "leads"),
    [(1.3, 0.9, True), (1.3, 1.3, False), (1.6, 1.3, True), (1.1, 0.9, False)],
)
def test_a_title_that_asks_the_same_leads_where_no_sentence_here_says_much_of_it(title, agreement, leads):
    here = judged("Wiki/LoRA.md", nearness=0.9, agreement=agreement)
    there = judged("Ответы/LoRA.md", "weak", nearness=1.1, title=title)
    assert told("Should I tune all weights?", here, there) is leads


def test_only_what_the_asker_s_language_lacks_is_weighed_against_its_notes():
    question, here = read_question(QUESTION), judged("Wiki/LoRA.md")
    alone, translated = source("Ответы/LoRA.md", untranslated=True), source("Ответы/LoRA.md")
    assert lacking(question, FOUND, here, [alone, translated]) == (alone,)
    assert lacking(question, replace(FOUND, vectors=False), here, [alone]) == ()
    assert lacking(question, FOUND, judged("Wiki/LoRA.md", "none"), [alone]) == ()


@pytest.mark.parametrize(("untranslated", "lang"), [(True, "ru"), (False, "en")])
def test_the_answer_quotes_the_other_language_and_says_so(untranslated, lang):
    def find(text):
        found = search(text, VAULT)
        nearness = {"Wiki/LoRA.md": 1.3, "Wiki/Cards.md": 0.5, "Ответы/LoRA.md": 1.45}
        return replace(
            found,
            vectors=True,
            sources=tuple(
                replace(
                    one,
                    concept=one.note.path,
                    nearness=nearness[one.note.path],
                    sentences={(one.start, one.end): nearness[one.note.path]},
                    untranslated=untranslated and one.lang == "ru",
                )
                for one in found.sources
            ),
        )

    answer = ask(find, QUESTION)
    assert {one.note.lang for one in answer.citations} == {lang}
    assert ("(in Russian)" in answer.markdown) is untranslated
