"""Notes and file paths in, `Graph` out: where each link leads, what leads here, which notes are one concept in several languages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from gpukb.graph.anchors import Anchors
from gpukb.graph.resolver import Reason, Resolver
from gpukb.note import Link, Note, Span, fold, nfc
from gpukb.packed_links import shapes
from gpukb.quickly import quickly

if TYPE_CHECKING:
    from gpukb.config import VaultConfig

TRANSLATION = "translation_of"
LISTS = "lists"  # from a glossary to its terms


@dataclass(frozen=True, slots=True)
class ResolvedLink:
    """A link and its answer. `resolved` is false when file, heading or block is missing; `path` may stand all the same.

    `alias_of` is a note that has the missing name as an alias; `ambiguous` has all files that fit, best first, when there are several.
    """

    link: Link
    source: str
    path: str | None
    resolved: bool
    reason: Reason
    alias_of: str | None = None
    ambiguous: tuple[str, ...] = ()


_resolved = quickly(ResolvedLink)


@dataclass(frozen=True, slots=True)
class Relation:
    """A typed link seen from one note: to `path` as written, or from it under the relation's inverse name."""

    name: str
    path: str
    inverse: bool
    edge: ResolvedLink


class Graph:
    """Notes by path, other files, and the links between them. Nothing is worked out before it is asked for.

    A Markdown or canvas file that is not among the notes is private, and is no target of links either.
    """

    def __init__(self, notes: Mapping[str, Note], files: Iterable[str], config: VaultConfig) -> None:
        self.notes = notes
        self.files = frozenset(path for path in files if not is_note(path))
        self.config = config
        self.resolver = Resolver((*notes, *self.files))
        self._anchors: dict[str, Anchors] = {}
        self._edges: dict[str, tuple[ResolvedLink, ...]] = {}

    def resolve(self, link: Link, source: str) -> ResolvedLink:
        """Where a link of this file leads."""
        if link.where == "canvas" and is_card(link):
            path = self.resolver.exact(link.target)
            return _resolved(link, source, path, path is not None and self._has_anchor(path, link), "exact" if path else "missing")
        found = self.resolver.resolve(link.target, source)
        path = found.path
        if path is None:
            return _resolved(link, source, None, False, "missing", self._aliases.get(fold(link.target)))
        there = (link.heading is None and link.block is None) or self._has_anchor(path, link)
        return _resolved(link, source, path, there, found.reason, None, found.candidates)

    def _has_anchor(self, path: str, link: Link) -> bool:
        """Whether heading and block stand in the note. Other files (`x.pdf#page=3`, a canvas) have no headings to miss."""
        note = self.notes.get(path) if link.heading is not None or link.block is not None else None
        if note is None or note.kind != "note":
            return True
        anchors = self.anchors(path)
        if link.block is not None:
            return anchors.block(link.block) is not None
        return link.heading is None or anchors.heading(link.heading) is not None

    def anchors(self, path: str) -> Anchors:
        """The headings and blocks of a note."""
        found = self._anchors.get(path)
        if found is None:
            note = self.notes[path]
            found = self._anchors[path] = Anchors(note.headings, note.blocks)
        return found

    def place(self, edge: ResolvedLink) -> Span | None:
        """The heading or block that a resolved link leads to; None for a link to a whole file."""
        if edge.path is None or edge.path not in self.notes:
            return None
        anchors = self.anchors(edge.path)
        found = anchors.block(edge.link.block) if edge.link.block is not None else anchors.heading(edge.link.heading or "")
        return found.span if found and (edge.link.block is not None or edge.link.heading) else None

    def edges(self, path: str) -> tuple[ResolvedLink, ...]:
        """The links of a note or canvas, in order, with their answers."""
        found = self._edges.get(path)
        if found is None:
            found = self._edges[path] = tuple([self.resolve(link, path) for link in self.notes[path].links])
        return found

    def incoming(self, path: str) -> tuple[ResolvedLink, ...]:
        """The links that lead to this path, by source and place."""
        return tuple(self._incoming.get(path, ()))

    def is_derived(self, edge: ResolvedLink) -> bool:
        """Whether the link stands in a section that only repeats the graph."""
        rule = self.config.relations.get(edge.link.relation)
        return rule is not None and rule.derived

    def relations(self, path: str) -> list[Relation]:
        """The typed links of a note in both directions; those that lead here have the inverse's name, where one is declared."""
        plain = ("mentions", "embeds")
        out = [Relation(e.link.relation, e.path, False, e) for e in self.edges(path) if e.path is not None and e.link.relation not in plain]
        for edge in self.incoming(path):
            rule = self.config.relations.get(edge.link.relation)
            if rule is not None and rule.inverse:
                out.append(Relation(rule.inverse, edge.source, True, edge))
        return out

    def translations(self, path: str) -> tuple[str, ...]:
        """The other notes of the same concept: everything tied to this one by `translation_of`, by path."""
        return tuple(other for other in self._concepts.get(path, ()) if other != path)

    def missing_names(self) -> dict[str, str]:
        """Names without a file, folded, and their first spelling."""
        names: dict[str, str] = {}
        for path in sorted(self.notes):
            for edge in self.edges(path):
                if edge.path is None:
                    names.setdefault(missing_key(edge.link.target), edge.link.target)
        return names

    @cached_property
    def _incoming(self) -> dict[str, list[ResolvedLink]]:
        incoming: dict[str, list[ResolvedLink]] = defaultdict(list)
        for path in sorted(self.notes):
            for edge in self.edges(path):
                if edge.path is not None:
                    incoming[edge.path].append(edge)
        return incoming

    @cached_property
    def _aliases(self) -> dict[str, str]:
        aliases: dict[str, str] = {}
        for path in sorted(self.notes):
            for alias in self.notes[path].aliases:
                aliases.setdefault(fold(alias), path)
        return aliases

    @cached_property
    def _concepts(self) -> dict[str, tuple[str, ...]]:
        neighbours: dict[str, set[str]] = defaultdict(set)
        for path, note in self.notes.items():
            if any(relation == TRANSLATION for _, relation, _, _ in shapes(note.links)):
                for edge in self.edges(path):
                    other = edge.path
                    if edge.link.relation == TRANSLATION and other is not None and other in self.notes and other != path:
                        neighbours[path].add(other)
                        neighbours[other].add(path)
        groups: dict[str, tuple[str, ...]] = {}
        for start in neighbours:
            if start not in groups:
                group = component(start, neighbours)
                groups.update(dict.fromkeys(group, tuple(sorted(group))))
        return groups


def component(start: str, neighbours: Mapping[str, set[str]]) -> set[str]:
    """All that hangs together with this one, and it."""
    group, todo = {start}, [start]
    while todo:
        new = neighbours[todo.pop()] - group
        group |= new
        todo.extend(new)
    return group


def is_note(path: str) -> bool:
    """Whether a file is Markdown or a canvas, so that it is read and not only linked to."""
    return path.lower().endswith((".md", ".canvas"))


def is_card(link: Link) -> bool:
    """Whether the link is a canvas's file card, which names a path from the root and nothing else."""
    return link.where == "canvas" and link.embed and link.raw == link.target


def missing_key(target: str) -> str:
    """The key under which links to a missing file meet: without case and without `.md`."""
    return fold(nfc(target)).removesuffix(".md")


def build_graph(notes: Iterable[Note], files: Iterable[str], config: VaultConfig) -> Graph:
    """The graph of these notes; `files` are all paths of the vault."""
    return Graph({note.path: note for note in notes}, files, config)
