"""A note whose sections repeat the graph ("Where it appears") → what they lack, and what they list that is not so."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import TYPE_CHECKING

from gpukb.graph import LISTS, Graph, ResolvedLink
from gpukb.markdown import normalize_heading
from gpukb.saved_answer import is_generated

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.note import Heading, Note


def derived_heading(names: Container[str], note: Note) -> Heading | None:
    """The heading of the note's first section that repeats the graph; `names` are what such sections are called."""
    return next((heading for heading in note.headings if normalize_heading(heading.text) in names), None)


def derived_headings(config: VaultConfig) -> Mapping[str, str]:
    """What such sections are called: the normalised heading and how the vault writes it."""
    rules = config.relations.values()
    return {normalize_heading(name): name for rule in rules if rule.derived for name in rule.headings}


def lacking(graph: Graph, note: Note) -> list[str]:
    """The notes that link here and are not listed, by path. One that only lists terms, as a glossary does, need not be."""
    incoming = [edge for edge in graph.incoming(note.path) if not graph.is_derived(edge) and edge.link.relation != LISTS]
    listed = {edge.path for edge in graph.edges(note.path) if graph.is_derived(edge)}
    return sorted(path for path in {edge.source for edge in incoming} - listed if _belongs(graph, note, graph.notes[path]))


def stale(graph: Graph, note: Note) -> list[ResolvedLink]:
    """The links of such sections to notes that do not link here, in order."""
    linking = {edge.source for edge in graph.incoming(note.path) if not graph.is_derived(edge)}
    edges = graph.edges(note.path)
    return [edge for edge in edges if graph.is_derived(edge) and edge.path in graph.notes and edge.path not in linking]


def _belongs(graph: Graph, note: Note, source: Note) -> bool:
    """Whether the section should list this note: a person's, of one of the vault's types, in the same language. Indexes link everything."""
    fits = source.path != note.path and source.lang == note.lang and source.type in graph.config.types
    return fits and not source.hidden and not is_generated(source)
