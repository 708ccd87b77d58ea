from __future__ import annotations

import json

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
