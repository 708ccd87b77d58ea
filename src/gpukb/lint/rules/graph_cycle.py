"""A relation that must have no cycles has one.

A part of a part of itself, a term that requires what requires it: whoever follows the relation never arrives. `acyclic = true` in
`gpukb.toml` says which relations these are; both directions of a relation with an inverse count.

Bad:  A part_of B, B part_of C, C part_of A
Good: A part_of B, B part_of C
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from gpukb.lint.context import Context
from gpukb.lint.rule import Report, Rule

if TYPE_CHECKING:
    from gpukb.config import RelationRule
    from gpukb.graph import ResolvedLink


def check(context: Context) -> Iterator[Report]:
    """One cycle for each group of notes that lead to one another, at the link of it that comes first."""
    for rule in context.config.relations.values():
        edges = _edges(context, rule) if rule.acyclic else {}
        if _goes_round(edges):
            yield from _cycles(rule, edges)


def _edges(context: Context, rule: RelationRule) -> dict[tuple[str, str], ResolvedLink]:
    edges: dict[tuple[str, str], ResolvedLink] = {}
    for edge in sorted(context.edges.related, key=lambda each: each.source):
        if edge.path is not None and edge.link.relation in (rule.name, rule.inverse):
            pair = (edge.source, edge.path) if edge.link.relation == rule.name else (edge.path, edge.source)
            edges.setdefault(pair, edge)
    return edges


def _goes_round(pairs: Iterable[tuple[str, str]]) -> bool:
    order = TopologicalSorter[str]()
    for source, target in pairs:
        order.add(source, target)
    try:
        order.prepare()
    except CycleError:
        return True
    return False


def _cycles(rule: RelationRule, edges: dict[tuple[str, str], ResolvedLink]) -> Iterator[Report]:
    import networkx  # a third of a second that vaults without a cycle never need

    network = networkx.DiGraph(list(edges))
    for group in networkx.strongly_connected_components(network):
        start = min(group)
        if len(group) > 1 or network.has_edge(start, start):
            cycle = networkx.find_cycle(network.subgraph(group), start)
            edge = min(
                (edges[one, other] for one, other in cycle), key=lambda each: (each.source, each.link.span.start if each.link.span else 0)
            )
            chain = " → ".join((*(one for one, _ in cycle), cycle[0][0]))
            yield Report(edge.source, edge.link.span, f"{rule.name!r} goes round in a circle: {chain}")


RULE = Rule("KB021", "graph-cycle", "warning", check, over="vault")
