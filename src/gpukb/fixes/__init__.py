"""Repairs that write links: names said without one, and the sections that repeat the graph."""

from gpukb.fixes.change import Fixed, Step, write
from gpukb.fixes.read import read_graph, whole_resolver

__all__ = ["Fixed", "Step", "read_graph", "whole_resolver", "write"]
