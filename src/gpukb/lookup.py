"""A snapshot and a reference as people write it → the note, where its links lead and come from, the way between two, a citation's state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from gpukb.citations import Checked, NoteText, Quote, check
from gpukb.config import VaultConfig
from gpukb.errors import NoteNotFoundError, UsageError
from gpukb.graph import Anchors, Sentences, path_length
from gpukb.markdown import parse_note
from gpukb.names import name_key
from gpukb.note import Span
from gpukb.query import whole_characters
from gpukb.suggest import nearest_notes

if TYPE_CHECKING:
    from gpukb.graph import Reason
    from gpukb.index import LinkRow, NoteRow, Snapshot
    from gpukb.note import Link

LINKS = ("[[", "![[")
NEAREST = 3  # paths named when a note is not found
MAX_HOPS = 8  # of a path between two notes; farther apart they have nothing to do with each other


@dataclass(frozen=True, slots=True)
class Backlink:
    """A link to a note: the link, the note it stands in, the sentence around it (None for a property or canvas card) and its text."""

    row: LinkRow
    note: NoteRow
    sentence: Span | None
    text: str


@dataclass(frozen=True, slots=True)
class Looked:
    """Where a link leads: the file's path or None, why, all files that fit, whose alias it is. `resolved` minds heading and block."""

    link: Link
    path: str | None
    reason: Reason
    resolved: bool
    candidates: tuple[str, ...] = ()
    alias_of: str | None = None


def find_note(snapshot: Snapshot, ref: str) -> NoteRow:
    """The note of this id, path, name, title, alias or `[[link]]`. A bare name means what `[[name]]` at the root of the vault means."""
    return notes_called(snapshot, ref)[0]


def notes_called(snapshot: Snapshot, ref: str, lang: str | None = None) -> tuple[NoteRow, ...]:
    """The notes that a reference may mean, best first: one where it is an id or a path. NoteNotFoundError: it means none.

    Of the notes of one name those in `lang` stand first, which is what the asker reads; a `[[link]]` means what it means in any language.
    """
    text = whole_characters(ref.strip())
    if not text:
        raise UsageError("which note? Give a path, a name, a title or an id")
    found = _shown([snapshot.note(text)]) or _shown(map(snapshot.note, _files(snapshot, text))) or _named(snapshot, text)
    if not found:
        nearest = tuple(note.path for note in nearest_notes(snapshot, text.strip("[]"), NEAREST))
        hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
        raise NoteNotFoundError(f"no note is called {ref!r}{hint}", nearest, ref)
    return found if text.startswith(LINKS) else in_language(found, lang)


def ends_called(snapshot: Snapshot, start: str, end: str, lang: str | None = None) -> tuple[tuple[NoteRow, ...], tuple[NoteRow, ...]]:
    """The notes that two references may mean. Of several notes of a name that comes first whose language is the other one's."""
    first, last = notes_called(snapshot, start, lang), notes_called(snapshot, end, lang)
    if len(first) > 1 and len(last) == 1 and not start.strip().startswith(LINKS):
        first = in_language(first, last[0].lang)
    if len(last) > 1 and not end.strip().startswith(LINKS):
        last = in_language(last, first[0].lang)
    return first, last


def in_language(notes: tuple[NoteRow, ...], lang: str | None) -> tuple[NoteRow, ...]:
    """The same notes, those in this language first."""
    return tuple(sorted(notes, key=lambda note: note.lang != lang)) if lang else notes


def _shown(notes: Iterable[NoteRow | None]) -> tuple[NoteRow, ...]:
    return tuple(note for note in notes if note is not None and not note.hidden)


def _files(snapshot: Snapshot, text: str) -> tuple[str, ...]:
    """The files that a link with this text, or with this name, could lead to from the vault's root."""
    if text.startswith(LINKS):
        looked = resolve(snapshot, text, None)
        path = looked.path or looked.alias_of
        return looked.candidates or ((path,) if path else ())
    found = snapshot.resolver().resolve(text, "")
    return found.candidates or ((found.path,) if found.path else ())


def _named(snapshot: Snapshot, text: str) -> tuple[NoteRow, ...]:
    """The notes with this title, else those with this alias, in the order in which a link prefers files: the shortest path first."""
    key = name_key(text)
    names = snapshot.named(key) if key else []
    notes = snapshot.notes_by_number({name.note for name in names if name.kind == names[0].kind})
    return tuple(sorted(notes.values(), key=lambda note: (path_length(note.path), note.path)))


def resolve(snapshot: Snapshot, text: str, source: str | None) -> Looked:
    """Where a link leads from a note. A bare name is read as `[[name]]`."""
    links = [*_links_in(text), *_links_in(f"[[{text}]]")]
    if not links:
        raise UsageError(f"{text!r} is no link: write [[Note]], [[Note#Heading|text]] or [text](Note.md)")
    link = links[0]
    here = find_note(snapshot, source).path if source else ""
    found = snapshot.resolver().resolve(link.target, here, link.markdown)
    path = here or None if not link.target and here else found.path
    return Looked(link, path, found.reason, _complete(snapshot, link, path), found.candidates, _alias_of(snapshot, link, path))


def _links_in(text: str) -> Sequence[Link]:
    return parse_note("link.md", "link.md", text.encode("utf-8", "replace"), VaultConfig()).links


def _complete(snapshot: Snapshot, link: Link, path: str | None) -> bool:
    note = snapshot.note(path) if path else None
    if note is None or (link.heading is None and link.block is None):
        return path is not None
    detail = snapshot.detail(note.number)
    anchors = Anchors(detail.headings, detail.blocks) if detail else Anchors((), ())
    return (anchors.block(link.block) if link.block is not None else anchors.heading(link.heading or "")) is not None


def _alias_of(snapshot: Snapshot, link: Link, path: str | None) -> str | None:
    named = snapshot.named(name_key(link.target)) if path is None and link.target else []
    note = next((snapshot.note(name.note) for name in named if name.kind == "alias"), None)
    return note.path if note else None


def backlinks(snapshot: Snapshot, note: NoteRow) -> list[Backlink]:
    """The links that lead to a note from others. A derived link is left out where a plain one joins the same two notes."""
    rows = [row for row in snapshot.links_to(note.path) if row.source != note.path]
    joined = {row.target for row in snapshot.links_from(note.path) if not row.derived}
    joined |= {row.source for row in rows if not row.derived}
    return list(with_sentences(snapshot, [row for row in rows if not (row.derived and row.source in joined)]))


def with_sentences(snapshot: Snapshot, rows: Iterable[LinkRow]) -> Iterator[Backlink]:
    """Each link with the note it stands in and the sentence around it."""
    texts: dict[str, tuple[NoteRow, str, Sentences]] = {}
    for row in rows:
        if row.source not in texts:
            note = snapshot.note(row.source)
            detail = snapshot.detail(note.number) if note else None
            if note is None:
                continue
            text = snapshot.text(note.number)
            texts[row.source] = (note, text, Sentences(text, detail.body_start if detail else 0))
        note, text, sentences = texts[row.source]
        inside = row.link.span is not None and row.link.where == "body"
        sentence = sentences.around(row.link.span) if inside and row.link.span else None
        yield Backlink(row, note, sentence, text[sentence.start : sentence.end] if sentence else "")


def shortest_path(snapshot: Snapshot, start: NoteRow, end: NoteRow, max_hops: int = MAX_HOPS) -> list[LinkRow]:
    """The links of a shortest way, by breadth first; of equally short ways the one whose notes come first in the index."""
    came: dict[int, int] = {start.number: start.number}
    front = [start.number]
    for _ in range(max_hops):
        if end.number in came or not front:
            break
        following: list[int] = []
        for edge in snapshot.neighbours(front).edges:
            for near, far in ((edge.source, edge.target), (edge.target, edge.source)):
                if near in came and far not in came:
                    came[far] = near
                    following.append(far)
        front = following
    if end.number not in came or start.number == end.number:
        return []
    way = [end.number]
    while way[-1] != start.number:
        way.append(came[way[-1]])
    notes = snapshot.notes_by_number(way)
    paths = [notes[number].path for number in reversed(way)]
    return [_link_between(snapshot, left, right) for left, right in pairwise(paths)]


def _link_between(snapshot: Snapshot, left: str, right: str) -> LinkRow:
    forward = (row for row in snapshot.links_from(left) if row.target == right and not row.derived)
    backward = (row for row in snapshot.links_from(right) if row.target == left and not row.derived)
    return next(forward, None) or next(backward)


def check_citation(snapshot: Snapshot, citation_id: str, quote: Quote | None = None) -> Checked:
    """Where the cited characters stand today; with the quote, what is nearest to it where it has changed. UsageError: that is no id."""

    def text_of(note: NoteRow | None) -> NoteText | None:
        return NoteText(note.id, note.path, note.revision, snapshot.text(note.number)) if note and not note.hidden else None

    def moved(note_id: str, revision: str) -> NoteText | None:
        return text_of(snapshot.moved(note_id))

    return check(citation_id, lambda note_id: text_of(snapshot.note(note_id)), moved, quote)
