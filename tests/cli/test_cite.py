"""`gpukb cite check` names the line, the words of now and, where the file has them, those that were cited."""

from __future__ import annotations

import json

import pytest

from gpukb.cli import run

QUOTE = "NVLink is a direct path between GPUs"
NOTE = "Wiki/NVLink.md"


@pytest.fixture
def answer(fixture_vault, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GPUKB_VAULT", str(fixture_vault))
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")
    assert run(["ask", "What is NVLink?", "--json"]) == 0
    file = tmp_path / "answer.json"
    file.write_text(capsys.readouterr().out, "utf-8")
    return file


def edited(vault, old, new):
    text = (vault / NOTE).read_text("utf-8")
    assert old in text
    (vault / NOTE).write_text(text.replace(old, new), "utf-8")


def test_a_quote_that_stands_is_shown_with_its_line(answer, capsys):
    assert run(["cite", "check", str(answer)]) == 0
    first, words = capsys.readouterr().out.splitlines()
    assert f"{NOTE}:9, characters " in first
    assert words.startswith(f"    {QUOTE}")


def test_a_changed_quote_is_shown_beside_what_is_nearest_to_it_now(answer, fixture_vault, capsys):
    edited(fixture_vault, QUOTE, "Some words more.\n\nNVLink is a short path between cards")
    assert run(["cite", "check", str(answer)]) == 1
    first, cited, now = capsys.readouterr().out.splitlines()
    assert first.startswith(f"changed {NOTE}:11")
    assert cited.startswith(f"    cited: {QUOTE}")
    assert now.startswith("    now:   ")
    assert "short path between cards" in now


def test_an_id_alone_tells_what_its_line_says_now(answer, fixture_vault, capsys):
    id = json.loads(answer.read_text("utf-8"))["citations"][0]["id"]
    edited(fixture_vault, QUOTE, "NVLink is a short path between cards")
    assert run(["cite", "check", id]) == 1
    first, now = capsys.readouterr().out.splitlines()
    assert first.startswith(f"changed {NOTE}:9  {id}")
    assert "short path between cards" in now
    assert run(["cite", "check", id, "--json"]) == 1
    (item,) = json.loads(capsys.readouterr().out)["items"]
    assert (item["line"], item["quote"]) == (9, None)
    assert "short path between cards" in item["text"]


def test_a_note_that_is_gone_has_no_words(answer, fixture_vault, capsys):
    (fixture_vault / NOTE).unlink()
    assert run(["cite", "check", str(answer)]) == 1
    first, cited = capsys.readouterr().out.splitlines()
    assert first.startswith("gone    -")
    assert cited.startswith(f"    cited: {QUOTE}")


@pytest.mark.parametrize("text", ["[" * 100_000, '{"id": 3, "quote": {"exact": 4}}', '{"id": "x", "quote": {"exact": ["a"]}}'])
def test_odd_json_around_an_id_does_no_harm(answer, tmp_path, capsys, text):
    id = json.loads(answer.read_text("utf-8"))["citations"][0]["id"]
    (tmp_path / "odd.json").write_text(text + id, "utf-8")
    assert run(["cite", "check", str(tmp_path / "odd.json")]) == 0
