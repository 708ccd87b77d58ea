from glossary.pages import GLUED, NOTICE, TURNS

from gpukb.glossary.entry import Listing
from gpukb.glossary.lines import read_lines
from gpukb.glossary.splits import Split


def test_a_list_with_glued_names_and_topics_loses_nothing():
    parsed = read_lines(GLUED, {})
    assert [(one.line, one.term, one.foreign, one.guessed) for one in parsed.entries] == [
        (3, "Осадка судна", "draught", False),
        (5, "2D-обводы", "2d lines", False),
        (7, "Spinnaker", "spinnaker", False),
        (9, "AIS", "automatic identification system", False),
        (11, "Navtex", "navigational telex", True),
        (13, "Трим", "trim", False),
    ]
    assert [one.topics for one in parsed.entries] == [
        ("Устройство судна: корпус, киль и рангоут",),
        ("Устройство судна: корпус, киль и рангоут",),
        ("Паруса",),
        ("Связь на борту",),
        ("Связь на борту",),
        (),
    ]
    assert parsed.entries[2].definition == "Лёгкий парус для попутного ветра (ставят перед мачтой)."
    assert {one.listings for one in parsed.entries} == {(Listing("Парусное дело"),)}
    assert (parsed.title, parsed.skipped, parsed.undecided, parsed.told) == ("Глоссарий: Парусное дело", (), (), ())
    assert parsed.description.startswith("6 терминов раздела")


def test_every_line_of_the_list_is_accounted_for():
    parsed = read_lines(GLUED, {})
    found = parsed.title + parsed.description
    found += "".join(
        one.term + one.foreign + one.definition + "".join(f"Разбор: {topic}" for topic in one.topics) for one in parsed.entries
    )
    assert found == "".join(line.removeprefix("- ") for line in GLUED.splitlines())


def test_terms_and_definitions_by_turns_have_a_title_and_an_introduction():
    parsed = read_lines(TURNS, {})
    assert [one.term for one in parsed.entries] == ["Галс", "Бакштаг", "Navtex"]
    assert (parsed.title, parsed.description) == ("Словарь яхтсмена", "Всё о парусах")
    assert parsed.entries[0].listings == (Listing("Словарь яхтсмена"),)


def test_a_last_sentence_is_the_notice_and_brackets_hold_another_name():
    parsed = read_lines(NOTICE, {})
    assert [one.term for one in parsed.entries] == ["Zanurzenie", "Automatyczny system identyfikacji", "Spinaker"]
    assert parsed.entries[1].aliases == ("AIS", "Automatyczny system identyfikacji (AIS)")
    assert parsed.entries[0].listings == (Listing("", "Definicje objaśniają pojęcia; nie zastępują przepisów portowych."),)


def test_a_name_that_cannot_be_cut_is_reported_and_settled_by_a_person():
    text = GLUED.replace("Тримtrim", "Sail trimadjustment")
    (undecided,) = read_lines(text, {}).undecided
    assert (undecided.line, undecided.text) == (13, "Sail trimadjustment")
    settled = read_lines(text, {"Sail trimadjustment": Split("Sail trim", "adjustment")})
    assert settled.undecided == ()
    assert settled.entries[-1].aliases == ("adjustment",)


def test_a_line_without_its_other_half_is_reported():
    text = TURNS.replace("Бакштаг\n", "Бакштаг\nЕщё один\n")
    parsed = read_lines(text, {})
    assert [(one.line, one.text) for one in parsed.skipped] == [(5, "Бакштаг")]
    assert [one.term for one in parsed.entries] == ["Галс", "Ещё один", "Navtex"]


def test_a_page_that_says_another_number_of_terms_is_told():
    (told,) = read_lines(GLUED.replace("6 терминов", "7 терминов"), {}).told
    assert "7 terms, and 6" in told


def test_chinese_is_read_too():
    text = "术语表：航海\n1. 吃水draught\n2. 船体没入水中的深度。详解：船体结构\n3. 缩帆reefing\n4. 风大时减小帆面积。\n"
    parsed = read_lines(text, {})
    assert [(one.term, one.foreign, one.topics) for one in parsed.entries] == [("吃水", "draught", ("船体结构",)), ("缩帆", "reefing", ())]
    assert parsed.entries[0].listings == (Listing("航海"),)


def test_text_without_terms_has_no_entries():
    parsed = read_lines("Просто предложение.\nИ ещё одно.\n", {})
    assert parsed.entries == ()
    assert [one.line for one in parsed.skipped] == [1, 2]
