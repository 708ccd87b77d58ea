"""`KnowledgeBase.lint`: the findings of `gpukb lint`, for Python."""

from __future__ import annotations

import pytest
from lint.small import linted

from gpukb.errors import UsageError
from gpukb.index.sync import SMALL
from gpukb.kb import KnowledgeBase
from gpukb.vault import read_note


def test_it_gives_the_findings_of_the_command(fixture_vault, tmp_path):
    with KnowledgeBase.open(fixture_vault, index=tmp_path / "index", vectors=False) as kb:
        first, again = kb.lint(), kb.lint()
        assert first.findings == again.findings == linted(fixture_vault).findings != ()
        assert again.graph.notes.keys() == first.graph.notes.keys()
        (fixture_vault / "New.md").write_text("[[Nowhere at all]]")
        assert "New.md" in {finding.path for finding in kb.lint().findings}
        assert {finding.path for finding in kb.lint(["Wiki", "Home.md"]).findings} <= {
            path for path in first.graph.notes if path.startswith("Wiki/") or path == "Home.md"
        }
        with pytest.raises(UsageError, match="'nowhere'"):
            kb.lint(["nowhere"])


@pytest.mark.parametrize("crew", [0, 2])
def test_after_an_index_of_many_notes_it_reads_none_again(tmp_path, monkeypatch, crew):
    monkeypatch.setattr("gpukb.index.sync.crew_size", lambda notes: crew)
    vault = tmp_path / "vault"
    vault.mkdir()
    for number in range(SMALL + 1):
        (vault / f"{number}.md").write_text(f"# {number}\n\n[[{number + 1}]]\n\nTODO: more\n")
    (vault / "Secret.md").write_text("---\nprivate: true\n---\n[[Nowhere]]")
    (vault / "Asks.md").write_text("---\nsee: with [[1]] in it\n---\n")
    fresh = linted(vault).findings
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as kb:
        read = []
        monkeypatch.setattr(
            "gpukb.lint.engine.read_note", lambda root, file, parser: read.append(file.path) or read_note(root, file, parser)
        )
        assert kb.lint().findings == fresh != ()
    assert read == ["Asks.md", "Secret.md"]
