"""The program that looks for shared runs of words finds them, and only where they are words of the text."""

import sys

import pytest
from bench import originality

SENTENCE = "Старый маяк на мысу светил рыбакам каждую ночь до самого рассвета."
HAN = "老灯塔每天夜里都为海角边的渔民照亮回家的路"


def found(tmp_path, monkeypatch, capsys, note, source):
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/note.md").write_text(note, "utf-8")
    (tmp_path / "source.txt").write_text(source, "utf-8")
    monkeypatch.setattr(sys, "argv", ["originality", str(tmp_path / "source.txt"), "--vault", str(tmp_path / "vault")])
    code = originality.main()
    return code, capsys.readouterr().out


@pytest.mark.parametrize(
    ("note", "source"),
    [
        (f"Начало. {SENTENCE}", SENTENCE),
        ("Старый **маяк** на\nмысу, светил [[Рыбак|рыбакам]] каждую — ночь!", SENTENCE.upper()),
        (f'---\nnotice: "{SENTENCE}"\n---\nДругое.', SENTENCE),
        (f"前言。{HAN}。", HAN),
        (f"老灯塔 (old) {HAN[3:]}", HAN),
    ],
)
def test_a_run_of_words_is_found_whatever_marks_stand_in_it(tmp_path, monkeypatch, capsys, note, source):
    code, out = found(tmp_path, monkeypatch, capsys, note, source)
    assert code == 1
    assert "note.md and" in out


@pytest.mark.parametrize(
    "note",
    [
        "Старый маяк на мысу светил рыбакам каждую.",  # seven words
        f"```\n{SENTENCE}\n```",
        f"`{SENTENCE}`",
        f"---\naliases:\n  - {SENTENCE}\n---\nДругое.",
        f"[[{SENTENCE}|маяк]]",
        HAN[:15],
    ],
)
def test_short_runs_code_names_and_targets_are_nobodys(tmp_path, monkeypatch, capsys, note):
    code, out = found(tmp_path, monkeypatch, capsys, note, f"{SENTENCE}\n{HAN}")
    assert code == 0
    assert out.endswith("0 shared runs of 8 words or 16 Han characters\n")
