"""What is known of the whole vault, worked out once for all rules."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from gpukb.graph import Graph
from gpukb.lint.called import Called
from gpukb.lint.names import Names
from gpukb.note import Note, fold
from gpukb.saved_answer import is_generated

if TYPE_CHECKING:
    from gpukb.lint.settings import Settings
    from gpukb.vault import FileProblem


class Facts:
    """The graph, the settings, what could not be read, and look-ups that several rules share."""

    def __init__(self, graph: Graph, settings: Settings, problems: tuple[FileProblem, ...] = ()) -> None:
        self.graph = graph
        self.settings = settings
        self.problems = problems
        self.names = Names((*graph.notes, *sorted(graph.files)))

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
        return Called(self.shown)

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
