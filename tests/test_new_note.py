import os
import threading
from datetime import date

import pytest

from gpukb.cli import run
from gpukb.config import load_config
from gpukb.errors import UsageError
from gpukb.new_note import plan_note, write_note
from gpukb.only_one import alone_in
from gpukb.rewrite import RewriteError
from gpukb.rewrite.file_names import safe_name
from gpukb.starter import start_vault

DAY = date(2026, 12, 1)


def made(root, *what, code=None):
    note = plan_note(root, load_config(root, environ={}).vault, *what, code, DAY)
    write_note(note)
    return note


def test_a_note_has_the_sections_of_its_type_in_its_language(tmp_path):
    root = start_vault(tmp_path / "vault").root
    note = made(root, "wiki", "Kueue", code="en-US")
    head = "---\naliases: []\ntags: []\nupdated: 2026-12-01\n---\n\n# Kueue\n\n## Definition\n\n## Why it matters\n\n"
    assert note.path == "Wiki/Kueue.md"
    assert (root / note.path).read_text("utf-8").startswith(head)
    assert made(root, "practice", "部署 Kueue").path == "实践/1. 部署 Kueue.md"


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be locked")
def test_two_at_once_take_two_numbers(tmp_path):
    root = start_vault(tmp_path / "vault").root
    other = threading.Thread(target=run, args=(["new", "answer", "Which is the second?", "--lang", "en", "--vault", str(root)],))
    with alone_in(root):
        other.start()
        other.join(1)  # without a lock it would be written by now
        made(root, "answer", "Which is the first?", code="en")
    other.join()
    assert {path.name for path in (root / "Answers").iterdir()} == {"1. Which is the first.md", "2. Which is the second.md"}


def test_a_type_without_sections_is_told(fixture_vault):
    note = made(fixture_vault, "wiki", "Kueue", code="en")
    assert note.text.endswith("# Kueue\n")
    assert note.told == ("gpukb.toml has no types.wiki.sections.en, so the note has none",)


def test_practice_has_the_next_number_and_the_prefix_of_its_language(fixture_vault):
    made(fixture_vault, "practice", "Развернуть Kueue")
    text = (fixture_vault / "Практика/2. Развернуть Kueue.md").read_text("utf-8")
    assert "\n# ТЕХНИЧЕСКОЕ ЗАДАНИЕ: Развернуть Kueue\n" in text


def test_a_question_keeps_its_mark_in_the_heading_only(fixture_vault):
    note = made(fixture_vault, "answer", "Зачем нужен  Kueue?")
    assert note.path == "Ответы/2. Зачем нужен Kueue.md"
    assert "# Зачем нужен Kueue?\n" in note.text


def test_a_title_is_taken_once_whatever_its_number(fixture_vault):
    made(fixture_vault, "practice", "Развернуть Kueue")
    with pytest.raises(RewriteError, match="already"):
        made(fixture_vault, "practice", "Развернуть kueue")


def test_a_bare_link_that_the_new_name_would_steal_says_its_folder(fixture_vault):
    (fixture_vault / "Вики/Kueue.md").write_text("x", "utf-8")
    (fixture_vault / "Hasła/Linked.md").write_text("[[Kueue]] and [[Later]]", "utf-8")
    made(fixture_vault, "wiki", "Kueue", code="pl")
    assert (fixture_vault / "Hasła/Linked.md").read_text("utf-8") == "[[Вики/Kueue|Kueue]] and [[Later]]"
    assert made(fixture_vault, "wiki", "Later", code="en").changes.adopted == (("Hasła/Linked.md", "[[Later]]"),)


@pytest.mark.parametrize(
    ("what", "code", "why"),
    [
        (("recipe", "Soup"), None, "no folder"),
        (("wiki", "Kueue"), None, "which language"),
        (("wiki", "Kueue"), "de", "no folder"),
        (("wiki", "???"), "en", "leaves nothing"),
        (("wiki", "???"), None, "leaves nothing"),
        (("wiki", "1/2:3*?"), None, "^not every character .* which language"),
    ],
)
def test_what_cannot_be_placed_is_said(fixture_vault, what, code, why):
    with pytest.raises(UsageError, match=why):
        made(fixture_vault, *what, code=code)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ('a: b/c "d" [e] #f^g*?', "a - b-c 'd' (e) fg"),
        ("..hidden. ", "hidden"),
        ("con", "con_"),
        ("x\ty\0", "x y"),
        ("e\u0301", "\u00e9"),
        ("a\u202egpj\u2066.exe\x1b[31m\x85b", "agpj.exe (31m b"),
    ],
)
def test_names_are_safe_everywhere(title, name):
    assert safe_name(title) == name


def test_a_long_title_is_cut_to_what_a_file_system_takes():
    assert len(safe_name("ж" * 300, 9).encode()) <= 246


def test_a_title_holds_nothing_that_is_not_seen(fixture_vault):
    note = made(fixture_vault, "wiki", "Ku\u202eeue\x1b\u200f now", code="en")
    assert (note.title, note.path.rpartition("/")[2]) == ("Kueue now", "Kueue now.md")
    assert note.text.endswith("# Kueue now\n")


def test_a_vault_without_folders_is_told_how_to_add_one(tmp_path):
    with pytest.raises(UsageError, match=r"""add one, \[folders."NAME"\] with type = "wiki"; `gpukb init .*` writes a gpukb.toml"""):
        plan_note(tmp_path, load_config(tmp_path).vault, "wiki", "Service", "en", date(2026, 12, 1))
