"""A graph in, networkx's `MultiDiGraph` out, for the algorithms. Node keys are `note:PATH`, `file:PATH` and `missing:NAME`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpukb.graph.graph import Graph, ResolvedLink, missing_key

if TYPE_CHECKING:
    import networkx


def node_key(graph: Graph, edge: ResolvedLink) -> str:
    """The key of the node that a link leads to."""
    if edge.path is None:
        return f"missing:{missing_key(edge.link.target)}"
    return f"note:{edge.path}" if edge.path in graph.notes else f"file:{edge.path}"


def to_networkx(graph: Graph) -> networkx.MultiDiGraph[Any]:
    """Every note but Obsidian's excluded ones, every linked file and missing name; edges carry relation and Link."""
    import networkx  # a third of a second that look-ups never need

    network: networkx.MultiDiGraph[Any] = networkx.MultiDiGraph()
    shown = {path: note for path, note in sorted(graph.notes.items()) if not note.hidden}
    for path, note in shown.items():
        network.add_node(f"note:{path}", kind=note.kind, label=note.title, type=note.type, lang=note.lang)
    names = graph.missing_names()
    for path in shown:
        for edge in graph.edges(path):
            if edge.path is not None and edge.path in graph.notes and edge.path not in shown:
                continue
            key = node_key(graph, edge)
            if key not in network:
                kind = "missing" if edge.path is None else "file"
                label = names[missing_key(edge.link.target)] if edge.path is None else edge.path
                network.add_node(key, kind=kind, label=label)
            network.add_edge(f"note:{path}", key, relation=edge.link.relation, link=edge.link, derived=graph.is_derived(edge))
    return network
