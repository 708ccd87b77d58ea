"""Links sorted out for the rules: what each list must hold, said of all links one by one."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from gpukb.config import load_config
from gpukb.graph import Graph, build_graph
from gpukb.lint.edges import sort_out
from gpukb.vault import read_notes, scan

PATHS = ("A.md", "x/A.md", "x/B.md", "Ą b.md", "y/Ą b.md", "C.canvas", "ring.png")
LINKS = (
    *(
        "[[A]]",
        "[[a]]",
        "[[x/A]]",
        "[[x/A|the a]]",
        "[[B|b]]",
        "[[B#H]]",
        "[[B#H|h]]",
        "[[#H]]",
        "[[#H|here]]",
        "[[B#^id]]",
        "![[B]]",
        "![[ring.png]]",
    ),
    *(
        "[[./B]]",
        "[[/x/B]]",
        "[[Ą b]]",
        "[[ą b]]",
        "[b](x/B.md)",
        "[b](B.md)",
        "[[Gone]]",
        "[[Gone|gone]]",
        "[[Alias]]",
        "[[ring.png|r]]",
        "[[B.md]]",
    ),
    *("requires:: [[B]]", "requires:: [[B|b]]", "needed_by:: [[A]]", "# H\n", "# Seen in\n", "text ^id\n"),
)
HEADS = ("", "---\naliases: [Alias]\n---\n", "---\ntranslation_of: '[[B]]'\n---\n", "---\nlists: '[[x/A|a]]'\n---\n")
TEXTS = st.builds(lambda head, lines: head + "\n\n".join(lines), st.sampled_from(HEADS), st.lists(st.sampled_from(LINKS), max_size=7))
CARD = '{"nodes": [{"id": "1", "type": "file", "file": "x/A.md"}, {"id": "2", "type": "text", "text": "[[A|a]] [[Z]]"}]}'
TOML = """
[relations.requires]
inverse = "needed_by"
[relations.seen_in]
derived = true
headings = ["Seen in"]
"""


def graph_of(notes: dict[str, str]) -> Graph:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in {**notes, "gpukb.toml": TOML}.items():
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_text(CARD if path.endswith(".canvas") else text)
        config = load_config(root, environ={"XDG_CONFIG_HOME": str(root / ".none")}).vault
        found = scan(root, config)
        return build_graph(list(read_notes(root, found.files, config)), [file.path for file in found.files], config)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(PATHS), TEXTS, max_size=len(PATHS)))
def test_each_list_holds_the_links_it_is_said_to_hold(notes):
    graph = graph_of(notes)
    found = sort_out(graph, {})
    every = [edge for path in graph.notes for edge in graph.edges(path)]
    plain = [edge for edge in every if edge not in found.odd]
    assert found.odd == [edge for edge in every if edge not in plain]
    assert found.broken == [edge for edge in every if not edge.resolved]
    assert found.several == [edge for edge in every if len(edge.ambiguous) > 1]
    assert found.headed == [edge for edge in every if edge.link.heading is not None]
    assert found.embeds == [edge for edge in every if edge.link.embed]
    declared = {name for rule in graph.config.relations.values() for name in (rule.name, rule.inverse)}
    assert {"requires", "needed_by", "seen_in"} < declared
    assert found.related == [edge for edge in every if edge.link.relation in declared]
    assert found.worded == [
        (path, at, edge.link.alias, edge.path)
        for path in graph.notes
        for at, edge in enumerate(graph.edges(path))
        if edge.link.alias and edge.path
    ]
    assert found.linked == {edge.path for edge in every if edge.path}
    leading = {(edge.source, edge.path) for edge in every if edge.path and not graph.is_derived(edge)}
    assert {(source, path) for source, paths in found.leads.items() for path in paths} == leading
    assert {(source, path) for path, sources in found.led_from.items() for source in sources} == leading
    on = {e.source for e in every if e.path != e.source and e.link.relation != "translation_of" and not graph.is_derived(e)}
    assert found.closed == graph.notes.keys() - on
    for edge in plain:
        written = f"/{edge.link.target}"
        assert edge.resolved
        assert f"/{edge.path}".endswith((written, f"{written}.md"))
        assert edge.reason in ("exact", "only")
