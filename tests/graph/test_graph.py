import json

from graph_vaults import graph_of
from hypothesis import given, settings
from hypothesis import strategies as st
from parsing import REQUIRES, with_relations

from gpukb.graph import backlinks, to_networkx
from gpukb.note import nfc


def unresolved(graph, path):
    return [edge.link.raw for edge in graph.edges(path) if not edge.resolved]


def test_headings_and_blocks_must_be_there():
    graph = graph_of(
        {
            "s.md": "[[T#Yes]] [[T#no]] [[T#^B]] [[T#^c]] [[T#Yes#Deeper]] [[T#Deeper#Yes]] [[T#Yes#Other]] [[#x]] [[d.pdf#page=3]]",
            "T.md": "# Yes\n## Deeper\n# Other\n\np ^b\n",
            "d.pdf": "",
        }
    )
    assert unresolved(graph, "s.md") == ["[[T#no]]", "[[T#^c]]", "[[T#Deeper#Yes]]", "[[T#Yes#Other]]", "[[#x]]"]


def test_a_link_with_a_missing_heading_still_leads_to_its_note():
    (edge,) = graph_of({"s.md": "[[T#no]]", "T.md": ""}).edges("s.md")
    assert (edge.path, edge.resolved, edge.alias_of) == ("T.md", False, None)


def test_the_place_of_a_link_is_its_heading_or_block():
    graph = graph_of({"s.md": "[[T#B]] [[T#^id]] [[T]]", "T.md": "# A\n## B\n\nx ^id\n"})
    text = graph.notes["T.md"].text
    spans = [graph.place(edge) for edge in graph.edges("s.md")]
    assert [text[span.start : span.end] if span else None for span in spans] == ["## B", "id", None]


def test_self_links_count_in_the_graph_but_not_among_backlinks():
    graph = graph_of({"a.md": "# H\n[[#H]] [[a]]"})
    assert [edge.path for edge in graph.incoming("a.md")] == ["a.md", "a.md"]
    assert backlinks(graph, "a.md") == []


def test_a_backlink_has_the_sentence_around_it():
    text = "# Start\n\nFirst one. Second,\nwith [[T|the term]] in it. Third.\n\n- item [[T]]\n"
    graph = graph_of({"a.md": text, "T.md": ""})
    found = backlinks(graph, "T.md")
    assert [text[b.sentence.start : b.sentence.end] for b in found] == ["Second,\nwith [[T|the term]] in it.", "item [[T]]"]
    assert [b.sentence.line for b in found] == [3, 6]


def test_a_sentence_is_found_in_a_paragraph_of_any_length():
    words = "Раз два [[T]] три. " * 2000
    graph = graph_of({"a.md": f"# Start\n\n{words}\n\nThe end [[T]].\n", "T.md": ""})
    text = graph.notes["a.md"].text
    found = [text[b.sentence.start : b.sentence.end] for b in backlinks(graph, "T.md")]
    assert found == ["Раз два [[T]] три."] * 2000 + ["The end [[T]]."]


def test_property_and_canvas_backlinks_have_no_sentence():
    board = json.dumps({"nodes": [{"id": "1", "type": "file", "file": "T.md"}]})
    graph = graph_of({"a.md": '---\nup: "[[T]]"\n---\n', "b.canvas": board, "T.md": ""})
    assert [(b.source, b.link.where, b.sentence) for b in backlinks(graph, "T.md")] == [
        ("a.md", "property", None),
        ("b.canvas", "canvas", None),
    ]


def test_a_derived_section_folds_with_the_link_it_repeats():
    files = {"P.md": "uses [[W]]", "Q.md": "", "W.md": "# W\n\nx\n\n## Where it appears\n- [[P]]\n- [[Q]]\n"}
    graph = graph_of(files)
    assert [(b.source, b.derived) for b in backlinks(graph, "P.md")] == []
    assert [(b.source, b.derived) for b in backlinks(graph, "Q.md")] == [("W.md", True)]
    assert [(b.source, b.derived) for b in backlinks(graph, "W.md")] == [("P.md", False)]


def test_a_relation_is_seen_from_both_ends():
    graph = graph_of({"p.md": '---\nrequires: ["[[w]]"]\n---\n', "w.md": ""}, with_relations(REQUIRES))
    assert [(r.name, r.path, r.inverse) for r in graph.relations("p.md")] == [("requires", "w.md", False)]
    assert [(r.name, r.path, r.inverse) for r in graph.relations("w.md")] == [("required_by", "p.md", True)]


def test_translations_are_one_group_however_they_are_tied():
    tied = '---\ntranslation_of: "[[{}]]"\n---\n'
    graph = graph_of({"ru/A.md": "", "en/A.md": tied.format("ru/A"), "zh/A.md": tied.format("en/A"), "B.md": tied.format("none")})
    assert graph.translations("ru/A.md") == ("en/A.md", "zh/A.md")
    assert graph.translations("zh/A.md") == ("en/A.md", "ru/A.md")
    assert graph.translations("B.md") == ()


def test_networkx_has_notes_files_and_missing_names():
    graph = graph_of({"a.md": "[[b]] [[No such]] [[no SUCH.md]] ![[i.png]]", "b.md": "", "i.png": "", "unlinked.png": ""})
    network = to_networkx(graph)
    assert sorted(network) == ["file:i.png", "missing:no such", "note:a.md", "note:b.md"]
    assert network.nodes["missing:no such"]["label"] == "No such"
    assert network.number_of_edges("note:a.md", "missing:no such") == 2
    assert network.edges["note:a.md", "file:i.png", 0]["relation"] == "embeds"


def test_a_markdown_file_that_is_not_among_the_notes_is_no_target():
    graph = graph_of({"a.md": "[[Secret]]"})
    graph = type(graph)(graph.notes, ["a.md", "Secret.md"], graph.config)
    assert [edge.path for edge in graph.edges("a.md")] == [None]


PIECES = ["[[a]]", "[[b|x]]", "![[i.png]]", "[[c/a]]", "[t](b.md)", "[[#h]]", "[[none]]", "# h\n", "text. ", "\n\n", "- ", "`[[a]]`"]


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["a.md", "b.md", "c/a.md", "c/d.md", "i.png"]), st.lists(st.sampled_from(PIECES)).map(" ".join)))
def test_backlinks_are_the_inverse_of_links(files):
    graph = graph_of(files)
    out = sorted((path, edge.path) for path in graph.notes for edge in graph.edges(path) if edge.path)
    back = sorted((edge.source, path) for path in files for edge in graph.incoming(nfc(path)))
    assert out == back
    for path in files:
        for found in backlinks(graph, path):
            text = graph.notes[found.source].text
            assert found.link.raw in text[found.sentence.start : found.sentence.end]
            assert text.count("\n", 0, found.sentence.start) + 1 == found.sentence.line
