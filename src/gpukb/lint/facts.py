"""What is known of the whole vault, worked out once for all rules."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from gpukb.graph import Graph, ResolvedLink
from gpukb.lint.called import Called
from gpukb.lint.context import Page
from gpukb.lint.edges import Edges, sort_out
from gpukb.lint.missing import Missing, kind_of
from gpukb.lint.names import ByPaths, Names, digest_of
from gpukb.note import Note, fold
from gpukb.saved_answer import is_generated

if TYPE_CHECKING:
    from gpukb.lint.look import Look
    from gpukb.lint.settings import Settings
    from gpukb.vault import FileProblem


class Facts:
    """The graph, the settings, what could not be read, and look-ups that several rules share.

    `text` reads a note's text; `known` is what an earlier run knew of these paths or others.
    """

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        looks: Mapping[str, Look],
        problems: tuple[FileProblem, ...],
        text: Callable[[str], str],
        known: ByPaths | None = None,
    ) -> None:
        self.graph = graph
        self.settings = settings
        self.problems = problems
        self.text = text
        self.notes = tuple(graph.notes.values())
        self._looks = looks
        self._of = digest_of(self._paths)
        self._known = known if known and known.of == self._of else ByPaths(self._of, {}, {})
        self.page = lru_cache(maxsize=1)(self._page)

    @cached_property
    def _paths(self) -> tuple[str, ...]:
        return (*self.graph.notes, *sorted(self.graph.files))

    @property
    def by_paths(self) -> ByPaths:
        """What a later run need not find out again."""
        return ByPaths(self._of, self.names.found, self.edges.plain)

    def _page(self, path: str) -> Page:
        """A note with its text."""
        return Page(dataclasses.replace(self.graph.notes[path], text=self.text(path)))

    def taken(self, code: str) -> Iterator[tuple[Note, Any]]:  # Any: what JSON can hold
        """What the rule of this code took from the texts of shown notes, where that was anything."""
        return ((note, taken) for note in self.shown if (taken := self._looks[note.path].taken.get(code)))

    def taken_of(self, code: str, path: str) -> Any:  # Any: as above
        """What it took from this note's text; None when that was nothing."""
        return self._looks[path].taken.get(code)

    @cached_property
    def edges(self) -> Edges:
        """The links of all notes, with their answers."""
        return sort_out(self.graph, self._known.plain)

    @cached_property
    def missing(self) -> Mapping[Missing, list[ResolvedLink]]:
        """The links that do not resolve, by what is missing."""
        found: dict[Missing, list[ResolvedLink]] = {"note": [], "file": [], "heading": [], "block": []}
        for edge in self.edges.broken:
            found[kind_of(edge)].append(edge)
        return found

    @cached_property
    def names(self) -> Names:
        """The files that a missing name may mean."""
        wanted = (edge.link.target for kind in ("note", "file") for edge in self.missing[kind] if edge.alias_of is None)
        return Names(self._paths, wanted, self._known.near)

    @cached_property
    def shown(self) -> tuple[Note, ...]:
        """All Markdown notes but Obsidian's excluded ones and templates."""
        is_template = self.settings.is_template
        return tuple(note for path, note in self.graph.notes.items() if note.kind == "note" and not note.hidden and not is_template(path))

    @cached_property
    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        """The notes that have an alias, by the alias without case."""
        owners: dict[str, list[str]] = defaultdict(list)
        for path, note in sorted(self.graph.notes.items()):
            for alias in dict.fromkeys(map(fold, note.aliases)):
                owners[alias].append(path)
        return {alias: tuple(paths) for alias, paths in owners.items()}

    @cached_property
    def same_name(self) -> Mapping[str, tuple[str, ...]]:
        """The shown notes of a name, by the name without case."""
        paths: dict[str, list[str]] = defaultdict(list)
        for note in self.shown:
            paths[fold(note.name)].append(note.path)
        return {name: tuple(sorted(found)) for name, found in paths.items()}

    @cached_property
    def called(self) -> Called:
        """The shown notes by what a text may call them."""
        return Called((note.path, self._looks[note.path].names) for note in self.shown)

    @cached_property
    def tag_uses(self) -> Mapping[str, int]:
        """In how many shown notes each tag stands, by the tag without case."""
        return Counter(tag for note in self.shown for tag in {fold(tag) for tag in note.tags})

    def is_generated(self, path: str) -> bool:
        """Whether a program wrote the note, as `gpukb ask --save` does: nobody has to link it before they want to."""
        return is_generated(self.graph.notes[path])

    def one_concept(self, paths: tuple[str, ...]) -> bool:
        """Whether all these notes are versions of one concept in several languages."""
        return set(paths[1:]) <= set(self.graph.translations(paths[0]))
