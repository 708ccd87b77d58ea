from __future__ import annotations

import io
import json

import pytest

from gpukb.cli.output import LONG, Output, Styled, clean, escape_json, marked

HOSTILE = "a\x1b[31mred\x07\u202etxt.exe\u2066\x9b2J\x7f\u2028b"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_control_and_bidi_characters_never_reach_a_terminal():
    output = Output(out=Terminal(), err=Terminal())
    output.line(HOSTILE, Styled(HOSTILE, "bold"))
    output.say(HOSTILE)
    output.complain(HOSTILE)
    shown = output.out.getvalue() + output.err.getvalue()
    assert shown.replace("\x1b[1m", "").replace("\x1b[0m", "") == "a[31mredtxt.exe2Jba[31mredtxt.exe2Jb\n" + "a[31mredtxt.exe2Jb\n" * 2


def test_json_keeps_the_value_and_hides_the_characters():
    text = escape_json(json.dumps({"name": HOSTILE}, ensure_ascii=False))
    assert json.loads(text) == {"name": HOSTILE}
    assert clean(text) == text


@pytest.mark.parametrize("length", [LONG, LONG + 1])
def test_a_long_list_is_the_same_value_with_an_item_a_line(length):
    value = {
        "name": "two\nlines",
        "empty": [],
        "items": [{"at": [number], "text": "a\nb"} for number in range(length)],
        "more": {"deep": [1]},
    }
    output = Output(out=io.StringIO())
    output.result(value)
    text = output.out.getvalue()
    assert json.loads(text) == {"schema_version": 1, **value}
    assert ('{"at": [0], "text": "a\\nb"},\n' in text) == (length > LONG)
    if length == LONG:
        assert text == json.dumps({"schema_version": 1, **value}, indent=2) + "\n"


def test_ascii_json_hides_del_too():
    text = escape_json(json.dumps("\x7f", ensure_ascii=False))
    assert text == '"\\u007f"'


def test_letters_of_all_languages_stay():
    assert clean("ё 张 ł 👩‍💻 é") == "ё 张 ł 👩‍💻 é"


@pytest.mark.parametrize(
    ("environment", "terminal", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colour_is_for_terminals_and_can_be_refused(environment, terminal, coloured, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    output = Output(out=Terminal() if terminal else io.StringIO())
    output.line(Styled("x", "red"))
    assert ("\x1b[31m" in output.out.getvalue()) is coloured


def test_quiet_silences_words_but_no_errors():
    output = Output(quiet=True, out=io.StringIO(), err=io.StringIO())
    output.say("working")
    output.complain("broken")
    assert output.err.getvalue() == "broken\n"


def test_highlights_are_pieces_of_the_text():
    assert marked("abcde", [{"start": 1, "end": 2}, {"start": 3, "end": 4}]) == [
        "a",
        Styled("b", "bold yellow"),
        "c",
        Styled("d", "bold yellow"),
        "e",
    ]
