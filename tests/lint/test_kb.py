"""`KnowledgeBase.lint`: the findings of `gpukb lint`, for Python."""

from __future__ import annotations

import pytest
from lint.small import linted

from gpukb.errors import UsageError
from gpukb.kb import KnowledgeBase


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
