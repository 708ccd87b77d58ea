"""The notes that a search has looked at → how many there are of each type, language, tag and folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gpukb.candidates import Candidate
from gpukb.index import Facets

if TYPE_CHECKING:
    from gpukb.index import NoteRow

NO_FACETS = Facets((), (), (), ())


def facets_of(found: Sequence[Candidate], best: Sequence[Candidate], notes: Mapping[int, NoteRow]) -> Facets:
    """The facets of the hits and of the candidates that hold a word of the query: those near in meaning alone would be any."""
    numbers = {c.note for c in best} | {c.note for c in found if c.words > 0}
    rows = [notes[number] for number in numbers]
    folders = (row.path.partition("/") for row in rows)
    return Facets(
        _counted(Counter(row.type for row in rows)),
        _counted(Counter(row.lang for row in rows)),
        _counted(Counter(tag for row in rows for tag in row.tags)),
        _counted(Counter(folder for folder, slash, _ in folders if slash)),
    )


def _counted(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
