"""Notes in, `Graph` out: resolved links, backlinks, relations, translation groups."""

from gpukb.graph.anchors import Anchors
from gpukb.graph.backlinks import Backlink, Sentences, backlinks
from gpukb.graph.graph import LISTS, Graph, Relation, ResolvedLink, build_graph, missing_key
from gpukb.graph.network import node_key, to_networkx
from gpukb.graph.resolver import Reason, Resolution, Resolver, path_length

__all__ = [
    "LISTS",
    "Anchors",
    "Backlink",
    "Graph",
    "Reason",
    "Relation",
    "Resolution",
    "ResolvedLink",
    "Resolver",
    "Sentences",
    "backlinks",
    "build_graph",
    "missing_key",
    "node_key",
    "path_length",
    "to_networkx",
]
