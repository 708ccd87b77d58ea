"""A graph in, its links sorted out by what rules ask of them: there are many links, and of most of them no rule has anything to say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpukb.graph import LISTS, Graph, ResolvedLink
from gpukb.graph.graph import TRANSLATION
from gpukb.note import Link
from gpukb.packed_links import shapes

ANYWHERE = ("exact", "only")  # reasons for an answer that is the same in every note, as long as nothing else fits


@dataclass(frozen=True, slots=True)
class Edges:
    """The links of all notes, by note and in order; one stands in each list that it fits.

    A plain link leads to a file as a whole, is spelled as that file, fits no other, and says no relation that means something. All others
    are `odd`; of these some are `broken`, fit `several` files, name a heading (`headed`), are `embeds`, or are `related` by a relation
    that the vault declares or by the inverse of one.

    `worded` are links with a text of their own, plain or odd, each as its note, which of that one's links it is, the text, and the file
    it leads to. `leads` has the files that a note leads to by links outside of sections that only repeat the graph, `led_from` the same
    the other way round. `linked` is every file that any link leads to, `closed` every note of which no link leads, or is meant to lead,
    on to another concept. `plain` says where the targets of plain links lead.
    """

    odd: Sequence[ResolvedLink]
    broken: Sequence[ResolvedLink]
    several: Sequence[ResolvedLink]
    headed: Sequence[ResolvedLink]
    embeds: Sequence[ResolvedLink]
    related: Sequence[ResolvedLink]
    worded: Sequence[tuple[str, int, str, str]]
    leads: Mapping[str, set[str]]
    led_from: Mapping[str, set[str]]
    linked: frozenset[str]
    closed: frozenset[str]
    plain: Mapping[str, str]


def sort_out(graph: Graph, plain: Mapping[str, str]) -> Edges:
    """The links of a graph, each looked at once. `plain` is what is known of the same paths."""
    sorting = _Sorting(graph, plain)
    for source, note in graph.notes.items():
        sorting.take(source, note.links)
    return sorting.edges()


class _Sorting:
    """What has been sorted out so far."""

    def __init__(self, graph: Graph, plain: Mapping[str, str]) -> None:
        rules = graph.config.relations
        self._resolve = graph.resolve
        self._declared = {name for rule in rules.values() for name in (rule.name, rule.inverse) if name}
        self._derived = {name for name, rule in rules.items() if rule.derived}
        self._meaning = self._declared | {TRANSLATION, LISTS}
        self._no_way_on = self._derived | {TRANSLATION}
        self._plain = dict(plain)  # targets of plain links: where they lead, from whatever note
        self._odd: list[ResolvedLink] = []
        self._worded: list[tuple[str, int, str, str]] = []
        self._leads: dict[str, set[str]] = {}
        self._listed: set[str] = set()  # what is led to by sections that only repeat the graph
        self._closed: set[str] = set()

    def take(self, source: str, links: Sequence[Link]) -> None:
        """Sort out the links of one note."""
        leads: set[str] = set()
        is_closed = True
        for at, (target, relation, alias, is_whole) in enumerate(shapes(links)):
            path = self._plain.get(target)
            if path is None or not is_whole or relation in self._meaning:
                path = self._odd_path(links[at], source)
            if path is not None:
                (self._listed if relation in self._derived else leads).add(path)
                if alias:
                    self._worded.append((source, at, alias, path))
            if path != source and relation not in self._no_way_on:
                is_closed = False
        self._leads[source] = leads
        if is_closed:
            self._closed.add(source)

    def _odd_path(self, link: Link, source: str) -> str | None:
        """Where the link leads; it is kept as an odd one unless it turns out to be plain."""
        edge = self._resolve(link, source)
        path, target = edge.path, link.target
        if path is not None and edge.reason in ANYWHERE and not edge.ambiguous and f"/{path}".endswith((f"/{target}", f"/{target}.md")):
            self._plain[target] = path
            if not (link.embed or link.heading is not None or link.block is not None or link.relation in self._meaning):
                return path
        self._odd.append(edge)
        return path

    def edges(self) -> Edges:
        """All that was taken."""
        led_from: dict[str, set[str]] = defaultdict(set)
        for source, paths in self._leads.items():
            for path in paths:
                led_from[path].add(source)
        return Edges(
            odd=self._odd,
            broken=[edge for edge in self._odd if not edge.resolved],
            several=[edge for edge in self._odd if len(edge.ambiguous) > 1],
            headed=[edge for edge in self._odd if edge.link.heading is not None],
            embeds=[edge for edge in self._odd if edge.link.embed],
            related=[edge for edge in self._odd if edge.link.relation in self._declared],
            worded=self._worded,
            leads=self._leads,
            led_from=dict(led_from),
            linked=frozenset(self._listed | led_from.keys()),
            closed=frozenset(self._closed),
            plain=self._plain,
        )
