"""A question → the concepts whose names stand in it, in every language of the vault: its own dictionary across languages."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from gpukb.candidates import FIELD_WEIGHTS, Words
from gpukb.naming import NAMING
from gpukb.query import Filters

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer
    from gpukb.index import NoteRow, Snapshot

READ = 24  # notes whose names share most with the question and are compared word by word: some 5 ms
LISTED = 320  # passages among which they are looked for: every passage of a note bears its names
BY_NAME = {**dict.fromkeys(FIELD_WEIGHTS, 0.0), "title": 1.0}  # of titles and aliases alone


def bridged(snapshot: Snapshot, analyzer: Analyzer, words: Words, exclude: Collection[str] = ()) -> dict[int, frozenset[str]]:
    """The notes, in all languages, of each concept that the question names, with the question's tokens that name it.

    Of two names of which one holds the other ("GPU", "GPU utilization") only the longer is meant. The names of excluded notes are not read.
    """
    asked = frozenset(term.token for term in words.terms if term.weight >= NAMING)
    readable = snapshot.allowed(Filters(), exclude)
    listed = [number for number, _ in snapshot.lexical(words.any, BY_NAME, LISTED, readable)]
    holders = snapshot.notes_of(listed)
    best = list(dict.fromkeys(holders[number] for number in listed))[:READ]
    notes = snapshot.notes_by_number(best)
    named = {number: tokens for number in best if (tokens := _named(analyzer, notes[number], asked))}
    longest = {note: tokens for note, tokens in named.items() if not any(tokens < other for other in named.values())}
    found: dict[int, frozenset[str]] = {}
    for note, versions in snapshot.versions(longest).items():
        for version in versions:
            found[version] = found.get(version, frozenset()) | longest[note]
    return found


def _named(analyzer: Analyzer, note: NoteRow, asked: Collection[str]) -> frozenset[str]:
    """The tokens of the question that make up the longest of the note's names that stands in it whole; empty where none does."""
    best: frozenset[str] = frozenset()
    for name in (note.name, note.title, *note.aliases):
        tokens = list(analyzer.tokens(name, note.lang))
        spans = {(token.start, token.end) for token in tokens}
        whole = [s for s in spans if not any(other != s and other[0] <= s[0] and s[1] <= other[1] for other in spans)]
        held = frozenset(token.text for token in tokens if token.text in asked)
        covered = {(token.start, token.end) for token in tokens if token.text in asked}
        if whole and len(held) > len(best) and all(span in covered for span in whole):
            best = held
    return best
