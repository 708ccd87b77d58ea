"""Glossary pages and tables into a new vault: every part of them arrives, nothing is overwritten, and a second time nothing happens."""

import os
from datetime import date

import pytest
from glossary.pages import GLUED, NOTICE, TURNS

from gpukb.config import load_config
from gpukb.errors import UsageError
from gpukb.glossary.planner import Options, plan_import
from gpukb.glossary.read_file import read_glossary
from gpukb.glossary.write import write_import
from gpukb.graph import build_graph
from gpukb.names import name_key
from gpukb.rewrite import RewriteError
from gpukb.starter import start_vault
from gpukb.vault import read_notes, scan

DAY = date(2026, 12, 1)


@pytest.fixture
def vault(tmp_path):
    return start_vault(tmp_path / "vault").root


def planned(root, text, name="page.txt", **options):
    parsed = read_glossary(text.encode(), name, {})
    return plan_import(root, load_config(root, environ={}).vault, parsed, name, Options(**options), DAY)


def imported(root, text, name="page.txt", **options):
    plan = planned(root, text, name, **options)
    write_import(plan)
    return plan


def notes_of(root):
    config = load_config(root, environ={}).vault
    return {note.path: note for note in read_notes(root, scan(root, config).files, config)}


def files_of(root):
    return {path: (root / path).read_bytes() for path in (file.path for file in scan(root, load_config(root, environ={}).vault).files)}


def statuses(plan):
    return [one.status for one in plan.terms]


@pytest.mark.parametrize(("text", "count"), [(GLUED, 6), (TURNS, 3), (NOTICE, 3)])
def test_each_term_name_definition_topic_section_and_notice_arrives(vault, text, count):
    plan = imported(vault, text)
    notes = notes_of(vault)
    assert plan.counts["new"] == len(plan.terms) == count
    for term in plan.terms:
        note, entry = notes[term.path], term.entry
        assert note.title == entry.term
        assert entry.definition in note.text.replace("\\", "")
        assert {name_key(name) for name in (entry.foreign, *entry.aliases) if name} <= {name_key(n) for n in (note.title, *note.aliases)}
        assert note.properties.get("explained_in", []) == list(entry.topics)
    (glossary,) = plan.glossaries
    note = notes[glossary.path]
    assert (note.properties["section"], note.properties.get("notice", "")) == (glossary.section, glossary.notice)
    config = load_config(vault, environ={}).vault
    edges = build_graph(notes.values(), (), config).edges(glossary.path)
    assert [edge.path for edge in edges if edge.link.relation == "lists"] == [term.path for term in plan.terms]


def test_the_notes_read_as_a_person_would_have_written_them(vault):
    imported(vault, NOTICE)
    assert (vault / "Hasła/Automatyczny system identyfikacji.md").read_text("utf-8") == (
        "---\naliases:\n  - AIS\n  - Automatyczny system identyfikacji (AIS)\nupdated: 2026-12-01\n---\n\n"
        "# Automatyczny system identyfikacji\n\n## Definicja\n\n"
        "Radiowe nadawanie nazwy, pozycji i kursu statku. Nie zastępuje obserwacji.\n"
    )
    names = ("Zanurzenie", "Automatyczny system identyfikacji", "Spinaker")
    listed = "".join(f"- [[Hasła/{name}|{name}]]\n" for name in names)
    assert (vault / "Hasła/Słowniczek - page.md").read_text("utf-8").endswith(f"## Terminy\n\n{listed}")


def test_a_second_import_changes_nothing(vault):
    for text in (GLUED, TURNS, NOTICE):
        imported(vault, text)
    before = files_of(vault)
    for text, name in ((GLUED, "page.txt"), (NOTICE, "page.txt")):
        plan = imported(vault, text, name)
        assert set(statuses(plan)) == {"unchanged"}
        assert [one.status for one in plan.glossaries] == ["unchanged"]
        assert (plan.new, plan.changed) == ((), ())
    assert files_of(vault) == before


def test_a_note_that_says_something_else_is_left_alone_and_told(vault):
    imported(vault, GLUED)
    before = (vault / "Вики/Navtex.md").read_bytes()
    plan = imported(vault, TURNS)
    (conflict,) = [one for one in plan.terms if one.status == "conflicting"]
    assert (conflict.path, conflict.entry.line) == ("Вики/Navtex.md", 7)
    assert conflict.there.startswith("Приём предупреждений")
    assert (vault / "Вики/Navtex.md").read_bytes() == before
    assert "[[Вики/Navtex|Navtex]]" in (vault / "Вики/Словарь яхтсмена.md").read_text("utf-8")


def test_replace_lets_the_file_speak(vault):
    imported(vault, GLUED)
    plan = imported(vault, TURNS, replace=True)
    assert [one.added for one in plan.terms if one.entry.term == "Navtex"] == [("definition",)]
    text = (vault / "Вики/Navtex.md").read_text("utf-8")
    assert "Служба предупреждений" in text
    assert "Приём" not in text
    assert "navigational telex" in text


def test_new_names_and_topics_are_added_where_the_definition_agrees(vault):
    imported(vault, TURNS)
    (vault / "Вики/Галс.md").write_text(
        "---\n# kept\naliases: [курс]\n---\n\n# Галс\n\nКурс относительно ветра: правый, если ветер дует справа.\n", "utf-8"
    )
    table = "term,lang,definition,aliases,section,topics\nГалс,ru,,tack | курс,Словарь яхтсмена,Словарь яхтсмена\n"
    plan = imported(vault, table, "t.csv")
    assert [(one.status, one.added) for one in plan.terms] == [
        ("changed", ("alias tack", "explained_in [[Вики/Словарь яхтсмена|Словарь яхтсмена]]"))
    ]
    text = (vault / "Вики/Галс.md").read_text("utf-8")
    assert text.startswith('---\n# kept\naliases: [курс, tack]\nexplained_in:\n  - "[[Вики/Словарь яхтсмена|Словарь яхтсмена]]"\n---\n')


def test_a_longer_list_is_added_to_the_glossary_that_is_there(vault):
    imported(vault, TURNS)
    plan = imported(vault, TURNS + "Фордевинд\nКурс, при котором ветер дует точно в корму.\n")
    assert [one.status for one in plan.glossaries] == ["changed"]
    assert (vault / "Вики/Словарь яхтсмена.md").read_text("utf-8").endswith("- [[Вики/Navtex|Navtex]]\n- [[Вики/Фордевинд|Фордевинд]]\n")


def test_a_notice_of_one_s_own_is_kept(vault):
    imported(vault, NOTICE)
    path = vault / "Hasła/Słowniczek - page.md"
    path.write_text(path.read_text("utf-8").replace("Definicje objaśniają", "Nasze definicje objaśniają"), "utf-8")
    (glossary,) = imported(vault, NOTICE).glossaries
    assert (glossary.status, glossary.there[:5]) == ("conflicting", "Nasze")
    assert [one.status for one in imported(vault, NOTICE, replace=True).glossaries] == ["changed"]


def test_one_concept_in_two_languages_is_offered_and_tied_when_asked(vault):
    imported(vault, GLUED)
    plan = planned(vault, NOTICE)
    offers = {one.entry.term: [(offer.kind, offer.path, offer.shared) for offer in one.offers] for one in plan.terms}
    assert offers["Automatyczny system identyfikacji"] == [("translation", "Вики/AIS.md", "AIS")]
    assert offers["Zanurzenie"] == []
    assert [one.offers for one in imported(vault, NOTICE, join=True).terms if one.entry.term == "Automatyczny system identyfikacji"] == [()]
    note = notes_of(vault)["Hasła/Automatyczny system identyfikacji.md"]
    assert note.properties["translation_of"] == "[[Вики/AIS]]"
    assert set(statuses(imported(vault, NOTICE, join=True))) == {"unchanged"}


@pytest.mark.parametrize(
    ("row", "lang"),
    [
        ("подсеть;Часть сети, адреса которой начинаются одинаково.", "ru"),
        ("子网;网络中地址以相同前缀开头的一部分。", "zh"),
        ("podsieć;To jest część sieci, której adresy zaczynają się tak samo.", "pl"),
        ("RTT;", "en"),
        ("NVLink;Interconnect.", "en"),
    ],
)
def test_a_term_among_others_is_in_the_language_of_its_own_words(vault, row, lang):
    table = "term;definition\nsubnet;A part of a network whose addresses begin alike.\nrouter;It passes packets to another network.\n"
    plan = imported(vault, f"{table}{row}\n", "t.csv")
    assert [one.lang for one in plan.terms] == ["en", "en", lang]
    heading = {"ru": "## Определение", "zh": "## 定义", "pl": "## Definicja", "en": "## Definition"}[lang]
    if not row.endswith(";"):
        assert heading in (vault / plan.terms[2].path).read_text("utf-8")


@pytest.mark.parametrize("definition", ["", "FLoating-point OPerations per Second", "Remote direct memory access", "hidden comment"])
def test_a_latin_name_or_expansion_makes_no_english_term_of_a_russian_one(vault, definition):
    table = "term;definition\nПодсеть;Часть сети, адреса которой начинаются одинаково.\nШлюз;Передаёт пакеты из одной сети в другую.\n"
    assert [one.lang for one in planned(vault, f"{table}RDMA;{definition}\n", "t.csv").terms] == ["ru", "ru", "ru"]


def test_the_language_that_is_said_goes_before_that_of_the_words(vault):
    table = "term;definition\nsubnet;A part of a network.\nподсеть;Часть сети с общим началом адресов.\n"
    assert [one.lang for one in planned(vault, table, "t.csv", lang="en").terms] == ["en", "en"]


def test_another_name_of_a_term_is_offered_and_becomes_an_alias_when_asked(vault):
    imported(vault, GLUED)
    text = "Словарь радиста\nСудовой опознаватель (AIS)\nПередача имени, места и курса судов по радио.\nЕщё слово\nИ его смысл.\n"
    plan = planned(vault, text)
    assert [(offer.kind, offer.path) for offer in plan.terms[0].offers] == [("alias", "Вики/AIS.md")]
    assert plan.terms[0].told == ("the name 'AIS' is Вики/AIS.md's and was not added",)
    plan = imported(vault, text, join=True)
    assert (plan.terms[0].path, plan.terms[0].status) == ("Вики/AIS.md", "changed")
    assert "Судовой опознаватель" in notes_of(vault)["Вики/AIS.md"].aliases
    assert not (vault / "Вики/Судовой опознаватель.md").exists()


def test_a_note_called_as_the_term_is_printed_is_the_terms(vault):
    imported(vault, "term,lang,definition,aliases\nAIS,pl,Nadawanie pozycji.,Automatyczny system identyfikacji (AIS)\n", "t.csv")
    plan = imported(vault, NOTICE)
    assert [(one.path, one.status) for one in plan.terms][1] == ("Hasła/AIS.md", "conflicting")
    assert "Automatyczny system identyfikacji" in notes_of(vault)["Hasła/AIS.md"].aliases
    assert not (vault / "Hasła/Automatyczny system identyfikacji.md").exists()


def test_a_table_ties_what_it_calls_one_concept(vault):
    table = "term,lang,definition,concept\nТрим,ru,Настройка.,x\nTrim,en,Tuning.,x\nTrym,pl,Ustawienie.,x\nKeel,en,A beam.,y\n"
    plan = imported(vault, table, "t.csv")
    notes = notes_of(vault)
    assert [notes[path].properties.get("translation_of") for path in ("Wiki/Trim.md", "Hasła/Trym.md", "Вики/Трим.md", "Wiki/Keel.md")] == [
        "[[Вики/Трим]]", "[[Вики/Трим]]", None, None,
    ]  # fmt: skip
    assert plan.glossaries == ()
    (vault / "Hasła/Trym.md").write_text("# Trym\n\nUstawienie.\n", "utf-8")
    again = imported(vault, table, "t.csv")
    assert statuses(again) == ["unchanged", "unchanged", "changed", "unchanged"]
    assert notes_of(vault)["Hasła/Trym.md"].properties == {"translation_of": "[[Вики/Трим]]"}


def test_a_term_said_twice_counts_once(vault):
    plan = imported(vault, "term,lang,definition\nKeel,en,A beam.\nkeel,en,Another.\nKeel,pl,Stępka.\n", "t.csv")
    assert [(one.line, one.why) for one in plan.parsed.skipped] == [(3, "the same term as in line 2")]
    assert [one.path for one in plan.terms] == ["Wiki/Keel.md", "Hasła/Keel.md"]


def test_a_name_that_is_a_term_of_its_own_is_no_alias(vault):
    plan = imported(vault, "term,lang,definition,aliases\nKeel,en,A beam.,Fin\nFin,en,A small keel.,\n", "t.csv")
    assert statuses(plan) == ["new", "new"]
    assert plan.terms[0].told == ("the name 'Fin' is that of line 3 and was not added",)


def test_names_that_make_one_file_name_get_two_files(vault):
    plan = imported(vault, "term,lang,definition\nC,en,A letter.\nC#,en,A note.\nCON,en,A device.\n", "t.csv")
    assert [one.path for one in plan.terms] == ["Wiki/C.md", "Wiki/C (2).md", "Wiki/CON_.md"]
    assert {note.title for note in notes_of(vault).values()} >= {"C", "C#", "CON"}


@pytest.mark.parametrize(
    "definition",
    [
        "Uses *stars* and _lines_ and `code` and [[links]] and #tags and %%comments%%.",
        "# no heading",
        "1. no list",
        "- no list",
        "a | b <b>c</b> &amp; $x$ ~~y~~ ==z== ^id",
        "key:: [[value]]",
        "C:\\path\\to",
        "![[picture.png]] [^1] > quote",
        "See https://example.org/a_b*c for more.",
        "First paragraph.\n\nSecond one.",
    ],
)
def test_what_looks_like_markup_stays_text(vault, definition):
    imported(vault, f'term,lang,definition\nKeel,en,"{definition}"\n', "t.csv")
    assert statuses(imported(vault, f'term,lang,definition\nKeel,en,"{definition}"\n', "t.csv")) == ["unchanged"]
    note = notes_of(vault)["Wiki/Keel.md"]
    assert (list(note.links), note.tags) == ([], ())


def test_nothing_is_written_while_a_name_is_undecided(vault):
    before = files_of(vault)
    plan = planned(vault, GLUED.replace("Тримtrim", "Sail trimadjustment"))
    assert [one.line for one in plan.parsed.undecided] == [13]
    assert (plan.terms, plan.new, plan.changed) == ((), (), ())
    assert files_of(vault) == before


def test_all_of_a_file_is_written_or_nothing(vault, monkeypatch):
    imported(vault, TURNS)
    plan = planned(vault, GLUED, replace=True)
    (vault / "Вики/Navtex.md").write_text("changed meanwhile", "utf-8")
    before = files_of(vault)
    with pytest.raises(RewriteError, match="meanwhile"):
        write_import(plan)
    assert files_of(vault) == before
    plan = planned(vault, GLUED, replace=True)
    (vault / plan.new[-1].file).write_text("in the way", "utf-8")
    before = files_of(vault)
    with pytest.raises(RewriteError, match="nothing was changed"):
        write_import(plan)
    assert files_of(vault) == before
    assert not [name for name in os.listdir(vault / "Вики") if name.startswith(".")]


def test_a_link_that_led_elsewhere_keeps_leading_there(vault):
    (vault / "Wiki/Trim.md").write_text("# Trim\n\nTuning.\n", "utf-8")
    (vault / "Start.md").write_text("[[Trim]]", "utf-8")
    imported(vault, "term,lang,definition\nTrim,pl,Ustawienie.\n", "t.csv")
    assert "[[Wiki/Trim|Trim]]" in (vault / "Start.md").read_text("utf-8") or notes_of(vault)["Start.md"].links[0].target == "Trim"
    config = load_config(vault, environ={}).vault
    graph = build_graph(notes_of(vault).values(), (), config)
    assert [edge.path for edge in graph.edges("Start.md")] == ["Wiki/Trim.md"]


@pytest.mark.parametrize("terms", [("C#", "C"), ("C", "C#")])
@pytest.mark.parametrize("together", [True, False])
def test_terms_whose_files_share_a_name_are_told_apart_in_every_run(vault, terms, together):
    rows = [f"{term},en,Definition of {term}.\n" for term in terms]
    for text in ["".join(rows)] if together else rows:
        imported(vault, f"term,lang,definition\n{text}", "t.csv", replace=True)
    before = files_of(vault)
    again = imported(vault, "term,lang,definition\n" + "".join(rows), "t.csv", replace=True)
    assert statuses(again) == ["unchanged", "unchanged"]
    assert files_of(vault) == before
    assert {term.entry.term: notes_of(vault)[term.path].title for term in again.terms} == dict(zip(terms, terms, strict=True))


def test_a_title_and_an_alias_go_before_the_name_of_a_file(vault):
    (vault / "Wiki/Keel.md").write_text("# Beam of a ship\n\nWood.\n", "utf-8")
    assert planned(vault, "term,lang,definition\nKeel,en,A beam.\n", "t.csv").terms[0].path == "Wiki/Keel.md"
    (vault / "Wiki/Other.md").write_text("---\naliases: [Keel]\n---\n# Other\n\nWood.\n", "utf-8")
    assert planned(vault, "term,lang,definition\nKeel,en,A beam.\n", "t.csv").terms[0].path == "Wiki/Other.md"


def test_a_private_note_is_neither_shown_nor_overwritten(vault):
    (vault / "Wiki/Keel.md").write_text("---\nprivate: true\n---\n# Keel\n\nSecret.\n", "utf-8")
    plan = imported(vault, "term,lang,definition\nKeel,en,A beam.\n", "t.csv")
    assert plan.terms[0].path == "Wiki/Keel (2).md"
    assert plan.terms[0].there == ""


def test_what_the_vault_cannot_take_is_told(vault):
    with pytest.raises(UsageError, match="no folder"):
        planned(vault, "term,lang,definition\nKiel,de,Ein Balken.\n", "t.csv")
    with pytest.raises(UsageError, match="--lang"):
        planned(vault, "term,definition\nX,1\n", "t.csv")
    config = vault / "gpukb.toml"
    config.write_text(config.read_text("utf-8").replace("[relations.lists]", "[relations.other]"), "utf-8")
    with pytest.raises(UsageError, match=r"relations\.lists"):
        planned(vault, TURNS)
