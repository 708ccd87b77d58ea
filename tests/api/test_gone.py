"""Answers that were kept, and notes that went away or became private since."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from gpukb.kb import KnowledgeBase
from gpukb_api import create_app
from gpukb_api.application import API

NOTE = "# Frobnicator\n\n## Definition\n\nA frobnicator is a device that turns warps into wefts.\n"


@pytest.mark.parametrize("change", ["private", "deleted", "longer"])
@pytest.mark.parametrize("question", ["What is a frobnicator?", "Who sells frobnicator insurance in Lisbon?"])
def test_an_answer_goes_with_the_notes_that_it_quotes_or_names(tmp_path: Path, own_home: Path, change: str, question: str) -> None:
    note = tmp_path / "vault" / "Wiki" / "Frobnicator.md"
    note.parent.mkdir(parents=True)
    note.write_text(NOTE, encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as kb:
        client = TestClient(create_app(kb), base_url="http://127.0.0.1:8000")
        answer = client.post(f"{API}/ask", json={"question": question}).json()
        assert answer["citations"] or answer["nearest"]
        kept = f"{API}/answers/{answer['id']}"
        assert client.get(kept).json() == answer
        if change == "private":
            note.write_text("---\nprivate: true\n---\n" + NOTE, encoding="utf-8")
        elif change == "deleted":
            note.unlink()
        else:
            note.write_text(NOTE + "More.\n", encoding="utf-8")
        kb.sync()
        later = client.get(kept)
        assert later.status_code == (410 if change in ("private", "deleted") else 200)
        assert change not in ("private", "deleted") or "frobnicator" not in later.text.lower()
