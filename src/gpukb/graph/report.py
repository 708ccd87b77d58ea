"""A graph in, its numbers out: how many of what, how well it hangs together, who is linked most and who not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from gpukb.graph.graph import Graph
from gpukb.graph.network import to_networkx

MOST = 10  # of the most linked notes: a screenful


@dataclass(frozen=True, slots=True)
class Linked:
    """A note and how many links lead to it, derived sections left out."""

    path: str
    title: str
    links: int


@dataclass(frozen=True, slots=True)
class GraphReport:
    """Numbers of a graph. Links of derived sections are counted in `derived` and nowhere else; `orphans` have no other link in or out."""

    notes: int
    canvases: int
    files: int
    missing: int
    links: int
    resolved: int
    broken: int
    ambiguous: int
    derived: int
    types: Mapping[str, int]
    languages: Mapping[str, int]
    relations: Mapping[str, int]
    components: int
    largest_component: int
    most_linked: tuple[Linked, ...]
    orphans: tuple[str, ...]


def graph_report(graph: Graph) -> GraphReport:
    """The report on all notes but Obsidian's excluded ones."""
    import networkx  # a third of a second, paid by this command alone

    network = to_networkx(graph)
    shown = {path: note for path, note in graph.notes.items() if f"note:{path}" in network}
    edges = [edge for path in shown for edge in graph.edges(path)]
    counted = [edge for edge in edges if not graph.is_derived(edge)]
    incoming = Counter(edge.path for edge in counted if edge.path is not None and edge.path in shown and edge.path != edge.source)
    linking = {edge.source for edge in counted if edge.path is not None and edge.path != edge.source}
    network.remove_edges_from([(a, b, k) for a, b, k, derived in network.edges(keys=True, data="derived") if derived])
    canvases = sum(note.kind == "canvas" for note in shown.values())
    groups = [len(group) for group in networkx.weakly_connected_components(network)]
    return GraphReport(
        notes=len(shown) - canvases,
        canvases=canvases,
        files=len(graph.files),
        missing=len({key for key in network if key.startswith("missing:")}),
        links=len(counted),
        resolved=sum(edge.resolved for edge in counted),
        broken=sum(not edge.resolved for edge in counted),
        ambiguous=sum(len(edge.ambiguous) > 1 for edge in counted),
        derived=len(edges) - len(counted),
        types=dict(_ranked(Counter(note.type for note in shown.values()))),
        languages=dict(_ranked(Counter(note.lang for note in shown.values()))),
        relations=dict(_ranked(Counter(edge.link.relation for edge in counted))),
        components=len(groups),
        largest_component=max(groups, default=0),
        most_linked=tuple(Linked(path, shown[path].title, count) for path, count in _ranked(incoming)[:MOST]),
        orphans=tuple(sorted(path for path in shown if path not in incoming and path not in linking)),
    )


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
