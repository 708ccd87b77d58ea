from __future__ import annotations

import json
import re

import pytest

from gpukb.cli import run


def statuses(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    return {check["name"]: check["status"] for check in json.loads(capsys.readouterr().out)["checks"]}


def test_a_sound_vault_has_no_errors(fixture_vault, capsys):
    assert run(["doctor", "--json", "--vault", str(fixture_vault)]) == 0
    assert "error" not in statuses(capsys).values()


def test_a_missing_vault_is_told_and_the_rest_is_checked_all_the_same(tmp_path, capsys):
    assert run(["doctor", "--json", "--vault", str(tmp_path / "none")]) == 3
    found = statuses(capsys)
    assert found["vault"] == "error"
    assert found["database"] == "ok"


def test_an_empty_vault_is_a_warning(tmp_path, capsys):
    assert run(["doctor", "--json", "--vault", str(tmp_path)]) == 0
    assert statuses(capsys)["vault"] == "warning"


def test_an_open_address_without_a_token_is_an_error(fixture_vault, monkeypatch, capsys):
    monkeypatch.setenv("GPUKB_SERVER_HOST", "0.0.0.0")
    assert run(["doctor", "--json", "--vault", str(fixture_vault)]) == 3
    assert statuses(capsys)["configuration"] == "error"


def test_an_address_with_a_password_in_it_is_shown_without(fixture_vault, monkeypatch, capsys):
    monkeypatch.setenv("GPUKB_LLM_BASE_URL", "http://me:secret@127.0.0.1:9/v1")
    run(["doctor", "--vault", str(fixture_vault)])
    shown = capsys.readouterr().out
    assert "secret" not in shown
    assert "127.0.0.1:9" in shown


def test_models_are_listed(capsys, fixture_vault):
    assert run(["models", "list", "--json"]) == 0
    assert {row["name"] for row in json.loads(capsys.readouterr().out)["items"]} == {"e5", "use", "sentence-transformers"}


def test_problems_of_notes_are_named_with_their_lines(fixture_vault, capsys):
    (fixture_vault / "Broken.md").write_text("---\na: [\n---\nText\n", "utf-8")
    assert run(["doctor", "--vault", str(fixture_vault)]) == 0
    assert re.search(r"^ +Broken\.md:\d+: \S", capsys.readouterr().out, re.MULTILINE)


def test_it_says_where_the_rules_of_the_vault_come_from(fixture_vault, capsys):
    (fixture_vault / "gpukb.toml").write_text('exclude = ["Templates/**"]\n', "utf-8")
    run(["doctor", "--vault", str(fixture_vault)])
    assert f"the vault's rules come from {fixture_vault / 'gpukb.toml'}" in capsys.readouterr().out
    (fixture_vault / "gpukb.toml").unlink()
    run(["doctor", "--vault", str(fixture_vault)])
    assert "the vault has no gpukb.toml" in capsys.readouterr().out


def test_every_encoder_of_the_configuration_is_listed(fixture_vault, capsys):
    run(["doctor", "--json", "--vault", str(fixture_vault)])
    checks = {check["name"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert all(name in checks["encoder"]["message"] for name in ("e5", "use"))


def test_a_note_that_is_not_there_is_answered_with_the_nearest(fixture_vault, tmp_path, capsys):
    where = ["--vault", str(fixture_vault), "--index", str(tmp_path / "index"), "--no-vectors"]
    for missing in ("GPU schedulling!", "Scheduler of GPUs"):
        assert run(["show", missing, *where]) == 1
        assert "nearest: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('[lint.rules]\norphn = "off"\n', "gpukb.toml:2: unknown key 'lint.rules.orphn'; did you mean 'orphan'?"),
        ('[schemas.wiki]\nrequird = ["lang"]\n', "gpukb.toml:2: unknown key 'schemas.wiki.requird'; did you mean 'required'?"),
        ('exlude = ["Daily/**"]\n', "gpukb.toml:1: unknown key 'exlude'; did you mean 'exclude'?"),
    ],
)
def test_a_mistake_in_the_vaults_file_is_told_once_whatever_reads_it(fixture_vault, capsys, written, told):
    (fixture_vault / "gpukb.toml").write_text(written, "utf-8")
    assert run(["doctor", "--vault", str(fixture_vault)]) == 3
    lines = [line for line in capsys.readouterr().out.splitlines() if told in line]
    assert len(lines) == 1
    assert lines[0].startswith("error   configuration")


def test_private_notes_are_counted_and_not_named(tmp_path, capsys):
    (tmp_path / "Open.md").write_text("Seen.\n", "utf-8")
    (tmp_path / "Anna.md").write_text("---\nprivate: true\n---\nUnseen.\n", "utf-8")
    run(["doctor", "--vault", str(tmp_path)])
    shown = capsys.readouterr().out
    assert "2 notes" in shown
    assert "all can be read; 1 private" in shown
    assert "Anna" not in shown
