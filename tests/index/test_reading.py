from __future__ import annotations

from pathlib import Path

import pytest
from index.small import ANALYZER, expression, opened, ranking, write

from gpukb.config import load_config
from gpukb.errors import UsageError
from gpukb.names import name_key
from gpukb.note import note_id
from gpukb.query import Filters
from gpukb.vault import read_notes, scan

NOTES = {
    "gpukb.toml": '[folders."Вики"]\ntype = "wiki"\nlang = "ru"\n[folders.Wiki]\ntype = "wiki"\nlang = "en"\n',
    "Вики/NVLink.md": "---\naliases: [НВЛинк]\ntags: [сеть, hw/links]\nupdated: 2026-03-01\n---\n# NVLink\n\nСоединяет [[Вики/GPU|GPU]].\n",
    "Вики/GPU.md": "---\nstatus: Deprecated\ntags: [hw]\n---\n# GPU\n\nПроцессор. [[Вики/NVLink|см.]]\n\n## Где встречается\n\n"
    "- [[Вики/NVLink]]\n",
    "Wiki/NVLink.md": "---\ntranslation_of: '[[Вики/NVLink]]'\ntags: [HW/links]\n---\n# NVLink\n\nJoins [[Wiki/GPU|GPUs]] fast.\n",
    "Wiki/GPU.md": "---\nreplaces: '[[Wiki/Old]]'\nsize: 80\nowner: {team: Infra}\n---\n# GPU\n\nA processor.\n",
    "Wiki/Old.md": "# Old\n\nAn old processor.\n",
    "1. Plan for NVLink.md": "---\ntype: practice\ndue: yes\n---\n# Technical specification: Plan for NVLink\n\n"
    "![[ring.png]] [[Nowhere]]\n",
    "ring.png": b"x",
    "Secret.md": "hidden processor [[Wiki/GPU]]\n",
    ".obsidian/app.json": '{"userIgnoreFilters": ["Secret"]}',
}


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    place = tmp_path_factory.mktemp("reading")
    write(place / "vault", NOTES)
    with opened(place / "vault", place / "index") as index:
        index.sync()
        with index.snapshot() as snapshot:
            yield snapshot


def paths(snapshot, **filters):
    allowed = snapshot.allowed(Filters(**filters))
    listed = [note.path for note in snapshot.notes(Filters(**filters)).notes]
    if allowed is not None:  # passages and notes agree on what a filter leaves
        assert {row.note.path for row in snapshot.passages(allowed)} == set(listed)
    return set(listed)


@pytest.mark.parametrize(
    ("filters", "left"),
    [
        ({"type": ("practice",)}, {"1. Plan for NVLink.md"}),
        ({"type": ("WIKI",), "lang": ("en",)}, {"Wiki/NVLink.md", "Wiki/GPU.md", "Wiki/Old.md"}),
        ({"lang": ("ru-RU", "zh")}, {"Вики/NVLink.md", "Вики/GPU.md"}),
        ({"tag": ("hw",)}, {"Вики/NVLink.md", "Вики/GPU.md", "Wiki/NVLink.md"}),
        ({"tag": ("#hw/links/",)}, {"Вики/NVLink.md", "Wiki/NVLink.md"}),
        ({"tag": ("сеть", "hw/links"), "lang": ("ru",)}, {"Вики/NVLink.md"}),
        ({"path": ("Wiki/",)}, {"Wiki/NVLink.md", "Wiki/GPU.md", "Wiki/Old.md"}),
        ({"path": ("./Вики/G", "1.")}, {"Вики/GPU.md", "1. Plan for NVLink.md"}),
        ({"prop": ("size:80",)}, {"Wiki/GPU.md"}),
        ({"prop": ("owner.team:infra",)}, {"Wiki/GPU.md"}),
        ({"prop": ("due:YES",)}, {"1. Plan for NVLink.md"}),
        ({"prop": ("status:*", "replaces:*")}, {"Вики/GPU.md", "Wiki/GPU.md"}),
        ({"updated_before": ("2026-03-02",)}, {"Вики/NVLink.md"}),
        ({"updated_after": ("2026-03-01",), "updated_before": ("2026-03-01T00:00:01Z",)}, {"Вики/NVLink.md"}),
        ({"updated_before": ("2026-03-01",)}, set()),
        ({"type": ("no such",)}, set()),
        ({"lang": ("Any", "zh"), "type": ("practice",)}, {"1. Plan for NVLink.md"}),
        ({"note": (note_id("Wiki/Old.md"), note_id("Вики/GPU.md"), "n_0")}, {"Wiki/Old.md", "Вики/GPU.md"}),
        ({"note": (note_id("Wiki/Old.md"), note_id("Secret.md")), "lang": ("ru",)}, set()),
    ],
)
def test_a_filter_leaves_what_it_says(snapshot, filters, left):
    assert paths(snapshot, **filters) == left


@pytest.mark.parametrize("filters", [{"prop": ("size",)}, {"updated_after": ("soon",)}])
def test_a_filter_that_cannot_be_read_is_an_error(snapshot, filters):
    with pytest.raises(UsageError):
        snapshot.allowed(Filters(**filters))


def test_no_filter_is_no_limit(snapshot):
    assert snapshot.allowed(Filters()) is None


def test_what_is_excluded_is_not_allowed(snapshot):
    everything = list(snapshot.all_passages())
    row = snapshot.passages_of(snapshot.note("Wiki/Old.md").number)[0]
    for ref in ("Wiki/Old.md", note_id("Wiki/Old.md")):
        left = {other.note.path for other in snapshot.passages(snapshot.allowed(Filters(), [ref]))}
        assert "Wiki/Old.md" not in left
        assert len(left) == 5
    assert list(snapshot.allowed(Filters(), [row.id])) == [number for number in everything if number != row.number]


def test_filters_come_before_the_best_are_picked(snapshot):
    allowed = snapshot.allowed(Filters(path=("Wiki/Old",)))
    found = snapshot.lexical(expression("processor"), {}, 10, allowed)
    assert {row.note.path for row in snapshot.passages([number for number, _ in found])} == {"Wiki/Old.md"}
    assert snapshot.lexical(expression("processor"), {}, 10, []) == []


def test_scores_of_some_are_those_of_the_whole_search(snapshot):
    scored = dict(snapshot.lexical(expression("processor"), {"title": 4.0}, 10))
    assert len(scored) >= 3
    assert all(score > 0 for score in scored.values())
    one = next(iter(scored))
    assert snapshot.lexical_scores(expression("processor"), {"title": 4.0}, [one, 9999]) == {one: scored[one]}


def test_document_frequencies_count_passages(snapshot):
    token = ANALYZER.query_terms("processor")[0].token
    assert snapshot.document_frequencies([token, "nothing"]) == {token: len(snapshot.matching(f'"{token}"')), "nothing": 0}


def test_a_note_is_found_by_path_id_and_number(snapshot):
    note = snapshot.note("Wiki/GPU.md")
    assert snapshot.note(note.id) == snapshot.note(note.number) == note
    assert (note.type, note.lang, note.title) == ("wiki", "en", "GPU")
    assert snapshot.note("n_000000000000") is snapshot.note("Wiki/GPU") is snapshot.note("ring.png") is None


def test_names_titles_and_aliases_share_one_key(snapshot):
    named = [(snapshot.note(name.note).path, name.kind) for name in snapshot.named(name_key("plan for nvlink?"))]
    assert named == [("1. Plan for NVLink.md", "name"), ("1. Plan for NVLink.md", "title")]
    assert [snapshot.note(name.note).path for name in snapshot.named(name_key("НВЛИНК"))] == ["Вики/NVLink.md"]


def test_a_hidden_note_is_in_no_list(snapshot):
    assert snapshot.named(name_key("Secret")) == []
    assert "Secret" not in {name.shown for name in snapshot.all_names()}
    assert "Secret.md" not in paths(snapshot)
    assert [row.source for row in snapshot.links_to("Wiki/GPU.md")] == ["Wiki/NVLink.md"]
    assert snapshot.note("Secret.md").hidden


def test_a_list_of_notes_comes_in_pages(snapshot):
    seen, after = [], None
    while True:
        page = snapshot.notes(sort="updated", after=after, limit=2)
        seen += [note.path for note in page.notes]
        assert page.total == 6
        after = page.after
        if after is None:
            break
    assert sorted(seen) == sorted(path for path in NOTES if path.endswith(".md") and path != "Secret.md")
    assert seen[-1] == "Вики/NVLink.md"  # the oldest


def test_facets_count_what_is_shown(snapshot):
    facets = snapshot.facets()
    assert dict(facets.types) == {"wiki": 5, "practice": 1}
    assert dict(facets.langs)["ru"] == 2
    assert dict(facets.folders) == {"Wiki": 3, "Вики": 2}
    assert dict(facets.tags) == {"HW/links": 2, "hw": 3, "сеть": 1}
    assert dict(snapshot.facets(Filters(lang=("ru",))).types) == {"wiki": 2}


def test_neighbours_leave_derived_links_out(snapshot):
    gpu, nvlink = snapshot.note("Вики/GPU.md").number, snapshot.note("Вики/NVLink.md").number
    near = snapshot.neighbours([gpu])
    assert {(edge.source, edge.target, edge.relation) for edge in near.edges} == {(gpu, nvlink, "mentions"), (nvlink, gpu, "mentions")}
    assert near.degrees == {gpu: 1, nvlink: 2}
    assert {edge.relation for edge in snapshot.neighbours([gpu], derived=True).edges} == {"mentions", "appears_in"}


def test_translations_are_one_concept(snapshot):
    russian, english = snapshot.note("Вики/NVLink.md").number, snapshot.note("Wiki/NVLink.md").number
    assert snapshot.translations(russian) == [english]
    assert snapshot.translations(english) == [russian]
    gpu = snapshot.note("Wiki/GPU.md").number
    assert snapshot.translations(gpu) == []
    assert snapshot.concepts([russian, english, gpu]) == {russian: min(russian, english), english: min(russian, english), gpu: gpu}
    assert snapshot.concepts([english]) == {english: min(russian, english)}
    assert snapshot.versions([english, gpu]) == {english: tuple(sorted((russian, english))), gpu: (gpu,)}


def test_a_replaced_note_has_a_successor(snapshot):
    old, new = snapshot.note("Wiki/Old.md").number, snapshot.note("Wiki/GPU.md").number
    assert snapshot.successors([old, new]) == {old: new}
    assert snapshot.note("Вики/GPU.md").deprecated


def test_links_lead_to_attachments_and_to_nothing(snapshot):
    rows = snapshot.links_from("1. Plan for NVLink.md")
    assert [(row.link.raw, row.target, row.resolved, row.link.embed) for row in rows] == [
        ("![[ring.png]]", "ring.png", True, True),
        ("[[Nowhere]]", None, False, False),
    ]
    assert [row.source for row in snapshot.links_to("ring.png")] == ["1. Plan for NVLink.md"]
    assert [row.link.target for row in snapshot.unresolved()] == ["Nowhere"]


def test_a_whole_note_comes_back_as_it_was_parsed(snapshot):
    vault = Path(snapshot.connection.filename).parents[1] / "vault"
    config = load_config(vault, environ={}).vault
    for note in read_notes(vault, scan(vault, config).files, config):
        assert snapshot.whole_note(snapshot.note(note.path).number) == note


def test_a_passage_is_found_by_its_id_and_is_its_place_in_the_text(snapshot):
    for row in snapshot.passages(snapshot.all_passages()):
        assert snapshot.passage(row.id) == row
        assert snapshot.text(row.note.number)[row.span.start : row.span.end] == row.text
    assert snapshot.passage("n_000000000000_00000000") is None
    assert snapshot.passage("nonsense") is None


def test_derived_sections_are_no_passages(snapshot):
    assert all("Где встречается" not in row.heading_path for row in snapshot.passages(snapshot.all_passages()))


def test_the_status_counts_what_is_there(snapshot):
    status = snapshot.status()
    assert (status.notes, status.files, status.waiting, status.complete) == (7, 2, 0, True)  # the picture and gpukb.toml
    assert status.passages == snapshot.passage_count
    assert status.unresolved == 1


def test_a_crowd_of_equals_is_cut_by_path(tmp_path):
    write(tmp_path / "vault", {f"{number:03}.md": "the same words\n" for number in range(150)})
    with opened(tmp_path / "vault", tmp_path / "index") as index:
        index.sync()
        (tmp_path / "vault" / "000.md").write_text("other\n")
        index.sync()
        (tmp_path / "vault" / "000.md").write_text("the same words\n")  # it has the newest row now
        index.sync()
        with index.snapshot() as snapshot:
            best = [number for number, _ in snapshot.lexical(expression("same words"), {}, 3)]
            assert [row.note.path for row in snapshot.passages(best)] == [path for path, _, _ in ranking(index, "same words")][:3]
            assert snapshot.passages(best)[0].note.path == "000.md"
