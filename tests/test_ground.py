import pytest
from index.hashed import Hashed

from gpukb import KnowledgeBase

NVLINK = """---
lang: en
aliases: [НВЛинк]
---
# NVLink

## Definition

NVLink joins GPUs directly. It is faster than PCIe.

## Numbers

- 900 GB/s on H100.
"""
RUSSIAN = '---\nlang: ru\ntranslation_of: "[[NVLink]]"\n---\n# Шина NVLink\n\n## Определение\n\nNVLink соединяет GPU напрямую.\n'
OLD = "---\nlang: en\n---\n# NVLink 3\n\n## Definition\n\nNVLink 3 is the older NVLink.\n"
NEW = '---\nlang: en\nreplaces: "[[NVLink 3]]"\n---\n# NVLink 4\n\n## Definition\n\nNVLink 4 is the newer NVLink.\n'


@pytest.fixture
def kb(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    for name, text in {"NVLink": NVLINK, "Шина NVLink": RUSSIAN, "NVLink 3": OLD, "NVLink 4": NEW}.items():
        (vault / f"{name}.md").write_text(text, "utf-8")
    with KnowledgeBase.open(vault, index=tmp_path / "index", encoder=Hashed()) as kb:
        kb.finish_vectors()
        yield kb


def found(kb, question):
    with kb.evidence() as find:
        return find(question)


def test_a_note_and_its_translation_are_one_concept(kb):
    concepts = {source.note.path: source.concept for source in found(kb, "What is NVLink?").sources}
    assert concepts["NVLink.md"] == concepts["Шина NVLink.md"] != concepts["NVLink 3.md"]


def test_a_note_without_a_version_in_the_asker_s_language_is_told_apart(kb):
    for question, alone in (("What is NVLink?", set()), ("Что такое NVLink?", {"NVLink 3.md", "NVLink 4.md"})):
        assert {source.note.path for source in found(kb, question).sources if source.untranslated} == alone


def test_a_pinned_note_brings_its_lead(kb):
    sources = found(kb, "What is NVLink?").sources
    assert any(source.pinned and source.kind == "lead" and source.note.path == "NVLink.md" for source in sources)


def test_every_source_is_the_notes_own_text(kb):
    with kb.evidence() as find:
        whole = find("What is NVLink?")
        for source in whole.sources:
            assert whole.text_of(source.note.id)[source.start : source.end] == source.text


def test_a_replaced_note_names_its_successor(kb):
    old = next(source for source in found(kb, "NVLink 3").sources if source.note.path == "NVLink 3.md")
    assert old.successor
    assert old.successor.path == "NVLink 4.md"


def test_rare_words_weigh_more_and_unknown_ones_most(kb):
    weights = {term.surface: term.weight for term in found(kb, "NVLink faster biscuit").terms}
    assert weights["NVLink"] < weights["faster"] <= weights["biscuit"]


def test_a_chinese_pair_that_spans_two_words_is_no_word(tmp_path):
    (tmp_path / "缓存.md").write_text("# 缓存\n\n显存很大。缓存增长很快。\n", "utf-8")
    with KnowledgeBase.open(tmp_path, index=tmp_path / ".index", vectors=False) as kb:
        pairs = {term.surface for term in found(kb, "显存缓存蛋糕").terms if len(term.surface) == 2}
    assert pairs == {"显存", "缓存", "蛋糕"}


def test_an_unmeasured_encoder_is_measured_on_the_vault(kb):
    sources = found(kb, "NVLink joins GPUs directly.").sources
    nearness = {
        source.text[start - source.start : end - source.start]: value
        for source in sources
        for (start, end), value in source.sentences.items()
    }
    assert nearness["NVLink joins GPUs directly."] == max(nearness.values())
    assert nearness["900 GB/s on H100."] < 0.1 < nearness["NVLink joins GPUs directly."] < 1


def test_without_vectors_words_alone_are_evidence(tmp_path):
    (tmp_path / "NVLink.md").write_text(NVLINK, "utf-8")
    with KnowledgeBase.open(tmp_path, index=tmp_path / ".index", vectors=False) as kb:
        whole = found(kb, "What is NVLink?")
    assert not whole.vectors
    assert whole.sources
    assert all(not source.sentences and source.nearness == 0 for source in whole.sources)


def test_a_note_in_the_main_language_does_not_crowd_out_the_others(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    for n in range(60):
        (vault / f"Card {n}.md").write_text(f"---\nlang: en\n---\n# Card {n}\n\nA card of kind {n} is a card for mixed cards.\n", "utf-8")
    (vault / "Карты.md").write_text("---\nlang: ru\n---\n# Карты\n\nРазные карты лучше не смешивать.\n", "utf-8")
    with KnowledgeBase.open(vault, index=tmp_path / "index", encoder=Hashed()) as kb:
        kb.finish_vectors()
        langs = [source.lang for source in found(kb, "What is a mixed card?").sources]
    assert "ru" in langs
    assert langs.count("en") >= 24


def test_a_title_that_is_the_question_is_known_and_a_name_is_not(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "1. a.md").write_text("---\nlang: en\n---\n# How do I cut the bill of cards?\n\n## Thesis\n\nRent by the hour.\n", "utf-8")
    for n in range(20):
        (vault / f"Word{n}.md").write_text(f"---\nlang: en\n---\n# Word{n}\n\nNothing{n} like{n} this{n}.\n", "utf-8")
    (vault / "Bill.md").write_text("---\nlang: en\n---\n# Bill\n\nA bill of cards is monthly.\n", "utf-8")
    with KnowledgeBase.open(vault, index=tmp_path / "index", encoder=Hashed()) as kb:
        kb.finish_vectors()
        titled = {source.note.title: source.titled for source in found(kb, "How do I cut the bill of cards?").sources}
        near = {source.note.title: source.title for source in found(kb, "How do I cut a bill?").sources}
    assert titled.pop("How do I cut the bill of cards?") > 0
    assert set(titled.values()) == {0.0}
    assert near.pop("How do I cut the bill of cards?") > 0
    assert set(near.values()) == {0.0}
