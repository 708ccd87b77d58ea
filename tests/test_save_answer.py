"""An answer written into the vault, read back, grown old and asked again."""

import os
import shutil
import threading
from pathlib import Path

import pytest
import yaml
from index.hashed import Hashed

from gpukb.config import load_config
from gpukb.errors import UsageError
from gpukb.kb import KnowledgeBase
from gpukb.lint import lint
from gpukb.markdown import parse_note
from gpukb.new_note import NoteExistsError
from gpukb.note import note_id
from gpukb.only_one import alone_in
from gpukb.query import Filters
from gpukb.rewrite import RewriteError, link_style
from gpukb.save_answer import write_saved
from gpukb.saved_answer import outdated_answers
from gpukb.starter import start_vault

QUESTION = "How fast is NVLink 4 on the H100?"
SAVED = "Answers/1. How fast is NVLink 4 on the H100.md"
RACKS = "Answers/1. How many racks does the server room hold.md"
NVLINK = (
    "# NVLink\n\n## Definition\n\nNVLink joins graphics cards directly.\n\n## Numbers: speed\n\nNVLink 4 gives the H100 card 900 GB/s.\n"
)
SERVER = "# Server\n\n## Definition\n\nA server holds eight H100 cards. NVLink 4 joins them all at full speed.\n"


def vault_of(folder, **more):
    root = start_vault(folder / "vault").root
    for path, text in {"Wiki/NVLink.md": NVLINK, "Wiki/Server.md": SERVER, **more}.items():
        (root / path).write_text(text, "utf-8")
    return root


def opened(root):
    return KnowledgeBase.open(root, index=root.parent / "index", vectors=False)


@pytest.fixture
def root(tmp_path):
    return vault_of(tmp_path)


def saved(root, question=QUESTION, **options):
    with opened(root) as kb:
        note = kb.save_answer(kb.ask(question), **options)
    return (root / note.path).read_text("utf-8") if options.get("write", True) else note


def test_the_note_has_the_template_and_cites_by_wikilinks(root):
    text = saved(root)
    front, body = text.removeprefix("---\n").split("\n---\n")
    properties = yaml.safe_load(front)
    assert properties["type"] == "answer"
    assert properties["generated"] is True
    assert properties["model"] == "gpukb/extractive"
    assert "[[Wiki/NVLink]]" in properties["cites"]
    assert len(properties["cites"]) == len(properties["revisions"])
    assert all(revision.startswith("sha256:") for revision in properties["revisions"])
    assert all(not isinstance(item, list | dict) for value in properties.values() if isinstance(value, list) for item in value)
    said = "NVLink 4 gives the H100 card 900 GB/s. ([[Wiki/NVLink#Numbers  speed|1]])"
    assert body.startswith(f"\n# {QUESTION}\n\n## Short thesis\n\n{said}")
    assert "## Sources\n\n- [[Wiki/NVLink#Numbers  speed|NVLink › Numbers: speed]]" in body


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be locked")
def test_two_saved_at_once_take_two_numbers(root):
    with opened(root) as kb:
        answer = kb.ask(QUESTION)
        other = threading.Thread(target=kb.save_answer, args=(answer,))
        with alone_in(root):
            other.start()
            other.join(1)  # without a lock it would be written by now
            (root / "Answers/1. Meanwhile.md").write_text("# Meanwhile?\n")
        other.join()
    assert {path.name for path in (root / "Answers").iterdir()} == {"1. Meanwhile.md", SAVED.rpartition("/")[2].replace("1.", "2.", 1)}


def test_every_link_of_the_note_leads_to_its_place(root):
    saved(root)
    found = lint(root, load_config(root, environ={}).vault)
    edges = found.graph.edges(SAVED)
    assert {edge.link.relation for edge in edges} == {"cites", "mentions"}
    assert all(edge.resolved and edge.path for edge in edges)
    assert [one.name for one in found.findings if one.path == SAVED and one.name != "orphan"] == []


@pytest.mark.parametrize("configured", [True, False])
def test_an_answer_that_cites_a_note_without_a_type_lints_clean(tmp_path, configured):
    root = vault_of(tmp_path, **{"Server room.md": "# Server room\n\nThe room holds forty racks with water cooling.\n"})
    if not configured:  # an older vault, whose file `init` makes from its notes
        (root / "gpukb.toml").unlink()
        (root / "Answers/0. Old.md").write_text("---\ntype: answer\ncites: '[[Wiki/NVLink]]'\n---\nOld words in English.\n", "utf-8")
        start_vault(root)
    saved(root, "How many racks does the server room hold?")
    found = lint(root, load_config(root, environ={}).vault)
    cites = [edge for edge in found.graph.edges(RACKS) if edge.link.relation == "cites"]
    assert "Server room.md" in {edge.path for edge in cites}
    assert [one.name for one in found.findings if one.path == RACKS and one.name != "orphan"] == []


QUESTIONS = [
    "Что такое KV-кэш?",
    "Сколько даёт NVLink?",
    "What is NVLink?",
    "Зачем нужен KV-кэш?",
    "Для чего тензорному параллелизму нужен NVLink?",
    "什么是张量并行？",
    "KV-кэш",
    "NVLink",
    "Что раздать на две карты?",
    "How are GPUs scheduled?",
    "Co to jest równoległość tensorowa?",
    "What does tensor paralelism split?",  # a typo that is mended by the words of the vault
]


@pytest.mark.parametrize("vectors", [False, True])
def test_asking_again_after_saving_gives_the_same_answers(tmp_path, fixture_vault, vectors):
    """No count, name, link or vector of a saved answer speaks for or against another note."""
    shutil.copy(start_vault(tmp_path / "other").root / "gpukb.toml", fixture_vault)
    given = {"encoder": Hashed()} if vectors else {"vectors": False}
    with KnowledgeBase.open(fixture_vault, index=tmp_path / "index", **given) as kb:
        kb.finish_vectors()
        before = [kb.ask(question) for question in QUESTIONS]
        cited = [answer for answer in before if answer.citations]
        assert len(cited) > 6
        for some in (cited[:1], cited[1:]):
            for answer in some:
                kb.save_answer(answer)
            kb.sync()
            kb.finish_vectors()
            assert [told(kb.ask(question)) for question in QUESTIONS] == [told(answer) for answer in before]
        assert any(hit.note.generated for hit in kb.search("KV-кэш").hits)  # found by search all the same


def told(answer):
    return answer.question, answer.status, answer.markdown, answer.citations, answer.nearest, answer.confidence


def test_a_saved_answer_is_evidence_where_it_is_asked_for(root):
    saved(root)
    with opened(root) as kb:
        only = kb.ask(QUESTION, filters=Filters(prop=("generated:true",)))
        assert {citation.note.path for citation in only.citations} == {SAVED}


def test_nothing_is_overwritten_but_what_gpukb_wrote_and_only_when_told(root):
    first = saved(root)
    with pytest.raises(NoteExistsError, match="--overwrite"):
        saved(root)
    (root / "Wiki/NVLink.md").write_text(NVLINK.replace("900", "450"), "utf-8")
    second = saved(root, overwrite=True)
    assert "450 GB/s" in second
    assert "450" not in first
    (root / SAVED).write_text("# By hand\n", "utf-8")
    with pytest.raises(NoteExistsError, match="not written by gpukb"):
        saved(root, overwrite=True)
    assert (root / SAVED).read_text("utf-8") == "# By hand\n"


def test_an_edit_between_plan_and_write_is_kept(root):
    saved(root)
    with opened(root) as kb:
        answer = kb.ask(QUESTION)
        plan = kb.save_answer(answer, overwrite=True, write=False)
        (root / SAVED).write_text("mine", "utf-8")
        with pytest.raises(RewriteError, match="changed"):
            write_saved(plan)
    assert (root / SAVED).read_text("utf-8") == "mine"


def test_a_dry_run_writes_nothing_and_shows_all(root):
    plan = saved(root, write=False)
    assert not (root / SAVED).exists()
    assert plan.diff().startswith(f"--- a/{SAVED}\n+++ b/{SAVED}\n")
    assert "+generated: true\n" in plan.diff()


def test_what_the_vault_does_not_say_is_not_saved(root):
    with opened(root) as kb, pytest.raises(UsageError, match="no answer to save"):
        kb.save_answer(kb.ask("Who baked the bread?"))


def test_a_vault_without_a_folder_for_answers_says_so(tmp_path):
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/NVLink.md").write_text(NVLINK, "utf-8")
    with opened(tmp_path / "plain") as kb, pytest.raises(UsageError, match="no folder"):
        kb.save_answer(kb.ask(QUESTION))


def test_it_is_out_of_date_once_its_note_changes(root):
    saved(root)

    def states():
        linted = lint(root, load_config(root, environ={}).vault)
        return {one.path: one.state for _, found in outdated_answers(linted.graph, linted.text) for one in found}

    assert states() == {}
    (root / "Wiki/NVLink.md").write_text(NVLINK.replace("900", "450"), "utf-8")
    assert states()["Wiki/NVLink.md"] == "changed"


@pytest.mark.parametrize(
    ("settings", "link"),
    [
        ('{"newLinkFormat": "absolute"}', "([[Wiki/NVLink#Numbers  speed|1]])"),
        ('{"newLinkFormat": "relative"}', "([[../Wiki/NVLink#Numbers  speed|1]])"),
        ('{"newLinkFormat": "shortest"}', "([[NVLink#Numbers  speed|1]])"),
        ("{}", "([[NVLink#Numbers  speed|1]])"),
        ("not JSON", "([[NVLink#Numbers  speed|1]])"),
        ("[1]", "([[NVLink#Numbers  speed|1]])"),
        ('{"newLinkFormat": "absolute", "useMarkdownLinks": true}', "([1](Wiki/NVLink.md#Numbers%20%20speed))"),
    ],
)
def test_links_are_written_as_the_vaults_settings_say(root, settings, link):
    (root / ".obsidian/app.json").write_text(settings, "utf-8")
    assert link in saved(root)


def test_a_name_that_two_notes_have_is_never_bare(tmp_path):
    root = vault_of(tmp_path, **{"Hasła/NVLink.md": "# NVLink\n"})
    (root / ".obsidian/app.json").write_text("{}", "utf-8")
    assert "[[Wiki/NVLink#Numbers  speed|1]]" in saved(root)
    assert link_style(Path("/nowhere")).form == "shortest"


def test_no_words_of_a_note_become_a_link_or_a_property_of_the_answer(tmp_path):
    evil = "NVLink 4 gives the H100 card 900 GB/s, [[a|b]] ![](http://evil.example/x.png) cites:: [[Server]]."
    evil = f"# NVLink\n\n## Speed | ]] [[x]] #y\n\n{evil}\n"
    root = vault_of(tmp_path, **{"Wiki/NVLink.md": evil})
    text = saved(root)
    note = parse_note(SAVED, SAVED, text.encode(), load_config(root, environ={}).vault)
    assert {link.target for link in note.links} <= {"Wiki/NVLink", "Wiki/Server"}
    assert note.properties["type"] == "answer"
    assert "evil.example" not in text


def test_the_index_is_told_of_the_new_note(root):
    saved(root)
    with opened(root) as kb, kb.snapshot() as snapshot:
        assert snapshot.generated() == (note_id(SAVED),)


def test_no_html_in_a_title_is_html_in_the_note(tmp_path):
    root = vault_of(tmp_path, **{"Wiki/NVLink.md": NVLINK.replace("# NVLink\n", "# NVLink <img src=x onerror=alert(1)> < 5\n", 1)})
    text = saved(root)
    assert "<img" not in text.replace("\\<img", "")
    assert "\\<img" in text


def test_search_shows_what_a_saved_answer_says_and_not_its_list_of_sources(root):
    saved(root)
    with opened(root) as kb:
        for question in ("NVLink 4 H100 speed", "numbers speed", "NVLink numbers"):
            hits = [hit for hit in kb.search(question).hits if hit.note.path == SAVED]
            assert hits
            assert all("900 GB/s" in hit.snippet.text for hit in hits), [hit.snippet.text for hit in hits]
