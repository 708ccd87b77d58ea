"""What people type → the note they mean, over the shipped vault, by words alone: inflections, scripts, hyphens, case, layout, typos."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpukb import KnowledgeBase

ROOT = Path(__file__).parent.parent
FIRST = 3  # hits among which the note must be
FORMS = [line.split("\t") for line in (ROOT / "tests/forms.tsv").read_text("utf-8").splitlines() if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    with KnowledgeBase.open(ROOT / "vault", index=tmp_path_factory.mktemp("forms"), vectors=False) as opened:
        yield opened


@pytest.mark.parametrize(("typed", "name", "odd"), FORMS, ids=[f"{typed} ({odd})" for typed, _, odd in FORMS])
def test_what_people_type_finds_the_note_they_mean(kb, typed, name, odd):
    with kb.snapshot() as snapshot:
        note = snapshot.note(f"Вики/{name}.md")
        assert note is not None, odd
        meant = {note.path} | {row.path for row in snapshot.notes_by_number(snapshot.translations(note.number)).values()}
    assert meant.intersection(hit.note.path for hit in kb.search(typed, limit=FIRST).hits)
