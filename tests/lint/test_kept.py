"""Findings that are kept in the index folder: always those of a new run."""

from __future__ import annotations

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
from gpukb.lint import Linted, lint
from gpukb.lint.kept import FILE

NAMES = ("A.md", "b/B.md", "b/A.md", "C.canvas", "ring.png", "gpukb.toml", ".obsidian/app.json", ".obsidian/templates.json")
TEXTS = (
    "[[B]]",
    "[[A]]",
    "![[ring.png]] TODO: x",
    "---\naliases: [B]\n---\n# T\n",
    "---\nprivate: true\n---\n[[X]]",
    '{"nodes": [{"id": "1", "type": "text", "text": "[[A]] [[X]]"}]}',
    '[lint.rules]\norphan = "off"\n',
    '{"userIgnoreFilters": ["b/"]}',
    '{"folder": "b"}',
)
STEPS = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(NAMES), st.sampled_from(TEXTS)),
    st.tuples(st.just("unseen"), st.sampled_from(NAMES), st.sampled_from("ABX")),  # same size, same time
    st.tuples(st.just("remove"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
)


def config(root):
    return load_config(root, environ={"XDG_CONFIG_HOME": str(root / ".none")}).vault


def both(root, keep):
    """The findings with what is kept, and without."""
    return [shown(lint(root, config(root), keep=folder)) for folder in (keep, None)]


def shown(found: Linted):
    texts = {finding.path: found.text(finding.path) for finding in found.findings}
    return found.findings, found.checked, texts


def step(root: Path, kind: str, name: str, argument: str) -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    if kind == "write" and (name != "gpukb.toml" or argument.startswith("[lint")):
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


@settings(max_examples=60, deadline=None)
@given(st.lists(STEPS, max_size=8))
def test_kept_findings_are_those_of_a_new_run_after_any_edits(steps):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as keep:
        root = Path(folder)
        write(root, "=== A.md\n[[B]] [[Gone]]\n=== b/B.md\n[[A]]\n=== ring.png\n")
        for each in steps:
            warm, cold = both(root, Path(keep))
            assert warm == cold
            step(root, *each)
        for _ in range(2):
            warm, cold = both(root, Path(keep))
            assert warm == cold


@pytest.fixture
def vault(tmp_path):
    root, keep = tmp_path / "vault", tmp_path / "index"
    keep.mkdir()
    write(root, "=== A.md\n[[B]] [[Gone]]\n=== B.md\n[[A]] TODO: x\n")
    return root, keep


def test_kept_findings_are_used_while_nothing_changes(vault):
    root, keep = vault
    first = lint(root, config(root), keep=keep)
    written = json.loads((keep / FILE).read_text())
    written["checked"] = 99
    (keep / FILE).write_text(json.dumps(written))
    again = lint(root, config(root), keep=keep)
    assert again.checked == 99
    assert again.findings == first.findings
    (root / "A.md").write_text("[[B]] [[Gone2]]")
    assert lint(root, config(root), keep=keep).checked == 2


def test_old_files_are_not_read_again(vault):
    root, keep = vault
    time.sleep(2.1)  # until their stats vouch for them
    lint(root, config(root), keep=keep)
    assert json.loads((keep / FILE).read_text())["racy"] == []
    (root / "A.md").write_text("[[B]] [[Gonf]]\n")
    warm, cold = both(root, keep)
    assert warm == cold


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"state": 1}', '{"state": "x", "findings": [[1]]}'])
def test_what_is_no_file_of_findings_is_not_read(vault, text):
    root, keep = vault
    (keep / FILE).write_text(text)
    warm, cold = both(root, keep)
    assert warm == cold


def test_nothing_is_kept_where_there_is_no_index(vault):
    root, keep = vault
    lint(root, config(root), keep=keep / "none")
    assert not (keep / "none").exists()


def test_a_changed_note_has_no_text_of_kept_findings(vault):
    root, keep = vault
    lint(root, config(root), keep=keep)
    found = lint(root, config(root), keep=keep)
    assert found.text("A.md") == "[[B]] [[Gone]]\n"
    (root / "B.md").write_text("Other.")
    assert found.text("B.md") == ""
