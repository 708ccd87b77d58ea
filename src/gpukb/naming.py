"""A query → the notes that it names: by file name, title or alias, as written or in another form of the same words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from gpukb.candidates import Candidate, Words, best_of_notes
from gpukb.names import asked_name, name_key, without_gloss

if TYPE_CHECKING:
    from gpukb.analyzer import Analyzer
    from gpukb.index import NoteRow, Snapshot

PIN = 3.0  # added where the question is the note's name or title: above every fused score, which are 1.3 at most
PIN_ALIAS = 1.5  # where it is an alias: a note of that very name goes first
PIN_INFLECTED = 1.2  # where it is an inflected name: the stem may be another word's
STEM_LETTERS = 5  # that two forms of a word must share
ENDING = 2  # letters in which they may differ
NAMING = 0.5  # weight of a word from which on it is one of a name; hints and words that only ask are below
NAME_WORDS = 4  # words of a query that may be an inflected name
_FIELD_RE = re.compile(r" (?:в|во|на|in|on|w|we|na) .+$")  # "what is a lattice in mathematics" asks what a lattice is
NAMES_READ = 40  # notes whose names are compared so: some 2 ms


def named_notes(snapshot: Snapshot, text: str) -> dict[int, float]:
    """The notes whose name, title or alias is the question, or is what the question asks a definition of, and what that is worth."""
    key, asked = name_key(text), asked_name(text) or ""
    pins = _pinned(snapshot, key, key.replace(" ", ""), asked, _FIELD_RE.sub("", asked))
    if not pins and (bare := without_gloss(text)) != text:  # a name that holds the brackets too is nearer
        pins = _pinned(snapshot, name_key(bare), asked_name(bare) or "")
    if not pins and " " not in key and len(key) >= STEM_LETTERS + ENDING:
        # Another ending of a one-word name, where the stemmer sees two words: `видеопамяти` and `видеопамять`.
        for name in snapshot.named_from(key[:-ENDING], len(key) + ENDING):
            if " " not in name.key:
                pins[name.note] = PIN_INFLECTED
    return pins


def _pinned(snapshot: Snapshot, *keys: str) -> dict[int, float]:
    pins: dict[int, float] = {}
    for wanted in {*keys} - {""}:
        for name in snapshot.named(wanted):
            pins[name.note] = max(pins.get(name.note, 0.0), PIN_ALIAS if name.kind == "alias" else PIN)
    return pins


def inflected_names(analyzer: Analyzer, words: Words, found: Sequence[Candidate], notes: Mapping[int, NoteRow]) -> dict[int, float]:
    """The best notes that have a name of the query's words and no other, in whatever form: `видеопамяти` is the alias `видеопамять`."""
    groups: dict[int, set[str]] = {}
    for term in words.terms:
        if term.weight >= NAMING:
            groups.setdefault(term.group, set()).add(term.token)
    if not 0 < len(groups) <= NAME_WORDS:
        return {}
    best = sorted(best_of_notes(found).values(), key=lambda c: -c.score)[:NAMES_READ]
    return {
        c.note: PIN_INFLECTED for c in best if any(_is_named(analyzer, groups.values(), name, c.lang) for name in _names(notes[c.note]))
    }


def _names(note: NoteRow) -> tuple[str, ...]:
    return (note.name, note.title, *note.aliases)


def _is_named(analyzer: Analyzer, groups: Collection[set[str]], name: str, lang: str) -> bool:
    tokens = analyzer.tokens(name, lang)
    stems = {token.text for token in tokens}
    spans = {(token.start, token.end) for token in tokens}
    whole = [span for span in spans if not any(other != span and other[0] <= span[0] and span[1] <= other[1] for other in spans)]
    return len(whole) == len(groups) and all(group & stems for group in groups)
