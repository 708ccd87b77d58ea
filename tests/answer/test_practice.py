"""Questions for a way to do something: the steps are told in the asker's language, and shown where they come closest."""

from dataclasses import replace
from textwrap import dedent

import pytest
from answer.small import search

from gpukb import KnowledgeBase
from gpukb.answer.evidence import WEAK, Evidence, Strength
from gpukb.answer.practice import ALMOST_WEAK, steps_told
from gpukb.answer.question import read_question
from gpukb.answer.rank import rank_pieces

CONFIG = """
[folders]
how-en = { type = "practice", lang = "en" }
how-ru = { type = "practice", lang = "ru" }
how-zh = { type = "practice", lang = "zh" }
how-pl = { type = "practice", lang = "pl" }
"""
NOTES = {
    "how-en/Drill.md": """
        # Patch the hull

        ## Goal

        A boat that floats.

        ## Steps

        1. Pull it ashore.
        2. Tar the seam.
        """,
    "how-ru/Учение.md": """
        ---
        translation_of: "[[how-en/Drill]]"
        ---
        # Заделать борт

        ## Цель

        Лодка, которая держится на воде.

        ## Шаги

        1. Вытащите её на берег.
        2. Просмолите шов.
        """,
    "how-zh/演练.md": """
        ---
        translation_of: "[[how-en/Drill]]"
        ---
        # 修补船体

        ## 步骤

        1. 把船拖上岸。
        2. 给接缝涂焦油。
        """,
    "how-pl/Ćwiczenie.md": """
        ---
        translation_of: "[[how-en/Drill]]"
        ---
        # Załatać burtę

        ## Kroki

        1. Wyciągnij ją na brzeg.
        2. Zasmołuj szew.
        """,
}
ASKED = {"en": "how to mend a leak?", "ru": "как починить течь?", "zh": "怎么修漏水？", "pl": "jak naprawić przeciek?"}
STEPS = {"en": "Tar the seam.", "ru": "Просмолите шов.", "zh": "给接缝涂焦油。", "pl": "Zasmołuj szew."}


@pytest.fixture(scope="module")
def boats(tmp_path_factory):
    folder = tmp_path_factory.mktemp("boats")
    for path, text in NOTES.items():
        (file := folder / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text).lstrip(), "utf-8")
    (folder / "vault" / "gpukb.toml").write_text(CONFIG, "utf-8")
    with KnowledgeBase.open(folder / "vault", index=folder / "index", vectors=False) as kb:
        yield kb


def told(kb, named, asked, outcome="enough", confidence=0.8, **changes):
    """What is told for the question where a search for `named` found the best piece."""
    with kb.evidence() as find:
        found = find(named)
        question = read_question(asked)
        evidence = replace(Evidence(outcome, confidence, Strength(), "other"), **changes)
        pieces, after = steps_told(question, found, rank_pieces(question, found), evidence, question.lang)
        return [piece.raw for piece in pieces], after


@pytest.mark.parametrize(("lang", "elsewhere"), [("en", "ru"), ("ru", "en"), ("zh", "ru"), ("pl", "en")])
def test_steps_found_in_another_language_are_told_in_the_asker_s(boats, lang, elsewhere):
    steps, evidence = told(boats, STEPS[elsewhere], ASKED[lang])
    assert STEPS[lang] in steps[0]
    assert evidence.outcome == "enough"


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_steps_found_in_the_asker_s_language_are_told_by_their_rank(boats, lang):
    assert told(boats, STEPS[lang], ASKED[lang])[0] == []


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_is_almost_enough_shows_the_nearest_steps_as_no_more_than_near(boats, lang):
    steps, evidence = told(boats, STEPS[lang], ASKED[lang], "none", ALMOST_WEAK + 0.01)
    assert STEPS[lang] in steps[0]
    assert (evidence.outcome, evidence.confidence) == ("weak", WEAK)


@pytest.mark.parametrize(
    ("asked", "changes"),
    [
        (ASKED["en"], {"confidence": ALMOST_WEAK - 0.01}),
        (ASKED["en"], {"barred": True}),
        ("why does it leak?", {}),
        ("how does a leak work?", {}),
    ],
)
def test_nothing_is_shown_where_less_speaks_for_it_or_no_way_is_asked_for(boats, asked, changes):
    steps, evidence = told(boats, STEPS["en"], asked, **({"outcome": "none", "confidence": 0.45} | changes))
    assert (steps, evidence.outcome) == ([], "none")


def test_a_note_that_tells_no_way_is_not_shown_for_one():
    question = read_question("Как включить шину NVLink?")
    found = search(question.text)
    evidence = Evidence("none", 0.45, Strength(), "words")
    assert steps_told(question, found, rank_pieces(question, found), evidence, "ru") == ((), evidence)


def test_a_version_is_read_whole_in_the_language_asked_for(boats):
    with boats.evidence() as find:
        found = find("Pull it ashore")
        note = found.sources[0].note.id
        assert {source.note.path for source in found.version_of(note, "ru")} == {"how-ru/Учение.md"}
        assert {source.note.path for source in found.version_of(note, "en")} == {"how-en/Drill.md"}
        assert found.version_of(note, "de") == ()
    with boats.evidence(exclude=["how-ru/Учение.md"]) as find:
        assert find("Pull it ashore").version_of(note, "ru") == ()


@pytest.mark.parametrize(("asked", "lang"), [("как Tar the seam?", "ru"), ("怎么 Patch the hull？", "zh")])
def test_an_answer_cites_the_steps_of_the_asker_s_language(boats, asked, lang):
    answer = boats.ask(asked)
    assert answer.status == "grounded"
    assert STEPS[lang] in answer.citations[0].quote.exact
