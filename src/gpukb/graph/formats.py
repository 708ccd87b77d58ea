"""A graph in, a text that other programs read out: JSON, GraphML or DOT, the same for the same vault."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gpukb.graph.network import to_networkx

if TYPE_CHECKING:
    import networkx

    from gpukb.graph.graph import Graph


def to_json(graph: Graph) -> str:
    """`{"nodes": [{id, kind, label, …}], "edges": [{source, target, relation, derived}]}`."""
    network = to_networkx(graph)
    nodes = [{"id": key, **facts} for key, facts in network.nodes(data=True)]
    edges = [{"source": a, "target": b, "relation": facts["relation"], "derived": facts["derived"]} for a, b, facts in _edges(network)]
    return json.dumps({"nodes": nodes, "edges": edges}, ensure_ascii=False, indent=1) + "\n"


def to_graphml(graph: Graph) -> str:
    """GraphML, as Gephi and yEd read it."""
    import networkx

    network = to_networkx(graph)
    for _, _, facts in network.edges(data=True):
        del facts["link"]  # GraphML holds plain values alone
    for _, facts in network.nodes(data=True):
        facts["label"] = _xml_text(facts["label"])
    renamed = networkx.relabel_nodes(network, {key: _xml_text(key) for key in network})
    written = io.BytesIO()
    networkx.write_graphml(renamed, written)
    return written.getvalue().decode("utf-8") + "\n"


def to_dot(graph: Graph) -> str:
    """DOT, as Graphviz reads it."""
    network = to_networkx(graph)
    lines = ["digraph vault {"]
    lines += [f"  {_quoted(key)} [label={_quoted(facts['label'])}];" for key, facts in network.nodes(data=True)]
    lines += [f"  {_quoted(a)} -> {_quoted(b)} [label={_quoted(facts['relation'])}];" for a, b, facts in _edges(network)]
    return "\n".join([*lines, "}"]) + "\n"


FORMATS: dict[str, Callable[[Graph], str]] = {"json": to_json, "graphml": to_graphml, "dot": to_dot}


def _edges(network: networkx.MultiDiGraph[Any]) -> list[tuple[str, str, dict[str, Any]]]:  # Any: node and edge attributes
    return list(network.edges(data=True))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _xml_text(text: str) -> str:
    """The text without characters that XML 1.0 cannot hold."""
    return "".join(c for c in text if c in "\t\n\r" or "\x20" <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c >= "\U00010000")
