import pytest

from gpukb import KnowledgeBase
from gpukb.errors import NoteNotFoundError


def wiki(term, text, **properties):
    head = "".join(f"{key}: {value}\n" for key, value in properties.items())
    return f"---\ntype: wiki\n{head}---\n\n# {term}\n\n{text}\n"


NOTES = {
    "Wiki/NVLink.md": wiki("NVLink", "Joins cards. See [[Wiki/Bus]].", lang="en", requires='["[[Wiki/Card]]"]'),
    "Вики/NVLink.md": wiki("NVLink", "Соединяет карты.", lang="ru", translation_of='"[[Wiki/NVLink]]"'),
    "Wiki/Card.md": wiki("Card", "A processor.", lang="en"),
    "Вики/Карта.md": wiki("Карта", "Процессор. См. [[Wiki/NVLink]].", lang="ru", translation_of='"[[Wiki/Card]]"'),
    "Wiki/Bus.md": wiki("Bus", "A road for data.", lang="en"),
    "Wiki/Switch.md": wiki("Switch", "Also on the [[Wiki/Bus]].", lang="en"),
    "Wiki/Cake.md": wiki("Cake", "Nothing to do with it.", lang="en"),
    "Index.md": "---\ntype: index\n---\n- [[Wiki/NVLink]]\n- [[Wiki/Cake]]\n",
}


@pytest.fixture
def kb(tmp_path):
    for path, text in NOTES.items():
        (tmp_path / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "vault" / path).write_text(text, "utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as opened:
        yield opened


def test_what_a_relation_names_comes_before_a_mention_and_that_before_what_shares_a_link(kb):
    found = kb.related("Wiki/NVLink.md")
    assert [one.note.path for one in found] == ["Wiki/Card.md", "Wiki/Bus.md", "Wiki/Switch.md"]
    assert (found[0].relations, found[0].linked) == (("requires",), True)
    assert (found[1].relations, found[1].linked) == ((), True)
    assert [note.path for note in found[2].shared] == ["Wiki/Bus.md"]


def test_of_each_concept_the_notes_own_language_is_told_and_its_own_versions_are_not(kb):
    paths = [one.note.path for one in kb.related("Wiki/NVLink.md")]
    assert "Вики/Карта.md" not in paths
    assert "Вики/NVLink.md" not in paths


def test_lists_and_strangers_are_left_out_and_the_limit_holds(kb):
    paths = [one.note.path for one in kb.related("Wiki/NVLink.md")]
    assert not {"Index.md", "Wiki/Cake.md"}.intersection(paths)
    assert len(kb.related("Wiki/NVLink.md", 1)) == 1


def test_an_unknown_note_is_told(kb):
    with pytest.raises(NoteNotFoundError):
        kb.related("Wiki/Nothing.md")


def test_definitions_near_in_meaning_are_related_without_a_link(tmp_path):
    texts = {"a.md": "apple pear plum", "b.md": "apple pear fig", "c.md": "iron zinc lead"}
    for path, text in texts.items():
        (tmp_path / "vault").mkdir(exist_ok=True)
        (tmp_path / "vault" / path).write_text(f"# {path}\n\n{text}\n", "utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", encoder=Words()) as kb:
        kb.finish_vectors()
        found = kb.related("a.md")
    assert found[0].note.path == "b.md"
    assert found[0].nearness == 1.0


class Words:
    """An encoder by which texts are near that share words."""

    id = "words"
    dim = 64

    def encode_document(self, texts):
        import zlib

        import numpy as np

        rows = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.split():
                row[zlib.crc32(word.encode()) % self.dim] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)

    encode_query = encode_document
