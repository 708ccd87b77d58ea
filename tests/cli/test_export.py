from __future__ import annotations

import json

from gpukb.cli import run


def test_every_line_is_a_row_and_rows_stand_by_path(fixture_vault, capsys):
    assert run(["export", "--vault", str(fixture_vault)]) == 0
    out, err = capsys.readouterr()
    paths = [json.loads(line)["path"] for line in out.splitlines()]
    assert paths == sorted(paths)
    assert len(paths) == 12
    assert err == ""


def test_private_and_excluded_notes_do_not_exist(fixture_vault, capsys):
    run(["export", "--vault", str(fixture_vault)])
    out = capsys.readouterr().out
    assert "Дневник" not in out
    assert "Templates" not in out


def test_notes_with_problems_are_counted_on_stderr(fixture_vault, capsys):
    (fixture_vault / "Broken.md").write_text("---\na: [\n---\nText\n", "utf-8")
    assert run(["export", "--vault", str(fixture_vault)]) == 0
    assert capsys.readouterr().err == "1 file with problems: see `problems` in their lines\n"
