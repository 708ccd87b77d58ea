"""A note that `gpukb ask --save` wrote → what has become of the quotes that it rests on.

Its property `citations` holds the ids of the quotes, each of which names note, revision and place; `cites` the links to the notes, each
once, in the order in which the ids first name them; `revisions` their revisions in the same order, for people and for git.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gpukb.citations import NoteText, Pointer, State, check, decode_citation
from gpukb.errors import UsageError
from gpukb.note import Note, note_id

if TYPE_CHECKING:
    from gpukb.graph import Graph

CITATIONS: Final = "citations"
CITES: Final = "cites"
REVISIONS: Final = "revisions"
GENERATED: Final = "generated"
ON: Final = ("true", "yes", "on", "1")  # as the index reads it


@dataclass(frozen=True, slots=True)
class Outdated:
    """A citation of a saved answer whose note is not what it was: edited, moved or gone.

    `state` says what became of the quote: `exact` where the note was edited elsewhere, `moved` where the quote stands at another place or
    in another file, `changed` or `gone` where it stands nowhere. `path` is the note as it is called now.
    """

    citation: str
    state: State
    path: str | None


def is_generated(note: Note) -> bool:
    """Whether a program wrote the note: nobody has to link or list it before they want to."""
    return str(note.properties.get(GENERATED, "")).strip().casefold() in ON


def outdated(
    properties: Mapping[str, Any],  # Any: whatever YAML can say
    current: Callable[[str], NoteText | None],
    linked: Sequence[NoteText | None] = (),
) -> tuple[Outdated, ...]:
    """The citations of these properties whose note is no longer, byte for byte, what was cited; empty for a note that has none.

    `current` finds a note by its id; `linked` are the notes that the links in `cites` lead to now, in order: they follow a rename.
    """
    pointers = _pointers(properties.get(CITATIONS))
    order = list(dict.fromkeys(pointer.note_id for pointer in pointers.values()))

    def renamed(note_id: str, revision: str) -> NoteText | None:
        same = (note for note in linked if note and _has(note, revision))
        at = order.index(note_id)
        return next(same, linked[at] if at < len(linked) else None)

    found = []
    for id, pointer in pointers.items():
        note = current(pointer.note_id)
        if note is not None and _has(note, pointer.revision):
            continue
        checked = check(id, current, renamed)
        found.append(Outdated(id, checked.state, checked.path))
    return tuple(found)


def outdated_answers(graph: Graph, text: Callable[[str], str]) -> Iterator[tuple[str, tuple[Outdated, ...]]]:
    """The saved answers of the graph that rest on something outdated, with it. `text` reads a note's text, where that is needed."""
    saved = [path for path, note in graph.notes.items() if CITATIONS in note.properties]
    ids = {note_id(path): path for path in graph.notes} if saved else {}

    def read(path: str | None) -> NoteText | None:
        note = graph.notes.get(path or "")
        return NoteText(note.id, note.path, note.revision, text(note.path)) if note and not note.hidden else None

    for path in saved:
        pointers = _pointers(graph.notes[path].properties[CITATIONS]).values()
        cited = ((graph.notes.get(ids.get(pointer.note_id, "")), pointer.revision) for pointer in pointers)
        if all(note and not note.hidden and _has(note, revision) for note, revision in cited):
            continue
        links = [edge for edge in graph.edges(path) if edge.link.where == "property" and (edge.link.key or "").partition(".")[0] == CITES]
        found = outdated(graph.notes[path].properties, lambda id: read(ids.get(id)), [read(edge.path) for edge in links])
        if found:
            yield path, found


def _pointers(ids: object) -> dict[str, Pointer]:
    """What the ids point at. What is none of ours is left out: somebody wrote there."""
    found = {}
    for id in ids if isinstance(ids, list) else ():
        try:
            found[id] = decode_citation(id)
        except (UsageError, AttributeError, TypeError):
            continue
    return found


def _has(note: NoteText | Note, revision: str) -> bool:
    return note.revision.removeprefix("sha256:").startswith(revision)
