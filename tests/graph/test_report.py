from __future__ import annotations

from pathlib import Path

from gpukb.config import load_config
from gpukb.graph import Graph, build_graph
from gpukb.graph.report import graph_report
from gpukb.kb import KnowledgeBase
from gpukb.vault import read_notes, scan


def graph_of(root: Path, **texts: str) -> Graph:
    for name, text in texts.items():
        (root / f"{name}.md").write_text(text, "utf-8")
    config = load_config(root, {}, {}).vault
    files = scan(root, config).files
    return build_graph(read_notes(root, files, config), [file.path for file in files if not file.is_note], config)


def test_links_are_counted_by_what_became_of_them(tmp_path):
    report = graph_report(graph_of(tmp_path, a="[[b]] [[c]] [[b#No such heading]]", b="[[a]]"))
    assert (report.notes, report.missing) == (2, 1)
    assert (report.links, report.resolved, report.broken) == (4, 2, 2)


def test_sections_that_repeat_the_graph_make_no_note_less_lonely(tmp_path):
    report = graph_report(graph_of(tmp_path, a="# A\n\n## Where it appears\n\n- [[b]]\n", b="Alone."))
    assert report.orphans == ("a.md", "b.md")
    assert (report.links, report.derived, report.components) == (0, 1, 2)


def test_a_link_to_itself_ties_a_note_to_nothing(tmp_path):
    report = graph_report(graph_of(tmp_path, a="# A\n\n[[#A]]"))
    assert report.orphans == ("a.md",)
    assert report.most_linked == ()


def test_the_most_linked_stand_first_and_ties_go_by_path(tmp_path):
    report = graph_report(graph_of(tmp_path, a="[[c]] [[b]]", b="[[c]]", c="[[a]]"))
    assert [(note.path, note.links) for note in report.most_linked] == [("c.md", 2), ("a.md", 1), ("b.md", 1)]


def test_a_vault_without_notes_has_a_report_too(tmp_path):
    report = graph_report(graph_of(tmp_path))
    assert (report.notes, report.components, report.largest_component) == (0, 0, 0)


def test_the_index_counts_what_the_graph_counts(fixture_vault: Path, tmp_path: Path) -> None:
    (fixture_vault / "Wiki/Derived.md").write_text("# Derived\n\n## Where it appears\n\n- [[Home]]\n- [[Nowhere]]\n", "utf-8")
    config = load_config(fixture_vault, environ={}).vault
    found = scan(fixture_vault, config)
    others = (file.path for file in found.files if not file.is_note)
    report = graph_report(build_graph(read_notes(fixture_vault, found.files, config), others, config))
    with KnowledgeBase.open(fixture_vault, index=tmp_path / "index", vectors=False) as kb:
        status = kb.status()
    assert report.derived
    assert report.canvases
    assert (status.notes, status.canvases, status.links, status.unresolved) == (report.notes, report.canvases, report.links, report.broken)
