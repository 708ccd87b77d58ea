"""The shipped vault answers as its authors meant: each type of note for its subjects, and nothing by sections that repeat the graph."""

import re
from pathlib import Path

import pytest

from gpukb import KnowledgeBase
from gpukb.evaluate import load
from gpukb.query import question_query

ROOT = Path(__file__).parents[1]
VAULT = ROOT / "vault"
DERIVED = re.compile(r"^## (?:Где встречается|Where it appears|出现于|Gdzie występuje)\n(?:(?!#{1,2} )[^\n]*\n?)*", re.MULTILINE)
EACH = 6  # every sixth development question: a dozen from each language
SUBJECTS = {
    "practice": (
        "настроить GPU scheduling для кластера со многими командами",
        "разместить задания с учётом топологии и NVSwitch-доменов",
        "поднять vLLM на четырёх GPU",
        "настроить expert parallelism для Mixtral",
        "проверить NVLink topology на сервере из 8 GPU",
        "нарезать A100 на MIG",
    ),
    "answer": (
        "как делить GPU между арендаторами, когда обслуживаешь LLM",
        "чем tensor parallelism отличается от pipeline parallelism",
        "когда полезен MIG при обслуживании LLM",
        "как настроить MIG для разных LLM",
        "как устроен sequence parallelism",
        "почему инференс на нескольких GPU зависит от NCCL",
        "tensor, pipeline или data parallelism: что выбрать",
        "когда PCIe становится узким местом",
        "когда полезен ZeRO-Offload",
        "как выбрать степени осей в 3D-параллелизме",
        "как работает FSDP и чем отличается от DDP",
    ),
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    with KnowledgeBase.open(VAULT, index=tmp_path_factory.mktemp("index"), vectors=False) as kb:
        yield kb


@pytest.mark.parametrize(("kind", "subject"), [(kind, subject) for kind, subjects in SUBJECTS.items() for subject in subjects])
def test_a_subject_is_met_by_a_note_of_its_type(kb, kind, subject):
    assert kb.search(subject).hits[0].note.type == kind


def test_the_word_that_is_everywhere_brings_every_type(kb):
    assert {hit.note.type for hit in kb.search("GPU").hits} == {"wiki", "practice", "answer"}


def test_sections_that_repeat_the_graph_change_no_answer_and_no_top_ten(kb, tmp_path):
    bare = tmp_path / "vault"
    removed = 0
    for path in [*VAULT.rglob("*.md"), VAULT / "gpukb.toml"]:
        text, count = DERIVED.subn("", path.read_text("utf-8"))
        removed += count
        (bare / path.relative_to(VAULT)).parent.mkdir(parents=True, exist_ok=True)
        (bare / path.relative_to(VAULT)).write_text(text, "utf-8")
    assert removed > 300
    asked = load(ROOT / "bench/sets/vault", vault=lambda: VAULT).questions[::EACH]
    with KnowledgeBase.open(bare, index=tmp_path / "index", vectors=False) as without:
        for question in asked:
            assert said(without, question.text) == said(kb, question.text)
            assert first_ten(without, question.text) == first_ten(kb, question.text)


def said(kb, question):
    """What an answer says, and where each quote comes from."""
    answer = kb.ask(question, extractive=True)
    return answer.markdown, [(citation.note.path, citation.quote.exact) for citation in answer.citations]


def first_ten(kb, question):
    """The notes of the first page."""
    return [hit.note.path for hit in kb.search(question_query(question)).hits]
