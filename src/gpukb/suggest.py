"""What was typed so far → the names, titles and aliases that may be meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from gpukb.names import name_key

if TYPE_CHECKING:
    from gpukb.index import NameRow, NoteRow, Snapshot
    from gpukb.search import SearchResult

Match = Literal["exact", "prefix", "word", "typo"]
RANKS: dict[str, int] = {"exact": 0, "prefix": 1, "word": 2, "typo": 3}
CLOSE = 80.0  # rapidfuzz's ratio, of 100: one wrong letter in five; lower lets other words in
ALIKE = 50.0  # the same, of a name that only helps to look on: half of the letters
SHORTEST = 4  # letters below which a typo can not be told from another word


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A note that may be meant, the spelling that matched, and how."""

    note: NoteRow
    text: str
    kind: Literal["name", "title", "alias"]
    match: Match


def suggest(snapshot: Snapshot, text: str, limit: int = 10) -> tuple[Suggestion, ...]:
    """The likeliest notes, one line a note: exact names first, then beginnings, beginnings of a later word, then near misses."""
    key = name_key(text)
    if not key:
        return ()
    names = snapshot.all_names()
    found = [(match, name) for name in names if (match := _match(key, name.key))]
    if len({name.note for _, name in found}) < limit:
        found += [("typo", name) for name in _near(key, names)]
    best: dict[int, tuple[Match, NameRow]] = {}
    for match, name in sorted(found, key=lambda f: (RANKS[f[0]], len(f[1].key), f[1].key, f[1].note)):
        best.setdefault(name.note, (match, name))
    rows = snapshot.notes_by_number(best)
    return tuple(Suggestion(rows[note], name.shown, name.kind, match) for note, (match, name) in list(best.items())[:limit])


def _match(key: str, name: str) -> Match | None:
    if name == key:
        return "exact"
    if name.startswith(key):
        return "prefix"
    return "word" if f" {key}" in name else None


def _near(key: str, names: Sequence[NameRow]) -> Iterable[NameRow]:
    if len(key) < SHORTEST:
        return []
    from rapidfuzz import fuzz, process  # 30 ms to import, and only misspelt names need it

    found = process.extract(key, [name.key for name in names], scorer=fuzz.ratio, score_cutoff=CLOSE, limit=20)
    return [names[place] for _, _, place in found]


def nearest_notes(snapshot: Snapshot, text: str, limit: int) -> tuple[NoteRow, ...]:
    """The notes to name where none is called so: what may be meant, else the names that share most letters in their order."""
    meant = tuple(suggestion.note for suggestion in suggest(snapshot, text, limit))
    key = name_key(text)
    if meant or len(key) < SHORTEST:
        return meant
    from rapidfuzz import fuzz, process  # as above

    names = snapshot.all_names()
    found = process.extract(key, [name.key for name in names], scorer=fuzz.ratio, score_cutoff=ALIKE, limit=20)
    best = list(dict.fromkeys(names[place].note for _, _, place in found))[:limit]
    rows = snapshot.notes_by_number(best)
    return tuple(rows[note] for note in best)


def did_you_mean(snapshot: Snapshot, result: SearchResult) -> SearchResult:
    """The same result, with a known name that the query is a misspelling of, when no note was found by its words."""
    if any("words" in hit.signals for hit in result.hits) or not result.query.text:
        return result
    longest = snapshot.once("longest name", lambda: max((len(name.key) for name in snapshot.all_names()), default=0))
    if len(name_key(result.query.text)) > longest * (200 / CLOSE - 1):  # so much longer that no name is near by rapidfuzz's ratio
        return result
    near = [suggestion for suggestion in suggest(snapshot, result.query.text, 1) if suggestion.match == "typo"]
    return replace(result, did_you_mean=near[0].text) if near else result
