import pytest

from gpukb.errors import NoteNotFoundError
from gpukb.kb import KnowledgeBase

NOTES = {
    "Wiki/Cache.md": "---\nlang: en\naliases: [KV cache]\n---\n# Cache\nThe cache itself.\n",
    "Wiki/Prefix cache.md": "---\nlang: en\n---\n# Prefix cache\nIt fills the cache. See [[Cache]].\n",
    "Вики/Cache.md": '---\nlang: ru\naliases: [кэш]\ntranslation_of: "[[Wiki/Cache]]"\n---\n# Кэш\n',
    "a.md": "---\nlang: en\n---\nA prefix cache. KV caches fill up.\n\nThe `cache` and the [[Cache]].\n",
    "b.md": "---\nlang: ru\n---\nНет кэша. Cache есть.\n",
    "c.md": "---\nlang: de\n---\nDer Cache ist voll.\n",
    "hidden/d.md": "---\nlang: en\n---\nThe cache of a hidden note.\n",
    "private.md": "---\nlang: en\nprivate: true\n---\nThe cache of a private note.\n",
    ".obsidian/app.json": '{"userIgnoreFilters": ["hidden/"]}',
    "Wiki/One.md": "---\nlang: en\naliases: [twin]\n---\n",
    "Wiki/Two.md": "---\nlang: en\naliases: [twin]\n---\n",
    "t.md": "---\nlang: en\n---\nThe twins.\n",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    root = tmp_path_factory.mktemp("unlinked")
    for path, text in NOTES.items():
        (root / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "vault" / path).write_text(text, "utf-8")
    with KnowledgeBase.open(root / "vault", index=root / "index", vectors=False) as opened:
        yield opened


def told(page):
    return [(found.note.path, found.text, found.around) for found in page.mentions]


def test_names_titles_and_aliases_are_found_with_their_sentences(kb):
    assert told(kb.mentions("Wiki/Cache")) == [
        ("Wiki/Prefix cache.md", "cache", "It fills the cache."),
        ("a.md", "KV caches", "KV caches fill up."),
        ("c.md", "Cache", "Der Cache ist voll."),
    ]


def test_the_language_of_the_text_decides_between_notes_of_one_name(kb):
    assert [(path, text) for path, text, _ in told(kb.mentions("Вики/Cache"))] == [("b.md", "кэша"), ("b.md", "Cache"), ("c.md", "Cache")]
    assert {found.note.path: found.ambiguous for found in kb.mentions("Вики/Cache").mentions}["c.md"] == ("Wiki/Cache.md", "Вики/Cache.md")


def test_two_notes_of_one_name_are_both_told(kb):
    (one,), (two,) = kb.mentions("One").mentions, kb.mentions("Two").mentions
    assert one == two
    assert one.ambiguous == ("Wiki/One.md", "Wiki/Two.md")


def test_spans_are_those_of_the_text(kb):
    for found in kb.mentions("Wiki/Cache").mentions:
        text = NOTES[found.note.path]
        assert text[found.span.start : found.span.end] == found.text
        assert text.count("\n", 0, found.span.start) + 1 == found.span.line
        assert text[found.sentence.start : found.sentence.end] == found.around


def test_pages_follow_one_another_and_make_the_whole_list(kb):
    for limit in (1, 2, 3, 4):
        pages, after = [], None
        while after or not pages:
            pages.append(kb.mentions("Вики/Cache", limit=limit, after=after))
            after = pages[-1].after
        assert [found for page in pages for found in page.mentions] == list(kb.mentions("Вики/Cache").mentions)
        assert all(len(page.mentions) == limit for page in pages[:-1])
        assert pages[-1].mentions


def test_only_the_languages_asked_for(kb):
    assert [path for path, _, _ in told(kb.mentions("Wiki/Cache", langs=["de"]))] == ["c.md"]


def test_a_note_that_is_not_there_is_told(kb):
    with pytest.raises(NoteNotFoundError):
        kb.mentions("hidden/d.md")
