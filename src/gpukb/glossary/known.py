"""A vault's notes → what an import asks of them: which note has this name, which glossary is this section's, what does it list."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gpukb.glossary.note_text import WIKI
from gpukb.glossary.places import RESERVED_BYTES
from gpukb.graph import LISTS, build_graph
from gpukb.names import name_key
from gpukb.rewrite import safe_name
from gpukb.vault import read_notes, scan

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.graph import Graph
    from gpukb.note import Note

EXPLAINED: Final = "explained_in"  # the relation from a term to where it is taken apart
_COUNT = re.compile(r" \(\d{1,2}\)\Z")  # tells files of one name apart


@dataclass(slots=True)
class Known:
    """The notes that may be seen, and what they are called.

    By language and key of a name: `named` are the terms, `titled` notes of every type, `glossaries` the notes that list a section's terms.
    `anywhere`: the terms of all languages by key alone.
    """

    graph: Graph
    named: dict[tuple[str, str], str] = field(default_factory=dict)
    anywhere: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    glossaries: dict[tuple[str, str], str] = field(default_factory=dict)
    titled: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def note(self, path: str) -> Note:
        """The note at this path."""
        return self.graph.notes[path]

    def listed(self, path: str) -> set[str]:
        """The notes that a glossary lists."""
        return {edge.path for edge in self.graph.edges(path) if edge.link.relation == LISTS and edge.path is not None}

    def topic(self, text: str, code: str, types: tuple[str, ...]) -> str | None:
        """The note that a topic's name means: one of its language and of a type that explains."""
        paths = self.titled.get((code, name_key(text)), ())
        return next((path for path in paths if not types or self.note(path).type in types), None)

    def topics(self, path: str) -> set[str]:
        """What explains a note already: paths of notes, and keys of names that no note has."""
        edges = [edge for edge in self.graph.edges(path) if edge.link.relation == EXPLAINED]
        texts = self.note(path).properties.get(EXPLAINED)
        said = [texts] if isinstance(texts, str) else texts if isinstance(texts, list) else []
        names = [edge.link.alias or edge.link.target for edge in edges] + [one for one in said if isinstance(one, str)]
        return {edge.path for edge in edges if edge.path is not None} | {key for name in names if (key := name_key(name))}


def read_known(root: Path, config: VaultConfig) -> Known:
    """What the vault holds now."""
    files = scan(root, config).files
    notes = [note for note in read_notes(root, files, config) if note.kind == "note"]
    known = Known(build_graph(notes, (file.path for file in files), config))
    for note in notes:
        for key in names_of(note):
            known.titled[note.lang, key].append(note.path)
        section = section_of(note)
        if section:
            known.glossaries.setdefault((note.lang, name_key(section)), note.path)
    terms = [note for note in notes if note.type == WIKI and not section_of(note)]
    for kind in range(3):  # a title goes before an alias, and an alias before a file's name
        for note in terms:
            for key in _names(note)[kind]:
                known.named.setdefault((note.lang, key), note.path)
    for note in terms:
        for key in names_of(note):
            known.anywhere[key].append(note.path)
    return known


def section_of(note: Note) -> str:
    """The section whose terms the note lists; empty for a note that is no glossary."""
    section = note.properties.get("section")
    return section if isinstance(section, str) and any(link.relation == LISTS for link in note.links) else ""


def names_of(note: Note) -> set[str]:
    """The keys of all that a note is called."""
    return {key for keys in _names(note) for key in keys}


def _names(note: Note) -> tuple[list[str], list[str], list[str]]:
    own = () if _is_made_of_title(note) else (note.name,)
    return tuple(list(_keys(names)) for names in ((note.title,), note.aliases, own))  # type: ignore[return-value]  # three of three


def _is_made_of_title(note: Note) -> bool:
    """Whether the file is called as a note of this title would be: the `C.md` of the term `C#` does not say that it is called `C`."""
    return note.name != note.title and _COUNT.sub("", note.name) == safe_name(note.title, RESERVED_BYTES)


def _keys(names: tuple[str, ...]) -> Iterator[str]:
    return (key for name in names if (key := name_key(name)))
