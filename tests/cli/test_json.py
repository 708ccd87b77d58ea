from __future__ import annotations

import json

import pytest

from gpukb.cli import run

COMMANDS = {
    "index": ["index"],
    "search": ["search", "NVLink", "--explain"],
    "ask": ["ask", "What is NVLink?"],
    "suggest": ["suggest", "nvl"],
    "resolve": ["resolve", "[[NVLink]]"],
    "show": ["show", "GPU scheduling"],
    "links": ["links", "GPU scheduling"],
    "backlinks": ["backlinks", "GPU scheduling"],
    "path": ["path", "GPU scheduling", "Home"],
    "graph stats": ["graph", "stats"],
    "doctor": ["doctor"],
    "models list": ["models", "list"],
    "config show": ["config", "show"],
}


@pytest.fixture
def printed(fixture_vault, monkeypatch, capsys):
    monkeypatch.setenv("GPUKB_VAULT", str(fixture_vault))
    monkeypatch.setenv("GPUKB_INDEX", str(fixture_vault.parent / "index"))
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")

    def run_json(*arguments: str) -> dict:
        assert run([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run_json


@pytest.mark.parametrize("name", COMMANDS)
def test_json_is_one_object_with_its_schema_version(name, printed):
    assert printed(*COMMANDS[name])["schema_version"] == 1


def test_every_signal_of_a_hit_is_told_when_asked_for(printed):
    assert "signals" not in printed("search", "NVLink")["items"][0]
    assert set(printed("search", "NVLink", "--explain")["items"][0]["signals"]) >= {"words", "raw:bm25"}


def test_a_range_of_a_hit_is_its_text(printed, fixture_vault):
    hit = printed("search", "starvation of short prompts")["items"][0]
    text = (fixture_vault / hit["note"]["path"]).read_text("utf-8")
    source = hit["passage"]["source"]
    assert text[source["start"] : source["end"]].split("\n")[0] in text.split("\n")[source["line_start"] - 1]


def test_citations_of_an_answer_can_be_checked_before_and_after_an_edit(printed, fixture_vault, capsys):
    answer = fixture_vault.parent / "answer.json"
    answer.write_text(json.dumps(printed("ask", "What is NVLink?")), "utf-8")
    note = fixture_vault / "Wiki" / "NVLink.md"
    text = note.read_text("utf-8")
    assert {item["state"] for item in printed("cite", "check", str(answer))["items"]} == {"exact"}
    note.write_text(text.replace("# NVLink\n", "# NVLink\n\nA new first line.\n"), "utf-8")
    assert {item["state"] for item in printed("cite", "check", str(answer))["items"]} == {"moved"}
    note.write_text(text.replace("direct path", "slow road"), "utf-8")
    assert run(["cite", "check", str(answer)]) == 1
    note.unlink()
    assert run(["cite", "check", str(answer)]) == 1
    assert capsys.readouterr().out.split()[0] == "changed"


def test_excluded_notes_are_left_out(printed):
    first = printed("search", "NVLink")["items"][0]["note"]
    assert first["id"] not in [hit["note"]["id"] for hit in printed("search", "NVLink", "--exclude", first["id"])["items"]]


def test_one_filter_repeated_is_either_or_and_two_must_both_hold(printed):
    both = printed("search", "NVLink", "--lang", "ru", "--lang", "en")["items"]
    assert {hit["note"]["lang"] for hit in both} == {"ru", "en"}
    narrowed = printed("search", "NVLink", "--lang", "ru", "--type", "answer")["items"]
    assert {(hit["note"]["lang"], hit["note"]["type"]) for hit in narrowed} == {("ru", "answer")}


def test_a_citation_id_is_known_from_other_words(printed, capsys):
    assert run(["cite", "check", "c_nonsense"]) == 2
    assert "citation id" in capsys.readouterr().err
