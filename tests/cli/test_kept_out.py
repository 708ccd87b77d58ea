"""The owner at the command line is told that a name which was asked for is that of a note that is not shown; the service tells nobody."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from gpukb import KnowledgeBase
from gpukb.cli import run
from gpukb_api import create_app

SECRET = "She is the zzcanary of the team."


@pytest.fixture(params=["private: true", "excluded"])
def vault(request, tmp_path, monkeypatch):
    root = tmp_path / "vault"
    (root / "People").mkdir(parents=True)
    (root / "People/Anna.md").write_text(f"---\n{request.param if ':' in request.param else 'tags: []'}\n---\n{SECRET}\n", "utf-8")
    (root / "Open.md").write_text('---\nowner: "[[Anna]]"\n---\nOwner is [[Anna]], and not [[Boris]]. See [[Annex]].\n', "utf-8")
    (root / "Annex.md").write_text("See [[Open]].\n", "utf-8")
    (root / "gpukb.toml").write_text('exclude = ["People/**"]\n' if request.param == "excluded" else "", "utf-8")
    monkeypatch.setenv("GPUKB_VAULT", str(root))
    monkeypatch.setenv("GPUKB_INDEX", str(tmp_path / "index"))
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")
    return root


@pytest.mark.parametrize("ref", ["Anna", "[[Anna]]", "People/Anna", "People/Anna.md"])
def test_a_note_that_is_asked_for_and_not_shown_is_no_note_that_does_not_exist(vault, capsys, ref):
    assert run(["show", ref]) == 1
    said = capsys.readouterr().err
    assert f"{ref!r} is private or excluded" in said
    assert "nearest" not in said
    assert "zzcanary" not in said
    assert run(["path", "Open", ref]) == 1
    assert "is private or excluded" in capsys.readouterr().err


def test_a_name_that_no_file_has_is_told_as_before(vault, capsys):
    assert run(["show", "Boris"]) == 1
    assert "no note is called 'Boris'" in capsys.readouterr().err
    assert run(["show", "Ann"]) == 1
    assert "Anna" not in capsys.readouterr().err


def test_the_linter_tells_its_owner_which_of_the_missing_is_only_not_shown(vault, capsys):
    run(["lint"])
    lines = capsys.readouterr().out.splitlines()
    about = {lines[at - 1].strip() for at, line in enumerate(lines) if "a private or excluded file has that name" in line}
    assert len(about) == 2
    assert all("[[Anna]]" in line for line in about)
    run(["lint", "--json"])
    assert "private" not in capsys.readouterr().out


def test_where_a_link_leads_is_told_too(vault, capsys):
    assert run(["resolve", "[[Anna]]", "--from", "Open"]) == 1
    assert "a private or excluded file has that name" in capsys.readouterr().err
    assert run(["resolve", "[[Boris]]"]) == 1
    assert "private" not in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Anna", "Boris"])
def test_the_service_says_the_same_of_what_is_hidden_and_of_what_is_not_there(vault, tmp_path, name):
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as kb:
        client = TestClient(create_app(kb), base_url="http://127.0.0.1:8000")
        said = client.get("/api/v1/graph/path", params={"from": "Open", "to": name}).text + client.get("/lint").text
        assert f"no note is called &#39;{name}&#39;" in said
        assert "private or excluded" not in said
        assert "zzcanary" not in said
