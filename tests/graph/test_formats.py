from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import networkx
import pytest

from gpukb.config import load_config
from gpukb.graph import Graph, build_graph
from gpukb.graph.formats import FORMATS
from gpukb.vault import read_notes, scan


def graph_of(root: Path) -> Graph:
    config = load_config(root, {}, {}).vault
    files = scan(root, config).files
    return build_graph(read_notes(root, files, config), [file.path for file in files if not file.is_note], config)


@pytest.fixture
def graph(fixture_vault: Path) -> Graph:
    return graph_of(fixture_vault)


def test_json_holds_every_node_and_edge(graph):
    made = json.loads(FORMATS["json"](graph))
    ids = {node["id"] for node in made["nodes"]}
    assert {"note:Вики/NVLink.md", "file:Картинки/ring.png", "missing:kv cache"} <= ids
    assert all(edge["source"] in ids and edge["target"] in ids for edge in made["edges"])
    assert {edge["relation"] for edge in made["edges"]} >= {"requires", "mentions", "embeds", "translation_of"}


def test_graphml_is_read_back_as_the_same_graph(graph):
    read = networkx.read_graphml(BytesIO(FORMATS["graphml"](graph).encode()))
    made = json.loads(FORMATS["json"](graph))
    assert set(read) == {node["id"] for node in made["nodes"]}
    assert read.number_of_edges() == len(made["edges"])


def test_a_name_that_xml_cannot_hold_breaks_no_file(fixture_vault):
    (fixture_vault / "Odd.md").write_text("[[ctrl\x01name]]", "utf-8")
    networkx.read_graphml(BytesIO(FORMATS["graphml"](graph_of(fixture_vault)).encode()))


def test_quotes_in_a_name_do_not_end_a_dot_string(fixture_vault):
    (fixture_vault / "Odd.md").write_text('# A "quoted" \\ title\n', "utf-8")
    assert '[label="A \\"quoted\\" \\\\ title"];' in FORMATS["dot"](graph_of(fixture_vault))


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_vault_gives_the_same_text(form, fixture_vault):
    assert FORMATS[form](graph_of(fixture_vault)) == FORMATS[form](graph_of(fixture_vault))
