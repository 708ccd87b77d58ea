"""A query that is a name → the other names of the same concept: the vault's own dictionary of aliases and translations."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from gpukb.candidates import Words, all_of
from gpukb.names import name_key

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer
    from gpukb.index import NoteRow, Snapshot

MOST_NAMED = 8  # notes of that name: more share a word, not a meaning
MOST_NAMES = 12  # other names looked for: a concept in four languages has some ten


def expanded(
    snapshot: Snapshot, analyzer: Analyzer, words: Words, text: str, named: Collection[int], exclude: Collection[str] = ()
) -> tuple[Words, tuple[str, ...]]:
    """The words with the other names of the named notes and their translations, each name as a whole, and those names.

    The names of excluded notes are not read.
    """
    names = other_names(snapshot, text, named, exclude)
    wholes = [one for one in (all_of(analyzer.query_terms(name)) for name in names) if one]
    if not wholes or not words.any:
        return words, ()
    return replace(words, also=" OR ".join(f"({one})" for one in wholes)), names


def other_names(snapshot: Snapshot, text: str, named: Collection[int], exclude: Collection[str] = ()) -> tuple[str, ...]:
    """Names, titles and aliases of these notes and their translations that are not in the text, each once, the shortest first."""
    if not 0 < len(named) <= MOST_NAMED:
        return ()
    numbers = {number for note in readable(snapshot, named, exclude) for number in (note, *snapshot.translations(note))}
    said = name_key(text)
    found: dict[str, str] = {}
    for note in readable(snapshot, numbers, exclude).values():
        for name in (note.title, *note.aliases):
            key = name_key(name)
            if key and key not in said:
                found.setdefault(key, name)
    return tuple(sorted(found.values(), key=lambda name: (len(name), name))[:MOST_NAMES])


def readable(snapshot: Snapshot, notes: Collection[int], exclude: Collection[str]) -> dict[int, NoteRow]:
    """Those of these notes whose id and path are not excluded."""
    rows = snapshot.notes_by_number(notes)
    return {number: row for number, row in rows.items() if row.id not in exclude and row.path not in exclude}
