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
