"""Whose locale says a language reads notes of that language first."""

from __future__ import annotations

import json

import pytest

from gpukb.cli import run
from gpukb.cli.tongue import tongue


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, None),
        ({"LANG": "", "LC_ALL": ""}, None),
        ({"LANG": "POSIX"}, None),
        ({}, None),
    ],
)
def test_the_first_locale_that_is_set_tells_the_language(environ, lang):
    assert tongue(environ) == lang


@pytest.fixture(params=[("en_US.UTF-8", "en"), ("ru_RU.UTF-8", "ru")])
def lang(request, fixture_vault, monkeypatch):
    monkeypatch.setenv("LC_ALL", request.param[0])
    monkeypatch.setenv("GPUKB_VAULT", str(fixture_vault))
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")
    return request.param[1]


def printed(capsys, *call):
    assert run([*call, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_bare_name_is_the_note_of_that_language_in_every_command(lang, capsys):
    assert printed(capsys, "show", "NVLink")["lang"] == lang
    assert printed(capsys, "links", "NVLink")["note"]["lang"] == lang
    answer = printed(capsys, "ask", "NVLink")
    assert {citation["note"]["lang"] for citation in answer["citations"]} == {answer["lang"]} == {lang}
    assert printed(capsys, "search", "NVLink")["items"][0]["note"]["lang"] == lang


def test_the_other_end_tells_more_than_the_locale(lang, capsys):
    assert printed(capsys, "path", "GPU scheduling", "NVLink")["end"]["lang"] == "en"
    assert printed(capsys, "path", "NVLink", "KV-кэш")["start"]["lang"] == "ru"


def test_what_only_another_language_has_is_marked_as_quoted_from_it(fixture_vault, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.setenv("GPUKB_VAULT", str(fixture_vault))
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")
    (fixture_vault / "Wiki/NVLink.md").unlink()
    answer = printed(capsys, "ask", "NVLink")
    assert answer["lang"] == "en"
    assert "(in Russian)" in answer["markdown"]


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--type", "bogus", "No note is of the type bogus; there are wiki,"),
        ("--lang", "fr", "No note is in the language fr; there are"),
        ("--tag", "bogus", "No note has the tag bogus"),
        ("--path", "Bogus", "No note stands under Bogus; there are"),
        ("--prop", "bogus:1", "No note has the property bogus:1."),
    ],
)
def test_a_filter_that_no_note_fits_is_why_the_vault_does_not_say(fixture_vault, monkeypatch, capsys, option, value, told):
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")
    assert run(["ask", "What is NVLink?", option, value, "--vault", str(fixture_vault)]) == 0
    assert f"The vault does not say. {told}" in capsys.readouterr().out


def test_one_value_that_nothing_has_beside_one_that_notes_have_is_a_warning(fixture_vault, monkeypatch, capsys):
    monkeypatch.setenv("GPUKB_VAULT", str(fixture_vault))
    monkeypatch.setenv("GPUKB_INDEX_VECTORS", "no")
    answer = printed(capsys, "ask", "What is NVLink?", "--type", "bogus", "--type", "wiki")
    assert answer["status"] == "grounded"
    assert [warning[:33] for warning in answer["warnings"]] == ["No note is of the type bogus; the"]
