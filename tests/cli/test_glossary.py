import io
import json

import pytest
from glossary.pages import GLUED, TURNS

from gpukb.cli import run
from gpukb.starter import start_vault


@pytest.fixture
def vault(tmp_path, monkeypatch):
    root = start_vault(tmp_path / "vault").root
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GPUKB_VAULT", str(root))
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")
    (tmp_path / "sails.txt").write_text(GLUED, "utf-8")
    return root


def test_a_dry_run_says_what_would_happen_and_changes_nothing(vault, capsys):
    assert run(["glossary", "import", "sails.txt", "--dry-run"]) == 0
    out, err = capsys.readouterr()
    assert "sails.txt:3  new          Осадка судна · draught  Вики/Осадка судна.md\n" in out
    assert "sails.txt:11  new          Navtex · navigational telex ≈  Вики/Navtex.md\n" in out
    assert "Парусное дело: 6 terms, 6 of them new there" in out
    assert err.splitlines()[-1] == "would be imported: 6 new"
    assert "Паруса; Связь на борту" in err
    assert list((vault / "Вики").iterdir()) == []


def test_a_second_import_reports_each_term_as_unchanged(vault, capsys):
    assert run(["glossary", "import", "sails.txt"]) == 0
    assert run(["glossary", "import", "sails.txt", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out.partition("{")[2].join(("{", "")))
    assert printed["counts"] == {"new": 0, "changed": 0, "unchanged": 6, "conflicting": 0, "skipped": 0, "undecided": 0}
    assert [term["line"] for term in printed["terms"]] == [3, 5, 7, 9, 11, 13]


def test_an_undecided_name_stops_the_import_until_it_is_settled(vault, tmp_path, capsys):
    (tmp_path / "sails.txt").write_text(GLUED.replace("Тримtrim", "Sail trimadjustment"), "utf-8")
    assert run(["glossary", "import", "sails.txt"]) == 1
    assert "sails.txt:13  undecided    Sail trimadjustment" in capsys.readouterr().out
    assert list((vault / "Вики").iterdir()) == []
    (tmp_path / "splits.tsv").write_text("Sail trim\tadjustment\n", "utf-8")
    assert run(["glossary", "import", "sails.txt", "--splits", "splits.tsv"]) == 0
    assert (vault / "Вики/Sail trim.md").exists()


def test_a_conflict_shows_both_definitions(vault, tmp_path, capsys):
    (tmp_path / "turns.txt").write_text(TURNS, "utf-8")
    assert run(["glossary", "import", "sails.txt"]) == 0
    assert run(["glossary", "import", "turns.txt"]) == 0
    out = capsys.readouterr().out
    assert "turns.txt:7  conflicting  Navtex" in out
    assert "the note says: Приём" in out
    assert "the file says: Служба" in out


def test_a_file_that_is_not_there_or_holds_no_terms_is_told(vault, tmp_path, capsys):
    assert run(["glossary", "import", "none.txt"]) == 2
    (tmp_path / "none.txt").write_text("Просто текст.", "utf-8")
    assert run(["glossary", "import", "none.txt"]) == 1
    assert "nothing was imported: 1 skipped" in capsys.readouterr().err


def test_what_came_in_goes_out_to_a_file_or_to_stdout(vault, tmp_path, capsys):
    assert run(["glossary", "import", "sails.txt", "-q"]) == 0
    capsys.readouterr()
    assert run(["glossary", "export", "--format", "csv"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("term,lang,definition,aliases,section,notice,topics,concept\n2D-обводы,ru,Чертёж корпуса")
    assert run(["glossary", "export", "-o", "t.csv", "--bom"]) == 0
    assert (tmp_path / "t.csv").read_bytes() == b"\xef\xbb\xbf" + out.encode()
    assert capsys.readouterr().err == "t.csv: 6 terms\n"
    assert run(["glossary", "export", "--format", "apkg", "-o", "t.apkg"]) == 0
    assert (tmp_path / "t.apkg").read_bytes()[:2] == b"PK"
    assert run(["glossary", "export", "--format", "apkg", "--lang", "ru", "--to", "pl", "-o", "t.apkg"]) == 2
    assert run(["glossary", "export", "--section", "Нет такого"]) == 1
    assert run(["glossary", "export", "-o", "no/such/folder.csv"]) == 2


def test_an_anki_package_can_be_piped(vault, capfdbinary):
    assert run(["glossary", "import", "sails.txt", "-q"]) == 0
    capfdbinary.readouterr()
    assert run(["glossary", "export", "--format", "apkg", "--section", "Парусное дело"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"PK")


def answered(monkeypatch, text):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_quiz_reads_its_answers_from_a_pipe(vault, monkeypatch, capsys):
    assert run(["glossary", "import", "sails.txt", "-q"]) == 0
    capsys.readouterr()
    answered(monkeypatch, "automatic identification system\n\nwrong\n")
    assert run(["cards", "--lang", "ru", "--count", "4", "--seed", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1/4  Парусное дело · ru\n")
    assert out.count("it is  ") + out.count("right  ") == 3
    assert out.endswith(" of 3 right\n")


def test_the_right_name_counts_and_any_alias_is_right(vault, monkeypatch, capsys):
    (vault / "Wiki/Keel.md").write_text("---\naliases: [backbone]\n---\n# Keel\n\nThe beam under a hull, called keel.\n", "utf-8")
    for typed, score in (("KEEL.\n", "1 of 1"), ("backbone", "1 of 1"), ("mast\n", "0 of 1"), ("\n", "0 of 1"), ("", "0 of 0")):
        answered(monkeypatch, typed)
        assert run(["cards", "--lang", "en"]) == 0
        out = capsys.readouterr().out
        assert "The beam under a hull, called ___.\n" in out
        assert out.endswith(f"{score} right\n")


def test_cards_can_be_listed_for_programs(vault, capsys):
    assert run(["glossary", "import", "sails.txt", "-q"]) == 0
    capsys.readouterr()
    assert run(["cards", "--json", "--count", "2", "--section", "парусное дело"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert (len(listed["cards"]), listed["total"]) == (2, 6)
    assert set(listed["cards"][0]) >= {"id", "front", "question", "definition", "section", "notice", "url"}


@pytest.mark.parametrize(("arguments", "code"), [(["--lang", "zh"], 1), (["--to", "en"], 2), (["--lang", "ru", "--to", "en"], 2)])
def test_cards_that_there_are_not_are_told(vault, capsys, arguments, code):
    assert run(["glossary", "import", "sails.txt", "-q"]) == 0
    assert run(["cards", *arguments]) == code


def test_one_word_says_the_language_in_import_export_and_cards_and_the_old_one_still_does(vault, capsys):
    assert run(["glossary", "import", "sails.txt", "--lang", "ru", "-q"]) == 0
    capsys.readouterr()
    assert run(["glossary", "export", "--lang", "ru"]) == 0
    said = capsys.readouterr().out
    assert run(["glossary", "export", "--from", "ru"]) == 0
    assert capsys.readouterr().out == said
    assert run(["glossary", "export", "--help"]) == 0
    assert "--from" not in capsys.readouterr().out
