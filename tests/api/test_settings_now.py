"""A server goes by the `gpukb.toml` that is there now, and by the last good one while that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from gpukb.errors import ConfigError
from gpukb.kb import KnowledgeBase
from gpukb.lint import lint
from gpukb_api import create_app

HERE = "http://127.0.0.1:8000"
SECRET = "Met the blorptastic walrus, see [[Nobody]]."


@pytest.fixture
def own(tmp_path: Path, own_home: Path) -> Iterator[KnowledgeBase]:
    (tmp_path / "vault" / "Daily").mkdir(parents=True)
    (tmp_path / "vault" / "Daily" / "2026-11-30.md").write_text(f"# Monday\n\n{SECRET}\n", encoding="utf-8")
    (tmp_path / "vault" / "Lone.md").write_text("# Lone\n\nWords enough to be a note.\n", encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as kb:
        yield kb


@pytest.fixture
def server(own: KnowledgeBase) -> TestClient:
    return TestClient(create_app(own), base_url=HERE)


def says(own: KnowledgeBase, text: str) -> None:
    (own.vault / "gpukb.toml").write_text(text, encoding="utf-8")


def seen(server: TestClient) -> str:
    return server.get("/lint").text + server.get("/api/v1/lint").text


def rules(server: TestClient) -> set[str]:
    return {finding["name"] for finding in server.get("/api/v1/lint").json()["findings"]}


def test_what_is_excluded_while_the_server_runs_is_in_no_finding_from_then_on(own, server):
    assert "Daily/2026-11-30.md" in seen(server)
    assert "blorptastic" in server.get("/lint").text
    says(own, 'exclude = ["Daily/**"]\n')
    assert "Daily/" not in seen(server)
    assert "blorptastic" not in seen(server)


def test_a_rule_that_is_switched_off_is_silent_at_once_and_back_when_the_file_goes(own, server):
    assert "orphan" in rules(server)
    says(own, '[lint.rules]\norphan = "off"\n')
    assert "orphan" not in rules(server)
    (own.vault / "gpukb.toml").unlink()
    assert "orphan" in rules(server)


def test_server_and_command_line_find_the_same_after_an_edit(own, server):
    (own.vault / "Daily" / "Long.md").write_text("The walrus swims in the cold sea and eats what it finds there. " * 9, encoding="utf-8")
    says(own, '[folders]\n"Daily" = { type = "note", lang = "ru" }\n')
    theirs = lint(own.vault, own.config.vault).findings
    assert own.config.vault.folders[0].lang == "ru"
    assert [finding["fingerprint"] for finding in server.get("/api/v1/lint").json()["findings"]] == [f.fingerprint for f in theirs]
    assert "lang-mismatch" in rules(server)


@pytest.mark.parametrize("wrong", ['exclude = ["Secret/**"\n', '[lint.rules]\norphn = "off"\n', "[lint.ignore]\n'Secret/**' = ['orphn']\n"])
def test_a_file_that_is_wrong_is_told_by_its_line_and_the_rest_goes_on(own, server, wrong):
    says(own, '[lint.rules]\norphan = "off"\n')
    assert server.get("/api/v1/lint").json()["trouble"] == []
    before = rules(server)
    says(own, wrong)
    answer = server.get("/api/v1/lint")
    assert answer.status_code == 200
    assert rules(server) == before
    (trouble,) = answer.json()["trouble"]
    assert trouble.startswith("gpukb.toml:2 is wrong")
    assert trouble in server.get("/lint").text.replace("&#39;", "'")
    assert "Secret" not in seen(server)
    assert str(own.vault) not in seen(server)
    with pytest.raises(ConfigError):
        own.lint()
    says(own, "")
    assert server.get("/api/v1/lint").json()["trouble"] == []


def test_an_exclusion_holds_though_the_linters_own_part_is_wrong(own, server):
    says(own, 'exclude = ["Daily/**"]\n[lint.rules]\norphn = "off"\n')
    assert "Daily/" not in seen(server)


def test_the_state_of_the_index_tells_of_the_wrong_file_too(own, server):
    says(own, "exclude = [\n")
    assert server.get("/api/v1/index").json()["trouble"] == list(own.trouble) != []


def test_comparing_vault_and_index_goes_by_the_file_as_it_is(own, server):
    says(own, 'exclude = ["Daily/**"]\n')
    own.refresh()
    assert [note["path"] for note in server.get("/api/v1/notes").json()["items"]] == ["Lone.md"]


@pytest.mark.parametrize("address", ["/lint?rule=orfan", "/lint?by=rule&rule=orphan&rule=orfan", "/lint?severity=erorr"])
def test_an_unknown_filter_of_the_page_is_an_error_that_suggests(server, address):
    answer = server.get(address)
    assert answer.status_code == 422
    assert "did you mean" in answer.text
    assert "Nothing to find fault with" not in answer.text
