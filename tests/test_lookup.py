"""A name as people write it → the note that every command, page and tool takes it for."""

import pytest

from gpukb.errors import NoteNotFoundError
from gpukb.kb import KnowledgeBase
from gpukb.lookup import ends_called

NOTES = {
    "Hasła/NVLink.md": "# NVLink po polsku\n",
    "Wiki/NVLink.md": "# NVLink\n",
    "百科/NVLink.md": "# NVLink 互连\n",
    "Wiki/Deep/Cache.md": "---\naliases: [store]\n---\n# Memory\n",
    "Zoo/Z.md": "---\naliases: [store]\n---\n# Memory\n",
    "Alias.md": "---\naliases: [Memory]\n---\n",
    "Start.md": "# Start\n",
    "Old/Start.md": "# Start\n",
}


@pytest.fixture
def kb(tmp_path):
    for path, text in NOTES.items():
        (tmp_path / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "vault" / path).write_text(text, "utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as opened:
        yield opened


def paths(kb, ref):
    return [note.path for note in kb.notes_called(ref)]


@pytest.mark.parametrize("ref", ["NVLink", "nvlink", "[[NVLink]]", "NVLink.md"])
def test_a_bare_name_is_the_note_that_a_link_leads_to(kb, ref):
    assert kb.note(ref).path == kb.resolve("[[NVLink]]").path == "百科/NVLink.md"
    assert paths(kb, ref) == ["百科/NVLink.md", "Wiki/NVLink.md", "Hasła/NVLink.md"]


def test_a_path_an_id_and_the_end_of_a_path_mean_one_note(kb):
    for ref in ("Hasła/NVLink.md", "Hasła/NVLink", "[[Hasła/NVLink]]", kb.note("Hasła/NVLink").id, "Deep/Cache"):
        assert len(paths(kb, ref)) == 1


def test_the_note_at_the_root_comes_first_and_hides_nobody(kb):
    assert paths(kb, "Start") == ["Start.md", "Old/Start.md"]
    assert paths(kb, "Start.md") == ["Start.md"]


def test_titles_come_before_aliases_and_short_paths_before_long_ones(kb):
    assert paths(kb, "Memory") == ["Zoo/Z.md", "Wiki/Deep/Cache.md"]
    assert paths(kb, "store") == ["Zoo/Z.md", "Wiki/Deep/Cache.md"]


def test_an_excluded_note_is_not_meant(kb, tmp_path):
    (tmp_path / "vault/.obsidian").mkdir()
    (tmp_path / "vault/.obsidian/app.json").write_text('{"userIgnoreFilters": ["百科/"]}', "utf-8")
    kb.sync()
    assert paths(kb, "NVLink") == ["Wiki/NVLink.md", "Hasła/NVLink.md"]
    with pytest.raises(NoteNotFoundError):
        kb.note("百科/NVLink.md")


def test_every_question_takes_the_same_note(kb):
    meant = kb.note("NVLink")
    assert kb.backlinks("NVLink") == kb.backlinks(meant.id)
    assert kb.links("NVLink") == kb.links(meant.id)
    assert kb.path("NVLink", "百科/NVLink") == []


def test_of_one_name_the_readers_language_is_meant_but_not_in_a_link_or_a_path(kb):
    assert [note.path for note in kb.notes_called("NVLink", "pl")] == ["Hasła/NVLink.md", "百科/NVLink.md", "Wiki/NVLink.md"]
    assert kb.notes_called("[[NVLink]]", "pl")[0].path == "百科/NVLink.md"
    assert [note.path for note in kb.notes_called("Wiki/NVLink.md", "pl")] == ["Wiki/NVLink.md"]
    assert kb.notes_called("NVLink", "fr")[0].path == "百科/NVLink.md"


@pytest.mark.parametrize(
    ("start", "end", "lang", "paths"),
    [
        ("Hasła/NVLink.md", "NVLink", None, ("Hasła/NVLink.md", "Hasła/NVLink.md")),
        ("NVLink", "Hasła/NVLink.md", "zh", ("Hasła/NVLink.md", "Hasła/NVLink.md")),
        ("NVLink", "NVLink", "pl", ("Hasła/NVLink.md", "Hasła/NVLink.md")),
        ("NVLink", "NVLink", None, ("百科/NVLink.md", "百科/NVLink.md")),
        ("Hasła/NVLink.md", "[[NVLink]]", None, ("Hasła/NVLink.md", "百科/NVLink.md")),
    ],
)
def test_the_other_end_of_a_path_tells_the_language_of_a_name(kb, start, end, lang, paths):
    with kb.snapshot() as snapshot:
        assert tuple(notes[0].path for notes in ends_called(snapshot, start, end, lang)) == paths
