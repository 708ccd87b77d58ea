"""Links of a page as the index answers them."""

from __future__ import annotations

from pathlib import Path

import pytest
from limits import limited

from gpukb.kb import KnowledgeBase
from gpukb_api.note_html import NotePages
from gpukb_api.render import context

HEADINGS = 2000


@pytest.mark.usefixtures("own_home")
def test_a_page_takes_time_as_its_headings_and_the_links_to_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "MAX_SECONDS", 1000.0)
    vault = tmp_path / "vault"
    vault.mkdir()
    contents = "\n".join(f"- [[#H {number}]]" for number in range(HEADINGS))
    parts = "\n\n".join(f"# H {number}\n\n![[Note#H {number}]]" for number in range(HEADINGS))
    (vault / "Note.md").write_text(f"{contents}\n\n{parts}\n")
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False) as kb, kb.snapshot() as snapshot:
        note = snapshot.note("Note.md")
        assert note is not None
        with limited():
            page = NotePages().html(snapshot, note)
    assert page.html.count(f'#h-{HEADINGS - 1}"') == 2  # from the list, and in place of a part that would show itself
