"""Findings that are kept: always those of a new run."""

from __future__ import annotations

import inspect
import json
import os
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lint.small import write

from gpukb.config import load_config
from gpukb.lint import RULES, Linted, lint
from gpukb.lint.beside import Looker, keep_looks
from gpukb.vault import read_note, read_notes, scan

NAMES = ("A.md", "b/B.md", "b/A.md", "Öl.md", "C.canvas", "ring.png", "gpukb.toml", ".obsidian/app.json", ".obsidian/templates.json")
LINES = "".join(f"A line that is long enough to say something, number {number}.\n" for number in range(5))
TEXTS = (
    "[[B]]",
    "[[A]]",
    "![[ring.png]] TODO: x",
    "ring.png",
    "[[b]] [[Öl#Höhe]] [[A#^id]] [[öl|the oil]] [[B|Öl]] [[T]] [[Hohe]]",
    "# Höhe\n\n### Low\n\nText. ^id\n\nMore ^\u00fcx.\n#gpu #Gpu",
    "---\naliases: [B]\n---\n# T\n",
    "---\naliases: [Öl, T]\ntags: [gpu, gpu2]\nday: 1.2.2026\ngenerated: true\n---\n# T\n## Where it appears\n\n- [[B]]\n",
    "---\nprivate: true\n---\n[[X]]",
    "---\nsee: [[B]]\nalso: with [[Öl]] in it\nrequires: '[[A]]'\n---\n(b/B|b) [[B\n\n    [[A]]\n\n| [[A|x]] |\n| - |\n[b](b/B x.md)\n",
    "---\ntranslation_of: '[[A]]'\nlang: en\n---\n%% lint-disable-next-line KB001 %%\n[[Gone]]\n",
    "---\ntype: term\nday: 2026-02-01\n---\n## Definition\n\n## Next\nNVLink.",
    "---\ntype: answer\ncites: '[[A]]'\nlint-disable: [orphan]\n---\n## Definition\nA NVLink. ![[A]] ![[A#^id]]",
    "---\nday: 2026-02-01\n---\n" + LINES,
    LINES + "One more.",
    '{"nodes": [{"id": "1", "type": "text", "text": "[[A]] [[X]]"}, {"id": "2", "type": "file", "file": "b/B.md"}]}',
    '[lint.rules]\norphan = "off"\n',
    '[lint.options.term-missing]\nnotes = 1\n[lint.options.tag-unknown]\nonce = true\n[lint.ignore]\n"b/**" = ["all"]\n',
    '[types.term]\ndefinition = ["Definition"]\n[types.note]\n[schemas.note]\nrequired = ["day"]\n[relations.requires]\nacyclic = true\n',
    '{"userIgnoreFilters": ["b/"]}',
    '{"folder": "b"}',
)
STEPS = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(NAMES), st.sampled_from(TEXTS)),
    st.tuples(st.just("unseen"), st.sampled_from(NAMES), st.sampled_from("ABX")),  # same size, same time
    st.tuples(st.just("remove"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("index"), st.sampled_from(("all", "b/", "canvas")), st.just("")),  # notes that are read for the index
)


def config(root):
    return load_config(root, environ={"XDG_CONFIG_HOME": str(root / ".none")}).vault


def both(root, keep, choose=None):
    """The findings with what is kept, and without."""
    return [shown(lint(root, config(root), choose, folder)) for folder in (keep, None)]


def some(graph):
    return frozenset(path for path in graph.notes if path.startswith("b/"))


def shown(found: Linted):
    texts = {finding.path: found.text(finding.path) for finding in found.findings}
    return found.findings, found.checked, texts, [found.graph.edges(path) for path in found.graph.notes]


def index(root: Path, keep: Path, chosen: str = "all") -> None:
    """Keep looks at some notes, as the index does of those that it reads."""
    scanned_ns, found, looker = time.time_ns(), scan(root, config(root)), Looker(root, config(root))
    notes = [note for note in read_notes(root, found.files, config(root)) if chosen == "all" or chosen in note.path]
    looks = {note.path: (note.revision, packed) for note in notes if (packed := looker.look(note))}
    keep_looks(keep, root, config(root), found, scanned_ns, looks)


def step(root: Path, keep: Path, kind: str, name: str, argument: str) -> None:
    if kind == "index":
        index(root, keep, name)
        return
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    if kind == "write" and (name == "gpukb.toml") == argument.startswith(("[lint", "[types")):
        file.write_text(argument)
    elif kind == "unseen" and file.exists() and name.endswith(".md"):
        before = file.stat()
        file.write_bytes(file.read_bytes()[:-1] + argument.encode())
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    elif kind == "remove":
        file.unlink(missing_ok=True)
    elif kind == "rename" and file.exists() and "toml" not in name + argument:
        (root / argument).parent.mkdir(parents=True, exist_ok=True)
        file.rename(root / argument)


@settings(max_examples=80, deadline=None)
@given(st.lists(STEPS, max_size=8))
def test_kept_findings_are_those_of_a_new_run_after_any_edits(steps):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as aside:
        root, keep = Path(folder), Path(aside, "lint.jsonl")
        write(root, "=== A.md\n[[B]] [[Gone]]\n=== b/B.md\n[[A]]\n=== ring.png\n")
        for number, each in enumerate(steps):
            warm, cold = both(root, keep, some if number % 3 == 1 else None)
            assert warm == cold
            step(root, keep, *each)
        for choose in (None, some, None):
            warm, cold = both(root, keep, choose)
            assert warm == cold


@pytest.fixture
def vault(tmp_path):
    root, keep = tmp_path / "vault", tmp_path / "cache" / "lint.jsonl"
    write(root, "=== A.md\n[[B]] [[Gone]]\n=== B.md\n[[A]] TODO: x\n")
    return root, keep


def changed(keep, place, change):
    """Change one of the parts of the kept file: 0 what it is good for, 1 the findings, 2 what rests on paths, 3 and on the looks."""
    parts = keep.read_bytes().split(b"\n")
    parts[place] = change(parts[place])
    keep.write_bytes(b"\n".join(parts))


def test_kept_findings_are_used_while_nothing_changes(vault):
    root, keep = vault
    first = lint(root, config(root), keep=keep)
    changed(keep, 1, lambda line: line.replace(b'"checked":2', b'"checked":99'))
    again = lint(root, config(root), keep=keep)
    assert again.checked == 99
    assert again.findings == first.findings
    (root / "A.md").write_text("[[B]] [[Gone2]]")
    assert lint(root, config(root), keep=keep).checked == 2


def test_the_first_run_after_the_index_reads_no_note_again(vault):
    root, keep = vault
    index(root, keep)
    cold = lint(root, config(root))
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr("gpukb.lint.engine.read_note")
        assert lint(root, config(root), keep=keep).findings == cold.findings


def test_looks_of_the_index_come_to_those_that_are_kept(vault):
    root, keep = vault
    lint(root, config(root), keep=keep)
    (root / "A.md").write_text("[[B]] [[Other]]")
    index(root, keep, "A")
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr("gpukb.lint.engine.read_note")
        assert [found.message for found in lint(root, config(root), keep=keep).findings if found.code == "KB001"] == [
            "no note is called 'Other'"
        ]


def test_a_note_whose_look_needs_the_whole_vault_is_left_to_the_linter(vault):
    root, keep = vault
    (root / "A.md").write_text("---\nsee: with [[B]] in it\n---\n")
    index(root, keep)
    warm, cold = both(root, keep)
    assert warm == cold
    assert "fm-link-partial" in {finding.name for finding in cold[0]}


def test_wrong_settings_of_the_linter_keep_no_looks(vault):
    root, keep = vault
    (root / "gpukb.toml").write_text("[lint]\nfail_on = 7\n")
    index(root, keep)
    assert not keep.exists()


def test_only_a_changed_note_is_looked_at_again(vault):
    root, keep = vault
    lint(root, config(root), keep=keep)
    before = keep.read_bytes().split(b"\n")[3:]
    (root / "A.md").write_text("[[B]] [[Other]]")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gpukb.lint.engine.read_note", lambda root, file, parser: {"A.md": read_note}[file.path](root, file, parser))
        found = lint(root, config(root), keep=keep)
    assert [finding.message for finding in found.findings if finding.code == "KB001"] == ["no note is called 'Other'"]
    after = keep.read_bytes().split(b"\n")[3:]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True]


def test_what_is_near_to_a_missing_name_is_kept_while_the_paths_are_the_same(vault, monkeypatch):
    root, keep = vault
    write(root, "=== Warp scheduler.md\n[[Wrap scheduler]] [[Nothing like it]]\n")
    lint(root, config(root), keep=keep)
    with monkeypatch.context() as patch:
        patch.setattr("gpukb.lint.names.nearest", None)
        write(root, "=== A.md\n[[B]] [[wrap scheduler]] [[B]]\n")
        found = lint(root, config(root), keep=keep).findings
    assert [one.suggestions for one in found if one.code == "KB001"] == [("Warp scheduler",), ("Warp scheduler",), ()]
    write(root, "=== Wrap scheduling.md\n[[A]]\n")
    warm, cold = both(root, keep)
    assert warm == cold


def test_a_chosen_run_keeps_what_it_saw_of_the_others(vault):
    root, keep = vault
    found = lint(root, config(root), lambda graph: frozenset({"A.md"}), keep)
    assert {finding.path for finding in found.findings} == {"A.md"}
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr("gpukb.lint.engine.read_note")
        assert {finding.path for finding in lint(root, config(root), keep=keep).findings} == {"A.md", "B.md"}


def test_old_files_are_not_read_again(vault, monkeypatch):
    root, keep = vault
    monkeypatch.setattr("gpukb.vault.RACE_NS", -1)  # their stats vouch for them
    lint(root, config(root), keep=keep)
    assert json.loads(keep.read_bytes().split(b"\n")[1])["racy"] == []
    (root / "A.md").write_text("[[B]] [[Gonf]]\n")
    warm, cold = both(root, keep)
    assert warm == cold


def test_a_note_that_changes_during_a_run_makes_it_read_all(vault):
    root, keep = vault
    write(root, "=== A.md\n---\naliases: [B]\nlang: en\n---\n[[B]]\n")
    lint(root, config(root), keep=keep)
    (root / "B.md").write_text("---\nlang: en\n---\n[[A]] More.")
    cold = lint(root, config(root))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gpukb.lint.engine.text_of", lambda root, file, revision: None)
        assert lint(root, config(root), keep=keep).findings == cold.findings
    assert [finding.name for finding in cold.findings] == ["alias-clash"]


@pytest.mark.parametrize("cut", [1, 20, 300, 1000])
def test_what_is_torn_is_not_read(vault, cut):
    root, keep = vault
    lint(root, config(root), keep=keep)
    keep.write_bytes(keep.read_bytes()[:-cut])
    (root / "A.md").write_text("[[B]] [[Gonf]]\n")
    warm, cold = both(root, keep)
    assert warm == cold


def test_looks_of_another_program_are_not_read(vault):
    root, keep = vault
    lint(root, config(root), keep=keep)
    changed(keep, 0, lambda line: json.dumps({**json.loads(line), "state": "", "ground": "another"}).encode())
    changed(keep, 3, lambda line: line.replace(b"Gone", b"Gene"))
    warm, cold = both(root, keep)
    assert warm == cold


def test_rules_over_a_note_see_nothing_else_and_what_the_others_take_is_json(vault):
    for rule in RULES:
        wanted = {"note": "Alone", "vault": "Context"}[rule.over]
        assert inspect.signature(rule.check).parameters["context"].annotation == wanted
        assert rule.takes is None or rule.over == "vault"


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"state": 1}', '{"state": "x", "findings": [[1]]}'])
def test_what_is_no_file_of_findings_is_not_read(vault, text):
    root, keep = vault
    keep.parent.mkdir()
    keep.write_text(text)
    warm, cold = both(root, keep)
    assert warm == cold


def test_a_changed_note_has_no_text_of_kept_findings(vault):
    root, keep = vault
    lint(root, config(root), keep=keep)
    found = lint(root, config(root), keep=keep)
    assert found.text("A.md") == "[[B]] [[Gone]]\n"
    (root / "B.md").write_text("Other.")
    assert found.text("B.md") == ""


def test_a_pipe_in_the_place_of_what_is_kept_is_waited_for_by_nobody(vault):
    root, keep = vault
    keep.parent.mkdir()
    os.mkfifo(keep)
    assert lint(root, config(root), keep=keep).checked == 2
